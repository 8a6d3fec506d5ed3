import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {rolldown} from 'rolldown';
import {temporaryFolder} from '../disk/folders.ts';
import {expectPromises} from '../laws/promises.ts';
import {createSurroundings} from './surroundings.ts';

export type Ended = {readonly code: number | string; readonly stdout: string; readonly stderr: string};

/** What a run that a signal ended counts as: as one that was interrupted, half of its work done. */
const killed = 130;
const root = resolve(import.meta.dirname, '../../..');

const runShell = (line: string, env: Readonly<Record<string, string | undefined>>): Promise<Ended> =>
	new Promise(done => {
		execFile('bash', ['-c', line], {cwd: root, env}, (error, stdout, stderr) =>
			done({code: error ? (error.code ?? error.signal ?? 1) : 0, stdout, stderr}),
		);
	});

/** The words of a line that runs the program and nothing else. */
const wordsOf = (line: string) => {
	const [, words] = /^(?:node|\S*node'?) \S+\.m?js'? ?([^|;&<>`$'"\\]*)$/.exec(line) ?? [];
	return words?.split(/\s+/).filter(Boolean);
};

/**
 * Runs a line of shell in the project's folder, with little memory. What every run of the program promises is checked;
 * `limit` is for lines that start many, in milliseconds.
 */
export async function shell(line: string, env: Readonly<Record<string, string>> = {}, limit = 60_000): Promise<Ended> {
	const around = createSurroundings(root);
	const began = performance.now();
	const ended = await runShell(line, {...process.env, ...around.env, ...env});
	const exitCode = typeof ended.code === 'number' ? ended.code : killed;
	const words = wordsOf(line);
	// What a longer line leaves on stdout is the test's own affair.
	const seen = {
		argv: words ?? line.split(/\s+/),
		env,
		stdout: words ? ended.stdout : '',
		stderr: ended.stderr,
		exitCode,
	};
	expectPromises({...seen, traces: around.look(), milliseconds: performance.now() - began, limit});
	return ended;
}

export type Started = {
	readonly pid: number | undefined;
	/** What it has said so far. */
	readonly said: () => {readonly stdout: string; readonly stderr: string};
	readonly isRunning: () => boolean;
	readonly kill: (signal?: NodeJS.Signals) => void;
	/** `code` is null when a signal ended it. */
	readonly ended: Promise<{
		readonly code: number | null;
		readonly signal: NodeJS.Signals | null;
		readonly stdout: string;
		readonly stderr: string;
	}>;
};
type StartOptions = {
	readonly env?: Readonly<Record<string, string>>;
	/** In place of the shipped one. */
	readonly program?: string;
	/** A module that is loaded before it. */
	readonly preload?: string;
	readonly stdin?: string;
	/** Called with what was said on stderr so far. */
	readonly onError?: (stderr: string) => void;
};

/** Starts the program, to be disturbed while it runs. What every run promises is checked when it ends. */
export function start(words: readonly string[], options: StartOptions = {}): Started {
	const {env = {}, program = join(root, 'bin/usagectl.js'), preload, stdin, onError} = options;
	const around = createSurroundings();
	const began = performance.now();
	const child = spawn(process.execPath, [...(preload ? ['--import', preload] : []), program, ...words], {
		env: {...process.env, ...around.env, ...env},
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	child.stdin.on('error', () => undefined).end(stdin);
	const said = {stdout: '', stderr: ''};
	child.stdout.on('data', chunk => {
		said.stdout += chunk;
	});
	child.stderr.on('data', chunk => {
		said.stderr += chunk;
		onError?.(said.stderr);
	});
	const ended = once(child, 'close').then(([code, signal]) => {
		const seen = {argv: words, env, ...(stdin ? {stdin} : {}), ...said, exitCode: Number(code ?? killed)};
		expectPromises({...seen, traces: around.look(), milliseconds: performance.now() - began});
		return {code, signal, ...said};
	});
	const kill = (signal: NodeJS.Signals = 'SIGKILL') => {
		around.measure(child.pid);
		child.kill(signal);
	};
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	return {pid: child.pid, said: () => said, isRunning, kill, ended};
}

/** Builds a TypeScript module that imports from `src/…` into one file, as the program is built; its path comes back. */
export async function build(script: string, folder = temporaryFolder()): Promise<string> {
	const entry = join(folder, 'entry.ts');
	writeFileSync(entry, script.replaceAll("'src/", `'${root}/src/`));
	const bundle = await rolldown({
		input: entry,
		platform: 'node',
		// Native code cannot be bundled.
		external: [/^@duckdb/],
		resolve: {modules: [join(root, 'node_modules')], mainFields: ['module', 'main']},
	});
	const names = {entryFileNames: 'entry.mjs', chunkFileNames: '[name]-[hash].mjs'};
	await bundle.write({dir: join(folder, 'out'), format: 'esm', ...names});
	return join(folder, 'out/entry.mjs');
}

/** Runs such a module in a process of its own; `before` is shell that comes first (`ulimit`, …). */
export const run = async (script: string, before = ''): Promise<Ended> =>
	runShell(`${before} exec node '${await build(script)}'`, process.env);
