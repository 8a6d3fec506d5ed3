import {execFile} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {rolldown} from 'rolldown';
import {temporaryFolder} from './folders.ts';
import {expectPromises} from './promises.ts';

export type Ended = {readonly code: number | string; readonly stdout: string; readonly stderr: string};

const root = resolve(import.meta.dirname, '../..');

/** Enough for every run; what needs more ends with 134, which no test expects. */
const heapCeiling = '--max-old-space-size=256';

const runShell = (line: string, env: Readonly<Record<string, string | undefined>>): Promise<Ended> =>
	new Promise(done => {
		execFile('bash', ['-c', line], {cwd: root, env}, (error, stdout, stderr) =>
			done({code: error ? (error.code ?? error.signal ?? 1) : 0, stdout, stderr}),
		);
	});

/** Runs a line of shell in the project's folder, with little memory. What every run of the program promises is checked. */
export async function shell(line: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
	const began = performance.now();
	const ended = await runShell(line, {...process.env, NODE_OPTIONS: heapCeiling, ...env});
	const exitCode = typeof ended.code === 'number' ? ended.code : 0;
	// What stands on stdout is the test's own affair: a line may print anything.
	const seen = {argv: line.split(/\s+/), env, stdout: '', stderr: ended.stderr, exitCode};
	expectPromises({...seen, milliseconds: performance.now() - began});
	return ended;
}

/** Builds a TypeScript module that imports from `src/…` into one file that Node runs by itself; its path comes back. */
export async function build(script: string, folder = temporaryFolder()): Promise<string> {
	const entry = join(folder, 'entry.ts');
	writeFileSync(entry, script.replaceAll("'src/", `'${root}/src/`));
	const bundle = await rolldown({
		input: entry,
		platform: 'node',
		// Native code cannot be bundled.
		external: [/^@duckdb/],
		resolve: {modules: [join(root, 'node_modules')]},
	});
	await bundle.write({dir: join(folder, 'out'), format: 'esm', entryFileNames: 'entry.mjs'});
	return join(folder, 'out/entry.mjs');
}

/** Runs such a module in a process of its own; `before` is shell that comes first (`ulimit`, …). */
export const run = async (script: string, before = ''): Promise<Ended> =>
	runShell(`${before} exec node '${await build(script)}'`, process.env);
