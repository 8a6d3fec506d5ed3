import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {onTestFinished} from 'vitest';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {expectPromises} from '../../support/laws/promises.ts';
import {build} from '../../support/program/child.ts';
import {createSurroundings} from '../../support/program/surroundings.ts';

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
	return build(script, folder);
}

export type Running = {
	/** The first line that it prints. */
	readonly firstLine: Promise<string>;
	readonly ended: Promise<{readonly code: number | null; readonly output: string}>;
	readonly kill: ChildProcess['kill'];
	readonly pid: number;
};

/** Runs a built module with these words; it is killed at the end of the test at the latest, and what every run promises is checked. */
export const start = (script: string, words: readonly string[]): Running => watch(process.execPath, [script, ...words]);

/** The same with files that cannot grow beyond so many KB, which is what a full disk looks like to a process. */
export const startOnFullDisk = (script: string, words: readonly string[], kilobytes: number): Running =>
	watch('bash', ['-c', `ulimit -f ${kilobytes} && exec "$0" "$@"`, process.execPath, script, ...words]);

function watch(file: string, words: readonly string[]): Running {
	const folder = temporaryFolder();
	const around = createSurroundings(folder);
	// A server holds its data: how much memory it may take is the affair of the test.
	const options = around.env.NODE_OPTIONS?.replace(/--max-old-space-size=\d+/, '');
	const child = spawn(file, words, {
		cwd: folder,
		env: {...process.env, ...around.env, NODE_OPTIONS: options},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
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
	const ended = once(child, 'close').then(([code]) => {
		const {strays, polluted} = around.look();
		expectPromises({
			argv: words,
			env: {},
			stdout: '',
			stderr: output,
			exitCode: code ?? 130,
			traces: {strays, polluted},
		});
		return {code, output};
	});
	onTestFinished(async () => {
		child.kill('SIGKILL');
		await ended;
	});
	return {firstLine, ended, kill: signal => child.kill(signal), pid: child.pid ?? 0};
}
