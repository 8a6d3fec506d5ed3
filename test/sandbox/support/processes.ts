import {type ChildProcess, type ChildProcessByStdio, spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import type {Readable} from 'node:stream';
import {rolldown} from 'rolldown';
import {onTestFinished} from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/**
 * Builds a module that imports from `src/…` so that several processes start fast. It lies beneath node_modules, where
 * the database engine, which cannot be bundled, is found.
 */
export async function buildScript(script: string): Promise<string> {
	const cache = join(root, 'node_modules/.cache');
	mkdirSync(cache, {recursive: true});
	const folder = mkdtempSync(join(cache, 'sandbox-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const entry = join(folder, 'entry.ts');
	writeFileSync(entry, script.replaceAll("'src/", `'${root}/src/`));
	const bundle = await rolldown({input: entry, platform: 'node', external: [/^@duckdb/]});
	await bundle.write({dir: join(folder, 'out'), format: 'esm', entryFileNames: 'entry.mjs'});
	return join(folder, 'out/entry.mjs');
}

export type Running = {
	/** The first line that it prints. */
	readonly firstLine: Promise<string>;
	readonly ended: Promise<{readonly code: number | null; readonly output: string}>;
	readonly kill: ChildProcess['kill'];
	readonly pid: number;
};

/** Runs a built module with these words; it is killed at the end of the test at the latest. */
export const start = (script: string, words: readonly string[]): Running =>
	watch(spawn(process.execPath, [script, ...words], {stdio: ['ignore', 'pipe', 'pipe']}));

/** The same with files that cannot grow beyond so many KB, which is what a full disk looks like to a process. */
export const startOnFullDisk = (script: string, words: readonly string[], kilobytes: number): Running =>
	watch(
		spawn('bash', ['-c', `ulimit -f ${kilobytes} && exec "$0" "$@"`, process.execPath, script, ...words], {
			stdio: ['ignore', 'pipe', 'pipe'],
		}),
	);

function watch(child: ChildProcessByStdio<null, Readable, Readable>): Running {
	onTestFinished(() => void child.kill('SIGKILL'));
	let output = '';
	const firstLine = new Promise<string>((done, failed) => {
		createInterface({input: child.stdout}).on('line', line => {
			output += `${line}\n`;
			done(line);
		});
		child.stderr.on('data', data => {
			output += data;
		});
		child.on('exit', () => failed(new Error(`it ended: ${output}`)));
	});
	// Who waits for the end only does not care for the first line.
	firstLine.catch(() => undefined);
	const ended = new Promise<{code: number | null; output: string}>(done =>
		child.on('close', code => done({code, output})),
	);
	return {firstLine, ended, kill: signal => child.kill(signal), pid: child.pid ?? 0};
}
