import {fstatSync, writeSync} from 'node:fs';
import {userInfo} from 'node:os';
import {setTimeout as sleep} from 'node:timers/promises';
import {createMaskedSink} from './cli/run/inner-run.ts';
import {reportFailure} from './cli/run/report-failure.ts';
import {run} from './cli/run/run-program.ts';
import {createMask} from './client/mask.ts';
import {commandTree} from './command-table.ts';
import {CliError, exitCodes} from './errors.ts';
import {toCliError} from './output/failure.ts';
import {printable} from './output/printable.ts';
import type {Ports, Sink, Spinner, Transport} from './ports.ts';
import {describeHome} from './session/folders.ts';
import {isSecretVariable} from './session/setting-table.ts';
import {systemClock} from './system-clock.ts';
import {createDescriptorSink, createLazySink, createStreamSink, needsStream} from './terminal/stream-sinks.ts';

/** The only file that uses the process: streams, environment, signals, exit code. Streams are created on first use. */

/** SIGBREAK is Ctrl-Break on Windows, where closing the window sends SIGHUP. */
const signals = {SIGINT: 'interrupted', SIGBREAK: 'interrupted', SIGTERM: 'terminated', SIGHUP: 'hangup'} as const;

const isTerminal = (descriptor: 1 | 2) => {
	if (!fstatSync(descriptor).isCharacterDevice()) return false;
	return (descriptor === 1 ? process.stdout : process.stderr).isTTY === true;
};
const isPipe = (descriptor: 1 | 2) => {
	const found = fstatSync(descriptor);
	return found.isFIFO() || found.isSocket();
};

/**
 * Writes files and devices with our own loop, because Node's stream takes a short write for a complete one, so a full disk would
 * exit with status 0.
 */
const createStdout = (): Sink =>
	isPipe(1) || isTerminal(1)
		? createStreamSink(process.stdout, 'stdout')
		: createDescriptorSink(bytes => writeSync(1, bytes), {where: 'stdout', isTTY: false});

/** Written synchronously, so that messages are complete when the process exits. */
function createStderr(): Sink {
	const isTTY = isTerminal(2);
	if (isTTY && needsStream) return createStreamSink(process.stderr, 'stderr');
	return createDescriptorSink(bytes => writeSync(2, bytes), {where: 'stderr', isTTY, stream: () => process.stderr});
}

/**
 * getaddrinfo cannot be cancelled and delays process exit: two tries of 5 s each. Shortens that for glibc if there is less time;
 * other systems ignore it.
 */
function limitResolver(timeoutMs: number): void {
	const seconds = Math.max(1, Math.floor(timeoutMs / 2000));
	if (seconds < 5) process.env.RES_OPTIONS ??= `timeout:${seconds} attempts:2`;
}

function createLateTransport(env: Ports['env']): Transport {
	let made: Promise<Transport> | undefined;
	const make = async () => {
		const {createTransport} = await import('./client/http/transport.ts');
		const {getProxy} = await import('./client/http/proxy-settings.ts');
		return createTransport(getProxy(env));
	};
	return async (request, options) => {
		limitResolver(options.deadlineMs);
		made ??= make();
		return (await made)(request, options);
	};
}

/** In milliseconds. The time for a run to finish its files after a signal. */
const graceMs = 800;

let received: NodeJS.Signals | undefined;
/** A pager handles Ctrl-C itself. */
let isPaging = false;

/** Aborts the run on a signal or an uncaught error; calls `forceEnd` on a second one, or if the run takes too long to end. */
function createStop(forceEnd: (error: CliError) => void): AbortController {
	const controller = new AbortController();
	const stop = (reason: unknown) => {
		const error = toCliError(reason);
		if (controller.signal.aborted) return forceEnd(error);
		controller.abort(error);
		setTimeout(forceEnd, graceMs, error).unref();
	};
	for (const [name, kind] of Object.entries(signals)) {
		process.on(name, () => {
			if (isPaging && name === 'SIGINT') return;
			received = name as NodeJS.Signals;
			stop(new CliError(kind, `stopped by ${name}`, {hint: 'run the same command again to start over'}));
		});
	}
	process.on('uncaughtException', stop);
	process.on('unhandledRejection', stop);
	return controller;
}

const isThreadWaiting = () => process.getActiveResourcesInfo().some(name => /^(?:GetAddrInfoReq|FSReq)/.test(name));

