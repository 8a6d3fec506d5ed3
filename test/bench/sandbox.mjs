// Time and memory of the sandbox: node test/bench/sandbox.mjs [10k 100k 1M]; each figure comes from a process of its own.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {rolldown} from 'rolldown';

const sizes = {'10k': 10_000, '100k': 100_000, '1M': 1_000_000};
const asked = process.argv.slice(2);
const chosen = asked.length > 0 ? asked : Object.keys(sizes);
const limits = {
	build: {'10k': 1, '100k': 5, '1M': 45},
	report: {'10k': 50, '100k': 150, '1M': 1500},
	buildingMB: {'1M': 1600},
	servingMB: {'1M': 1200},
};

const folder = mkdtempSync(join(tmpdir(), 'sandbox-bench-'));
const program = join(folder, 'run.mjs');
const engine = pathToFileURL(createRequire(import.meta.url).resolve('@duckdb/node-api')).href;
const bundle = await rolldown({
	input: fileURLToPath(new URL('sandbox-run.ts', import.meta.url)),
	platform: 'node',
	plugins: [{name: 'engine', resolveId: id => (id === '@duckdb/node-api' ? {id: engine, external: true} : null)}],
});
await bundle.write({file: program, format: 'esm', codeSplitting: false});

const measure = (what, size) =>
	JSON.parse(execFileSync(process.execPath, [program, what, folder, String(sizes[size])], {encoding: 'utf8'}));
const judged = (value, limit, digits = 0) =>
	`${value.toFixed(digits)}${limit === undefined ? '' : value <= limit ? '' : ` (> ${limit})`}`;

try {
	const builds = {};
	const reports = {};
	for (const size of chosen) {
		const {seconds, cpuSeconds, fileMB, peakMB} = measure('build', size);
		builds[size] = {
			'build, s': judged(seconds, limits.build[size], 2),
			'of CPU, s': cpuSeconds.toFixed(2),
			'peak, MB': judged(peakMB, limits.buildingMB[size]),
			'file, MB': fileMB,
		};
		const served = measure('reports', size);
		for (const [name, ms] of Object.entries(served.timings))
			reports[name] = {...reports[name], [`${size}, ms`]: judged(ms, limits.report[size], 1)};
		builds[size]['peak serving, MB'] = judged(served.peakMB, limits.servingMB[size]);
	}
	console.table(builds);
	console.table(reports);
} finally {
	rmSync(folder, {recursive: true, force: true});
}
