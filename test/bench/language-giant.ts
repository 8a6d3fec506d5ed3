import {writeFileSync} from 'node:fs';
import {CliError} from '../../src/errors.ts';
import {complete} from '../../src/language/complete.ts';
import {compileKind, flagOf} from '../../src/language/kinds.ts';
import {giants} from '../language/support/giants.ts';

/** What one giant of a megabyte costs, in milliseconds, by its name; or the names of all into a file. */
const [, , wanted = ''] = process.argv;
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

const giant = giants.find(([name, kind]) => `${kind}: ${name}` === wanted);
if (giant) {
	const [, kind, make] = giant;
	const text = make(1_000_000);
	const compiled = timeOf(() => {
		const {json, canonical, notes} = compileKind(kind, [{name: flagOf[kind], text}], context);
		return JSON.stringify(json).length + canonical.length + notes.length;
	});
	const completed = timeOf(() => complete(text, text.length, kind, context));
	const half = timeOf(() => complete(text, text.length / 2, kind, context));
	console.log(JSON.stringify({compiled, completed, half}));
} else writeFileSync(wanted, JSON.stringify(giants.map(([name, kind]) => `${kind}: ${name}`)));
