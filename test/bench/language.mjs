import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {rolldown} from 'rolldown';
import {createEnv, here, onGround, program} from './ground.mjs';

// The expression language: what it adds to a start, a short filter, a long list, a batch, and a megabyte of every shape.

const sorted = values => values.toSorted((a, b) => a - b);
const at = (values, part) => sorted(values)[Math.floor((values.length - 1) * part)];
const rowOf = (id, what, {unit, goal, values}) => ({
	id,
	what,
	unit,
	median: at(values, 0.5),
	low: at(values, 0.25),
	high: at(values, 0.75),
	goal,
});
const repeat = (count, run) => Array.from({length: count}, run);

/** As the build makes it: minified, in ASCII. */
async function bundle(entry, file) {
	const build = await rolldown({input: here(entry), platform: 'node', resolve: {mainFields: ['module', 'main']}});
	const {output} = await build.generate({format: 'cjs', minify: true, codeSplitting: false});
	const toAscii = unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
	writeFileSync(file, output[0].code.replace(/[^\0-\x7f]/g, toAscii));
}

/** 20,000 texts through the shipped program, in seconds. */
function runBatch(folder, count = 20_000) {
	const cases = JSON.parse(readFileSync(here('../language/fixtures/cases.json'), 'utf8'));
	const lines = repeat(count, (_, index) => JSON.stringify({...cases[index % cases.length], id: index}));
	const start = performance.now();
	const {stdout, stderr} = spawnSync(process.execPath, [program, 'filter', 'compile', '--batch'], {
		input: `${lines.join('\n')}\n`,
		maxBuffer: 1e9,
		encoding: 'utf8',
		env: createEnv(folder),
	});
	if (stdout.trimEnd().split('\n').length !== count) throw new Error(`batch: ${stderr}`);
	return (performance.now() - start) / 1000;
}

/** The rows F1 to F6; the quick run takes a few of the long texts. */
export const measure = ({rounds, quick}) =>
	onGround(async ({folder, at: place}) => {
		await bundle('language-entry.ts', place('language.cjs'));
		await bundle('language-run.ts', place('run.cjs'));
		// As the program loads its chunks: compiled in an earlier run, unless the cache is switched off.
		const loader = `require(${JSON.stringify(here('../../bin/compiled-code.js'))}).createLoad(${JSON.stringify(folder)}, ${JSON.stringify(place('cache'))}, () => 'language')`;
		writeFileSync(
			place('load.cjs'),
			`const load = ${loader}; const start = performance.now(); load('language.cjs'); console.log(performance.now() - start);`,
		);
		/** One job in a process of its own, as on the command line: what it says. */
		const run = (script, ...words) => {
			const {stdout, stderr} = spawnSync(process.execPath, [place(script), ...words], {encoding: 'utf8'});
			if (stdout === '') throw new Error(stderr);
			return JSON.parse(stdout);
		};
		run('load.cjs');
		const names = run('run.cjs', 'names').filter((_, index) => !quick || index % 20 === 0);
		const giants = names.map(name => ({name, ...run('run.cjs', 'giant', name)}));
		const slowest = key => giants.toSorted((a, b) => b[key] - a[key])[0];
		const giant = (id, what, key) =>
			rowOf(id, `${what} of ${names.length} texts of 1 MB, the slowest: ${slowest(key).name}`, {
				unit: 'ms',
				goal: 1000,
				values: repeat(rounds, () => run('run.cjs', 'giant', slowest(key).name)[key]),
			});
		return [
			rowOf('F1', 'Loading the whole language', {
				unit: 'ms',
				goal: 6,
				values: repeat(rounds * 5, () => run('load.cjs')),
			}),
			rowOf('F2', 'A filter of ten clauses, warm', {
				unit: 'µs',
				goal: 100,
				values: repeat(rounds, () => run('run.cjs', 'warm')),
			}),
			rowOf('F3', 'A list of 100,000 quoted values, in a new process', {
				unit: 'ms',
				goal: 100,
				values: repeat(rounds, () => run('run.cjs', 'list')),
			}),
			rowOf('F4', 'filter compile --batch, 20,000 texts', {
				unit: 's',
				goal: 5,
				values: repeat(Math.min(rounds, 3), () => runBatch(folder)),
			}),
			giant('F5', 'Compiling', 'compiled'),
			giant('F6', 'Completing', 'completed'),
		];
	});
