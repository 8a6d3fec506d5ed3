import {CliError} from '../../src/errors.ts';
import {compileFilter} from '../../src/language/compile.ts';
import {complete} from '../../src/language/complete.ts';
import {compileKind, flagOf} from '../../src/language/kinds.ts';
import {giants} from '../language/support/giants.ts';

/** One job of language.mjs in a process of its own: prints what it took as JSON. */
const [, , job = '', wanted] = process.argv;
const context = {today: '2025-03-15'};

function timeOf(run: () => unknown): number {
	const start = performance.now();
	try {
		run();
	} catch (error) {
		if (!(error instanceof CliError)) throw error;
	}
	return performance.now() - start;
}

const compile = (text: string) => compileFilter([{name: '--filter', text}], context).json;

const tenClauses = [
	'prodVersion=4.1,4.2,5.*',
	'prodEdition=Pro,null',
	'ram=8GB..32GB',
	'cpuCores>=4',
	'country=US,DE,GB',
	'dateInstalled>=2024-01-01',
	'licenseStatus(activated and not expired)',
	'touchScreen=false',
	"os.version='Windows 10','Windows 11'",
	'lifetimeEventUsage(Export/PDF + Export/XPS)>=10',
].join(' and ');

/** Microseconds of one, after many. */
function warm(): number {
	for (let index = 0; index < 20_000; index++) compile(tenClauses);
	const times = Array.from({length: 21}, () => timeOf(() => Array.from({length: 200}, () => compile(tenClauses))));
	return ((times.sort((a, b) => a - b)[10] ?? 0) / 200) * 1000;
}

function list(): number {
	const text = `prodVersion=${Array.from({length: 100_000}, (_, index) => `'v ${index}'`).join(',')}`;
	return timeOf(() => compile(text));
}

function measureGiant() {
	const found = giants.find(([name, kind]) => `${kind}: ${name}` === wanted);
	if (!found) throw new Error(`there is no ${wanted}`);
	const [, kind, make] = found;
	const text = make(1_000_000);
	const compiled = timeOf(() => {
		const {json, canonical, notes} = compileKind(kind, [{name: flagOf[kind], text}], context);
		return JSON.stringify(json).length + canonical.length + notes.length;
	});
	return {compiled, completed: timeOf(() => complete(text, text.length, kind, context))};
}

const jobs: Readonly<Record<string, () => unknown>> = {
	names: () => giants.map(([name, kind]) => `${kind}: ${name}`),
	giant: measureGiant,
	warm,
	list,
};
console.log(JSON.stringify(jobs[job]?.()));
