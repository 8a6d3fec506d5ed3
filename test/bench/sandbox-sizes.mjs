// Time and memory of the sandbox: node test/bench/sandbox-sizes.mjs [10k 100k 1M] [--write]; each figure comes from a process of
// its own. --write puts the table into the README. The program must be built: the start is that of bin/usagectl.js.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {availableParallelism, tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {rolldown} from 'rolldown';

const sizes = {'10k': 10_000, '100k': 100_000, '1M': 1_000_000};
const asked = process.argv.slice(2).filter(word => word in sizes);
const chosen = asked.length > 0 ? asked : Object.keys(sizes);
const limits = {
	'build, s': {'10k': 1, '100k': 5, '1M': 45},
	'peak while building, MB': {'1M': 1600},
	'peak while serving, MB': {'1M': 1200},
	'start to first report, s': {'10k': 0.5},
};
const reportLimit = {'10k': 50, '100k': 150, '1M': 1500};

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

/** Seconds from the start of the process to its end, with one report over HTTP in between; data are there. */
function measureStart(size) {
	const env = {...process.env, USAGECTL_CONFIG_DIR: join(folder, `start-${size}`)};
	const run = words =>
		execFileSync(process.execPath, [fileURLToPath(new URL('../../bin/usagectl.js', import.meta.url)), ...words], {
			env,
			stdio: ['ignore', 'ignore', 'inherit'],
		});
	run(['sandbox', 'reset', '--seed', '1', '--size', size, '--now', '2026-06-30']);
	const times = Array.from({length: 7}, () => {
		const began = performance.now();
		run(['--sandbox', 'report', 'current', '--from', '2026-06-01', '--quiet']);
		return (performance.now() - began) / 1000;
	});
	return times.sort((a, b) => a - b)[3];
}

const rows = new Map();
const put = (name, size, value, {limit, digits = 0}) => {
	const over = limit !== undefined && value > limit ? ` (over ${limit})` : '';
	rows.set(name, {...rows.get(name), [size]: `${value.toFixed(digits)}${over}`});
};
const figure = (name, size, value, digits) => put(name, size, value, {limit: limits[name]?.[size], digits});

try {
	for (const size of chosen) {
		const {seconds, fileMB, peakMB} = measure('build', size);
		figure('build, s', size, seconds, 2);
		figure('file, MB', size, fileMB);
		figure('peak while building, MB', size, peakMB);
		const served = measure('reports', size);
		figure('peak while serving, MB', size, served.peakMB);
		if (size !== '1M') figure('start to first report, s', size, measureStart(size), 2);
		for (const [name, ms] of Object.entries(served.timings))
			put(`${name}, ms`, size, ms, {limit: reportLimit[size], digits: ms < 10 ? 1 : 0});
	}
} finally {
	rmSync(folder, {recursive: true, force: true});
}

const line = cells => `| ${cells.join(' | ')} |`;
const table = [
	line(['', ...chosen]),
	line(['---', ...chosen.map(() => '---:')]),
	...[...rows].map(([name, cells]) => line([name, ...chosen.map(size => cells[size] ?? '')])),
].join('\n');
console.log(table);

if (process.argv.includes('--write')) {
	const readme = new URL('../../README.md', import.meta.url);
	const text = readFileSync(readme, 'utf8');
	const made = `Node ${process.versions.node}, ${availableParallelism()} cores`;
	const section = `<!-- sandbox-figures -->\nWhat it costs, by installations of the first product (\`node test/bench/sandbox-sizes.mjs --write\`; ${made}; a report is\nthe median of five, warm):\n\n${table}\n<!-- /sandbox-figures -->`;
	writeFileSync(
		readme,
		text.replace(/<!-- sandbox-figures -->[\s\S]*<!-- \/sandbox-figures -->/, () => section),
	);
}
