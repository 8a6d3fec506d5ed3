import {execFileSync} from 'node:child_process';
import {createRequire} from 'node:module';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {rolldown} from 'rolldown';
import {onGround} from './ground.mjs';
import {spreadOf} from './interleave.mjs';

/** Goal B1: the sandbox at a million installations; each figure comes from a process of its own. */

async function bundle(program) {
	const engine = pathToFileURL(createRequire(import.meta.url).resolve('@duckdb/node-api')).href;
	const found = await rolldown({
		input: fileURLToPath(new URL('sandbox-run.ts', import.meta.url)),
		platform: 'node',
		plugins: [{name: 'engine', resolveId: id => (id === '@duckdb/node-api' ? {id: engine, external: true} : null)}],
	});
	await found.write({file: program, format: 'esm', codeSplitting: false});
}

const figure = (what, unit, value, goal, limit) => ({id: 'B1', what, unit, goal, limit, ...spreadOf([value])});

export const measure = ({quick}) =>
	onGround(async ({folder, at}) => {
		const program = at('run.mjs');
		await bundle(program);
		const size = quick ? 100_000 : 1_000_000;
		const name = quick ? '100,000' : '1 M';
		const run = what =>
			JSON.parse(execFileSync(process.execPath, [program, what, folder, String(size)], {encoding: 'utf8'}));
		const built = run('build');
		const served = run('reports');
		const slowest = Object.entries(served.timings)
			.sort(([, one], [, other]) => other - one)
			.slice(0, 3);
		return [
			figure(`building ${name} installations`, 's', built.seconds, 45, 28),
			figure('building: peak memory', 'MB', built.peakMB, 1600),
			figure('serving: peak memory', 'MB', served.peakMB, 1200),
			...slowest.map(([report, ms]) => figure(`slowest reports: ${report}, warm`, 's', ms / 1000, 1.5, 0.94)),
		];
	});
