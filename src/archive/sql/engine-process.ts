import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {CliError, type FailureDetails, type FailureKind} from '../../errors.ts';
import {canLimitMemory} from '../../files/platform.ts';
import {createMemoryError, type Engine, type EngineOptions, withFailures} from './engine.ts';

/**
 * Runs DuckDB in a process of its own for SQL of the user, because some functions cannot be interrupted and use memory
 * that it does not count. The process can be killed at any moment, and on Linux the system limits its memory.
 */

/** The first request is `open`, followed by calls of engine methods, one at a time. */
export type EngineRequest = {readonly name: 'open' | keyof Engine; readonly args: readonly unknown[]};

/** One per request, in order. An error of DuckDB has no kind. */
export type EngineReply =
	| {readonly result: unknown}
	| {readonly message: string}
	| {readonly kind: FailureKind; readonly message: string; readonly details: FailureDetails};

/** The limit of the system on data of the process. The engine, Node and their threads use at most two thirds of it. */
const maxDataKiB = 1.5 * 2 ** 20;

/** The bundle of src/engine-main.ts, as seen from this file's chunk and from its source. */
const bundlePaths = ['../engine.cjs', '../../../dist/engine.cjs'];

function startProcess(): ChildProcess {
	const program = bundlePaths.map(place => join(import.meta.dirname, place)).find(existsSync) ?? 'engine.cjs';
	const command = [process.execPath, program];
	// ulimit fails if the limit is already lower; that limit then stays in force.
	const commandWithLimit = ['/bin/sh', '-c', `ulimit -d ${maxDataKiB} 2>/dev/null; exec "$0" "$@"`, ...command];
	const [file = '', ...words] = canLimitMemory ? commandWithLimit : command;
	return spawn(file, words, {
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		serialization: 'advanced',
		windowsHide: true,
	});
}

/** Signals that end a process which cannot allocate memory. */
const memorySignals: readonly unknown[] = ['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGILL'];

const createEndError = (code: number | null, signal: NodeJS.Signals | null): CliError =>
	memorySignals.includes(signal)
		? createMemoryError(`out of memory: the system killed the query (${signal})`)
		: new CliError('internal', `the database engine exited with ${signal ?? code}`, {
				hint: 'run the command again; if it happens again, report it',
			});

type PendingCall = {readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void};

function createCalls(child: ChildProcess): (request: EngineRequest) => Promise<unknown> {
	const waiting: PendingCall[] = [];
	let end: CliError | undefined;
	const endAll = (error: CliError) => {
		end ??= error;
		for (const {reject} of waiting.splice(0)) reject(end);
	};
	child.on('message', (answer: EngineReply) => {
		const call = waiting.shift();
		if ('result' in answer) call?.resolve(answer.result);
		else if ('kind' in answer) call?.reject(new CliError(answer.kind, answer.message, answer.details));
		else call?.reject(new Error(answer.message));
	});
	child.on('exit', (code, signal) => endAll(createEndError(code, signal)));
	child.on('error', cause => {
		endAll(
			new CliError('disk', `cannot start the database engine: ${cause.message}`, {
				hint: 'run the command again',
				cause,
			}),
		);
	});
	return request =>
		new Promise((resolve, reject) => {
			if (end) return reject(end);
			waiting.push({resolve, reject});
			child.send(request);
		});
}

type ProcessOptions = EngineOptions & {
	readonly signal: AbortSignal;
	readonly detail: (text: string) => Promise<void>;
};

export type EngineProcess = Engine & {
	/** Starts again with an empty database, whose SQL can access the folders of these options. */
	readonly reopen: (options: EngineOptions) => Promise<void>;
};

/** An abort kills the process at once. Throws CliError: `usage` if DuckDB is not installed, `disk`. */
export async function openEngineProcess({signal, detail, ...options}: ProcessOptions): Promise<EngineProcess> {
	if (!canLimitMemory)
		await detail('this system cannot limit the memory of the query process; only the limit of the engine applies');
	const child = startProcess();
	const exited = once(child, 'exit').catch(() => undefined);
	const kill = () => void child.kill('SIGKILL');
	signal.addEventListener('abort', kill);
	const call = createCalls(child);
	const open = (next: EngineOptions) => call({name: 'open', args: [{...next, hasTempLimit: true}]});
	const ask =
		(name: keyof Engine) =>
		(...args: readonly unknown[]) =>
			call({name, args});
	const close = async () => {
		signal.removeEventListener('abort', kill);
		kill();
		await exited;
	};
	const engine = {
		...Object.fromEntries((['run', 'rows', 'append', 'start', 'next'] as const).map(name => [name, ask(name)])),
		close,
	} as Engine;
	try {
		signal.throwIfAborted();
		await open(options);
	} catch (error) {
		await close();
		throw signal.aborted ? signal.reason : error;
	}
	return {...withFailures(engine, signal), reopen: async next => void (await open(next))};
}
