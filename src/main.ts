import {fstatSync, type Stats, statSync, writeSync} from 'node:fs';
import {devNull, homedir} from 'node:os';
import {CliError, exitCodes} from './errors.ts';
import {toCliError} from './output/failure.ts';
import type {Clock, Ports, Sink, Spinner, Transport} from './ports.ts';
import {reportFailure} from './run/report-failure.ts';
import {run} from './run.ts';
import {createClearingSink, createDescriptorSink, createLazySink, createStreamSink} from './terminal/sinks.ts';

/** The only file that reads the process: streams, environment, signals, exit code. Touches of it what a run needs, since each stream costs a start-up of its own. */

const signals = {SIGINT: 'interrupted', SIGTERM: 'terminated', SIGHUP: 'hangup'} as const;

const clock: Clock = {
	now: () => new Date(),
	sleep: async (milliseconds, signal) => {
		const {setTimeout} = await import('node:timers/promises');
		await setTimeout(milliseconds, undefined, signal ? {signal} : {});
	},
};

/** Asked first, since Node loads its network to tell a terminal from another device (6 ms), and cron writes to this one. */
const isNowhere = (found: Stats) => found.rdev === statSync(devNull, {throwIfNoEntry: false})?.rdev;
const isTerminal = (descriptor: 1 | 2) => {
	const found = fstatSync(descriptor);
	if (!found.isCharacterDevice() || isNowhere(found)) return false;
	return (descriptor === 1 ? process.stdout : process.stderr).isTTY === true;
};
const isPipe = (descriptor: 1 | 2) => {
	const found = fstatSync(descriptor);
	return found.isFIFO() || found.isSocket();
};

/** Files and devices get our own loop: Node's stream takes a short write for a whole one, and a full disk would end 0. */
const createStdout = (): Sink =>
	isPipe(1) || isTerminal(1)
		? createStreamSink(process.stdout, 'stdout')
		: createDescriptorSink(bytes => writeSync(1, bytes), {where: 'stdout', isTTY: false});

/** A few lines at most: written at once, so that they are out before whatever comes next. */
const createStderr = (): Sink =>
	createDescriptorSink(bytes => writeSync(2, bytes), {where: 'stderr', isTTY: isTerminal(2)});

/** The HTTP library comes with the first request. */
function createLateTransport(env: Ports['env']): Transport {
	let made: Promise<Transport> | undefined;
	const make = async () => {
		const {createTransport} = await import('./client/http/transport.ts');
		const {getProxy} = await import('./client/http/proxy.ts');
		return createTransport(getProxy(env));
	};
	return async (request, options) => {
		made ??= make();
		return (await made)(request, options);
	};
}

/** How long a run that was asked to end may take to put its files in order. */
const graceMs = 1000;

/** What ends a run from outside: signals, failures that nobody awaits, and an event loop that runs dry without a result. */
function createStop(forceEnd: (error: CliError) => void): AbortController {
	const controller = new AbortController();
	const stop = (reason: unknown) => {
		const error = toCliError(reason);
		if (controller.signal.aborted) return forceEnd(error);
		controller.abort(error);
		setTimeout(forceEnd, graceMs, error).unref();
	};
	for (const [name, kind] of Object.entries(signals)) {
		process.on(name, () => stop(new CliError(kind, `stopped by ${name}`, {hint: 'the same command starts again'})));
	}
	process.on('uncaughtException', stop);
	process.on('unhandledRejection', stop);
	return controller;
}

const secretVariables = ['USAGECTL_PASSWORD', 'USAGECTL_SESSION_ID'];

/** The environment; credentials are taken out of the process's own, so that no program it starts inherits them. */
function takeEnvironment(): Ports['env'] {
	const env = {...process.env};
	for (const name of secretVariables) delete process.env[name];
	return env;
}

function createPorts(env: Ports['env'], signal: AbortSignal): Ports {
	let spinner: Spinner | undefined;
	const overSpinner = (create: () => Sink) => createClearingSink(createLazySink(create), () => spinner?.clear());
	return {
		env,
		platform: process.platform,
		home: env.HOME ?? homedir(),
		clock,
		stdout: overSpinner(createStdout),
		stderr: overSpinner(createStderr),
		stdin: {
			get isTTY() {
				return process.stdin.isTTY === true;
			},
			chunks: () => process.stdin,
		},
		prompt: async (text, options) =>
			(await import('./terminal/prompt.ts')).createPrompt(process.stdin, process.stderr)(text, options),
		createSpinner: async () => {
			spinner = (await import('./terminal/spinner.ts')).createSpinner(process.stderr);
			return spinner;
		},
		transport: createLateTransport(env),
		signal,
	};
}

export async function main(): Promise<void> {
	const argv = process.argv.slice(2);
	// Our own sink writes at once: the words are out before the process is.
	const forceEnd = (error: CliError) =>
		void reportFailure(error, argv, ports).then(() => process.exit(exitCodes[error.kind]));
	const stop = createStop(forceEnd);
	const ports = createPorts(takeEnvironment(), stop.signal);
	const onDry = () => forceEnd(toCliError(new Error('the run stopped without a result')));
	process.on('beforeExit', onDry);
	process.exitCode = await run(argv, ports);
	process.off('beforeExit', onDry);
}
