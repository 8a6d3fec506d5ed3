import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {CliError, type FailureDetails, type FailureKind} from '../../../errors.ts';
import {canLimitMemory} from '../../../files/platform.ts';
import {createMemoryError, type Engine, type EngineOptions, withFailures} from './engine.ts';

/**
 * DuckDB in a process of its own, for SQL of the user: some of its functions cannot be interrupted, and take memory that it
 * does not count. The process can be killed at any moment, and on Linux the system limits its memory.
 */

/** A request to the process of an engine: `open` first, with its options, then methods of the engine, one after the other. */
export type Request = {readonly name: 'open' | keyof Engine; readonly args: readonly unknown[]};

/** Its answers, in the order of the requests. An error of DuckDB has no kind. */
export type Answer =
	| {readonly result: unknown}
	| {readonly message: string}
	| {readonly kind: FailureKind; readonly message: string; readonly details: FailureDetails};

/** Data that the system lets the process have, in KiB. The engine, Node and their threads reach two thirds of it. */
const limitKiB = 1.5 * 2 ** 20;

/** The bundle of src/engine-main.ts: seen from this file's chunk, and from its source. */
const places = ['../engine.cjs', '../../../../dist/engine.cjs'];

function startProcess(): ChildProcess {
	const program = places.map(place => join(import.meta.dirname, place)).find(existsSync) ?? 'engine.cjs';
	const command = [process.execPath, program];
	// A limit that is lower already stays.
	const limited = ['/bin/sh', '-c', `ulimit -d ${limitKiB} 2>/dev/null; exec "$0" "$@"`, ...command];
	const [file = '', ...words] = canLimitMemory ? limited : command;
	return spawn(file, words, {
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		serialization: 'advanced',
		windowsHide: true,
	});
}

/** Signals that end a process which gets no memory. */
const memorySignals: readonly unknown[] = ['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGILL'];

const createEndError = (code: number | null, signal: NodeJS.Signals | null): CliError =>
	memorySignals.includes(signal)
		? createMemoryError(`out of memory: the system killed the query (${signal})`)
		: new CliError('internal', `the database engine exited with ${signal ?? code}`, {
				hint: 'run the command again; if it happens again, report it',
			});

type Waiting = {readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void};

/** Sends requests to the process, and matches the answers to them. */
function createCalls(child: ChildProcess): (request: Request) => Promise<unknown> {
	const waiting: Waiting[] = [];
	let end: CliError | undefined;
	const endAll = (error: CliError) => {
		end ??= error;
		for (const {reject} of waiting.splice(0)) reject(end);
	};
	child.on('message', (answer: Answer) => {
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
	/** Says with `-v` what the system lacks. */
	readonly detail: (text: string) => Promise<void>;
};

/** Opens DuckDB in a process of its own. An abort kills it at once. Throws CliError: `usage` where DuckDB is not installed, `disk`. */
export async function openEngineProcess({signal, detail, ...options}: ProcessOptions): Promise<Engine> {
	if (!canLimitMemory)
		await detail('this system cannot limit the memory of the query process; only the limit of the engine applies');
	const child = startProcess();
	const exited = once(child, 'exit').catch(() => undefined);
	const kill = () => void child.kill('SIGKILL');
	signal.addEventListener('abort', kill);
	const call = createCalls(child);
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
		...Object.fromEntries(
			(['run', 'rows', 'append', 'inspect', 'start', 'next'] as const).map(name => [name, ask(name)]),
		),
		close,
	} as Engine;
	try {
		signal.throwIfAborted();
		await call({name: 'open', args: [options]});
	} catch (error) {
		await close();
		throw signal.aborted ? signal.reason : error;
	}
	return withFailures(engine, signal);
}