/**
 * `process.exit` waits for threads, for 10 s if a name server does not answer. After a signal, the signal itself ends such a
 * process, with the same status for a shell; a later one ends every process.
 */
async function exit(code: number): Promise<never> {
	for (const name of Object.keys(signals)) process.removeAllListeners(name);
	if (received !== undefined && process.platform !== 'win32') {
		for (let waited = 0; isThreadWaiting() && waited < 100; waited += 10) await sleep(10);
		if (isThreadWaiting()) process.kill(process.pid, received);
	}
	process.exit(code);
}

/** Removes credentials from the environment of the process, so that no child process inherits them. */
function takeEnvironment(): Ports['env'] {
	const env = {...process.env};
	for (const name of Object.keys(process.env).filter(isSecretVariable)) delete process.env[name];
	return env;
}

function findHome(env: Ports['env']): string {
	try {
		return userInfo().homedir;
	} catch (cause) {
		throw new CliError(
			'usage',
			`the home folder is unknown: ${describeHome(env)}, and the user database has no entry for this user`,
			{hint: 'set HOME or USAGECTL_CONFIG_DIR to a folder', cause},
		);
	}
}

function createPorts(env: Ports['env'], signal: AbortSignal): Ports {
	let spinner: Spinner | undefined;
	const overSpinner = (create: () => Sink) => createLazySink(create, () => spinner?.clear());
	return {
		env,
		platform: process.platform,
		home: () => findHome(env),
		clock: systemClock,
		stdout: overSpinner(createStdout),
		stderr: overSpinner(createStderr),
		stdin: {
			get isTTY() {
				return process.stdin.isTTY === true;
			},
			chunks: () => process.stdin,
		},
		prompt: async (text, options) =>
			(await import('./terminal/text-prompt.ts')).createPrompt(process.stdin, process.stderr)(text, options),
		createSpinner: async () => {
			const {createSpinner} = await import('./terminal/spinner.ts');
			// ora allows one spinner per stream; the lines of a question run inside another command.
			spinner ??= createSpinner(process.stderr);
			return spinner;
		},
		page: text => page(text, signal),
		transport: createLateTransport(env),
		signal,
	};
}

async function page(text: string, signal: AbortSignal): Promise<boolean> {
	const {findPager, runPager} = await import('./terminal/pager.ts');
	const command = findPager(process.env);
	if (command === undefined) return false;
	isPaging = true;
	return runPager(text, {command, env: process.env, signal}).finally(() => {
		isPaging = false;
	});
}

const isOpen = (descriptor: number) => {
	try {
		fstatSync(descriptor);
		return true;
	} catch {
		return false;
	}
};

/** Exits if a standard stream is missing, as some Windows launchers leave it: output would be lost or go into another file. */
function requireStreams(): void {
	const missing = ['stdin', 'stdout', 'stderr'].filter((_, descriptor) => !isOpen(descriptor));
	if (missing.length === 0) return;
	const hint = 'start it with all three streams, for example with <NUL >NUL 2>NUL';
	try {
		// Throws if another file, such as a pipe of Wine, has the descriptor of stderr; a message would corrupt it.
		void process.stderr;
		writeSync(2, `error: the program was started without ${missing.join(', ')}\nhint: ${hint}\n`);
	} catch {
		// It was started without stderr.
	}
	process.exit(exitCodes.disk);
}

export async function main(): Promise<void> {
	requireStreams();
	const argv = process.argv.slice(2);
	// stderr is synchronous: the message is complete before the process exits.
	const mask = createMask();
	const forceEnd = (error: CliError) => {
		const stderr = createMaskedSink(ports.stderr, mask);
		void reportFailure(error, argv, {...ports, stderr})
			// A program that was replaced meanwhile has lost the parts that it loads on demand.
			.catch(() =>
				stderr.write(`error: ${printable(error.message)}\nhint: run the command again, or install usagectl again\n`),
			)
			.finally(() => exit(exitCodes[error.kind]));
	};
	const stop = createStop(forceEnd);
	const ports = createPorts(takeEnvironment(), stop.signal);
	const onDry = () => forceEnd(toCliError(new Error('the run stopped without a result')));
	process.on('beforeExit', onDry);
	// All output is written; anything still open, such as a name lookup, is of no use.
	exit(await run(argv, commandTree, ports, mask));
}
