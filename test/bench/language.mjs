// Time of the expression language: node test/bench/language.mjs (after npm run build). The goals are those of design issue 3.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {rolldown} from 'rolldown';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'usagectl-bench-'));
const at = name => join(folder, name);

async function bundle(entry, file) {
	const build = await rolldown({input: join(import.meta.dirname, entry), platform: 'node'});
	await build.write({file, format: 'cjs', minify: true, codeSplitting: false});
}

const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const results = [];
function judge(what, value, goal, unit) {
	results.push(value <= goal);
	console.log(
		`${what.padEnd(46)} ${value.toFixed(2).padStart(9)} ${unit}  ${value <= goal ? 'met' : 'MISSED'}: <= ${goal}`,
	);
}
const timeOf = run => {
	const start = performance.now();
	run();
	return performance.now() - start;
};
/** What the language adds to a start of Node: the time it takes to be read and run. */
function loading(file, rounds = 31) {
	const script = `const start = performance.now(); require(${JSON.stringify(file)}); console.log(performance.now() - start);`;
	writeFileSync(at('load.cjs'), script);
	const start = () => Number(spawnSync(process.execPath, [at('load.cjs')], {encoding: 'utf8'}).stdout);
	return median(Array.from({length: rounds}, start));
}

const context = {today: '2025-03-15'};
const tenClauses =
	"prodVersion=4.1,4.2,5.* and prodEdition=Pro,null and ram=8GB..32GB and cpuCores>=4 and country=US,DE,GB and dateInstalled>=2024-01-01 and licenseStatus(activated and not expired) and touchScreen=false and os.version='Windows 10','Windows 11' and lifetimeEventUsage(Export/PDF + Export/XPS)>=10";
// One property cannot be asked twice at once, and os and geography stand beside each other: all ten are joined by and.

function warmCompile(compileFilter) {
	const run = () => compileFilter([{name: '--filter', text: tenClauses}], context).json;
	for (let index = 0; index < 20_000; index++) run();
	const rounds = Array.from({length: 31}, () => timeOf(() => Array.from({length: 200}, run)) / 200);
	return median(rounds) * 1000;
}

function longLists(compileFilter) {
	const lists = {
		'100,000 values': Array.from({length: 100_000}, (_, index) => `v${index}`),
		'100,000 quoted values': Array.from({length: 100_000}, (_, index) => `'v ${index}'`),
		'100,000 patterns': Array.from({length: 100_000}, (_, index) => `v${index}*`),
		'100,000 values with null': [...Array.from({length: 100_000}, (_, index) => `v${index}`), 'null'],
	};
	for (const [name, values] of Object.entries(lists)) {
		const text = `prodVersion=${values.join(',')}`;
		const run = () => compileFilter([{name: '--filter', text}], context).json;
		const first = timeOf(run);
		judge(`${name}, the first time`, first, 100, 'ms');
		judge(`${name}, warm`, median(Array.from({length: 7}, () => timeOf(run))), 100, 'ms');
	}
}

/** 20,000 texts through the shipped program. */
function batch(count = 20_000) {
	const cases = JSON.parse(readFileSync(join(root, 'test/language/fixtures/cases.json'), 'utf8'));
	const lines = Array.from({length: count}, (_, index) => JSON.stringify({...cases[index % cases.length], id: index}));
	const run = () =>
		spawnSync(process.execPath, [join(root, 'bin/usagectl.js'), 'filter', 'compile', '--batch'], {
			input: `${lines.join('\n')}\n`,
			maxBuffer: 1e9,
			encoding: 'utf8',
		});
	const seconds = Array.from({length: 3}, () => {
		let result;
		const taken = timeOf(() => {
			result = run();
		});
		if (result.stdout.trimEnd().split('\n').length !== count) throw new Error(`batch: ${result.stderr}`);
		return taken / 1000;
	});
	return median(seconds);
}

/** Every giant of a megabyte, each in a process of its own, as on the command line: compiling it with all remarks, completing it. */
function megabytes(only) {
	const names = JSON.parse(readFileSync(at('names.json'), 'utf8')).filter(name => only === undefined || name === only);
	const costs = names.map(name => {
		const {stdout, stderr} = spawnSync(process.execPath, [at('giant.cjs'), name], {encoding: 'utf8'});
		if (stdout === '') throw new Error(`${name}: ${stderr}`);
		return {name, ...JSON.parse(stdout)};
	});
	for (const key of ['compiled', 'completed', 'half']) {
		const slowest = costs.toSorted((a, b) => b[key] - a[key]).slice(0, only ? 1 : 6);
		for (const cost of slowest) judge(`1 MB, ${key}: ${cost.name}`, cost[key], 1000, 'ms');
	}
	console.log(`(the slowest of ${costs.length} texts)`);
}

try {
	await bundle('language-entry.ts', at('language.cjs'));
	await bundle('language-giant.ts', at('giant.cjs'));
	spawnSync(process.execPath, [at('giant.cjs'), at('names.json')]);
	const require = createRequire(import.meta.url);
	const [part, only] = process.argv.slice(2);
	const language = require(at('language.cjs'));
	const parts = {
		load: () => judge('loading the whole language', loading(at('language.cjs')), 6, 'ms'),
		lists: () => longLists(language.compileFilter),
		warm: () => judge('a filter of ten clauses, warm', warmCompile(language.compileFilter), 100, 'us'),
		batch: () => judge('filter compile --batch, 20,000 texts', batch(), 5, 's'),
		giants: () => megabytes(only),
	};
	for (const [name, run] of Object.entries(parts)) if (part === undefined || part === name) run();
	process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
	rmSync(folder, {recursive: true});
}
