import {fstatSync, writeSync} from 'node:fs';
import {homedir} from 'node:os';
import {setTimeout as sleep} from 'node:timers/promises';
import {CliError} from './errors.ts';
import type {Clock, Sink, World} from './ports.ts';
import {run} from './run.ts';
import {createDescriptorSink, createStreamSink} from './terminal/sinks.ts';

/** The only file that reads the process: streams, environment, signals, exit code. */

const signals = {SIGINT: 'interrupted', SIGTERM: 'terminated', SIGHUP: 'hangup'} as const;

const clock: Clock = {
	now: () => new Date(),
	sleep: async (milliseconds, signal) => {
		await sleep(milliseconds, undefined, signal ? {signal} : {});
	},
};

/** Files and devices get our own loop: Node's stream takes a short write for a whole one, and a full disk would end 0. */
function createSink(descriptor: 1 | 2, getStream: () => NodeJS.WriteStream, where: string): Sink {
	const found = fstatSync(descriptor);
	const isDirect = found.isFile() || (found.isCharacterDevice() && !getStream().isTTY);
	return isDirect
		? createDescriptorSink(bytes => writeSync(descriptor, bytes), where)
		: createStreamSink(getStream(), where);
}

/** The first signal asks the run to end, the second ends it. */
function onSignals(): AbortSignal {
	const controller = new AbortController();
	for (const [name, kind] of Object.entries(signals)) {
		process.on(name, () => {
			if (controller.signal.aborted) process.exit(128 + {interrupted: 2, terminated: 15, hangup: 1}[kind]);
			controller.abort(new CliError(kind, `stopped by ${name}`, {hint: 'run the same command again'}));
		});
	}
	return controller.signal;
}

export async function main(): Promise<void> {
	const world: World = {
		env: process.env,
		platform: process.platform,
		home: homedir(),
		clock,
		stdout: createSink(1, () => process.stdout, 'stdout'),
		stderr: createSink(2, () => process.stderr, 'stderr'),
		stdin: {isTTY: process.stdin.isTTY === true, chunks: () => process.stdin},
		prompt: async (text, options) =>
			(await import('./terminal/prompt.ts')).createPrompt(process.stdin, process.stderr)(text, options),
		createSpinner: async () => (await import('./terminal/spinner.ts')).createSpinner(process.stderr),
		signal: onSignals(),
	};
	process.exitCode = await run(process.argv.slice(2), world);
}
