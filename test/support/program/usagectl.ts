import {run} from '../../../src/cli/run/run-program.ts';
import {createTransport} from '../../../src/client/http/transport.ts';
import {commandTree} from '../../../src/command-table.ts';
import {CliError} from '../../../src/errors.ts';
import type {Clock, HttpRequest, Ports, Sink, Transport} from '../../../src/ports.ts';
import {temporaryFolder} from '../disk/folders.ts';
import {fakeClock} from '../laws/clock.ts';
import {expectPromises} from '../laws/promises.ts';
import {withinQuota} from '../service/quota-reply.ts';

export type Setup = {
	readonly env?: Readonly<Record<string, string>>;
	readonly stdin?: string | Uint8Array;
	/** What comes on stdin over time, in place of a text. */
	readonly chunks?: AsyncIterable<Uint8Array>;
	/** Columns of the terminal that stdout and stderr are; absent: they are pipes. */
	readonly columns?: number;
	/** Bits of color that it has. */
	readonly colorDepth?: number;
	readonly clock?: Clock;
	/** What is typed at each question, in order. */
	readonly answers?: readonly string[];
	readonly signal?: AbortSignal;
	/** Sees what is written to stdout as it comes: for commands that go on until they are stopped. */
	readonly onOutput?: (text: string) => void;
	/** The system that it thinks it runs on. */
	readonly platform?: string;
	/** What the run may take, in milliseconds, where it is known to have much to do. */
	readonly limit?: number;
	/** In place of the real one, over sockets. */
	readonly transport?: Transport;
	/** The service itself answers whether the product was over its quota. */
	readonly asksQuota?: true;
};
export type Ended = {readonly stdout: string; readonly stderr: string; readonly exitCode: number};

/** Splits a line as a shell would: blanks, 'single' and "double" quotes, a backslash outside single quotes. */
export function words(line: string): string[] {
	const parts = line.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g) ?? [];
	const unquote = (part: string) =>
		part.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_, single?: string, double?: string, escaped?: string) =>
			single !== undefined ? single : (escaped ?? (double ?? '').replace(/\\(["\\$`])/g, '$1')),
		);
	return parts.map(unquote);
}

async function* only(bytes: Uint8Array) {
	yield bytes;
}

function createSink({
	columns,
	colorDepth,
	onOutput,
}: Pick<Setup, 'columns' | 'colorDepth' | 'onOutput'>): Sink & {readonly text: () => string} {
	const chunks: Buffer[] = [];
	return {
		isTTY: columns !== undefined,
		columns: () => columns ?? 80,
		...(colorDepth === undefined ? {} : {colorDepth: () => colorDepth}),
		write: async chunk => {
			chunks.push(Buffer.from(chunk as string));
			onOutput?.(chunk.toString());
		},
		text: () => Buffer.concat(chunks).toString(),
	};
}

/**
 * The real program in this process: `usagectl('report current --from -90d')`, with or without the leading name.
 * Nothing of the machine gets in: folders, clock and environment are the test's own. What every run promises is checked.
 */
export async function usagectl(line: string | readonly string[], setup: Setup = {}): Promise<Ended> {
	const argv = (typeof line === 'string' ? words(line) : [...line]).filter((word, at) => at > 0 || word !== 'usagectl');
	const stdout = createSink(setup);
	const {onOutput: _, ...quiet} = setup;
	const stderr = createSink(quiet);
	const answers = [...(setup.answers ?? [])];
	const requests: HttpRequest[] = [];
	const sent = setup.transport ?? createTransport();
	const transport = setup.asksQuota ? sent : withinQuota(sent);
	const ports: Ports = {
		env: {USAGECTL_CONFIG_DIR: setup.env?.USAGECTL_CONFIG_DIR ?? temporaryFolder(), TZ: 'UTC', ...setup.env},
		platform: setup.platform ?? 'linux',
		home: () => '/nonexistent',
		clock: setup.clock ?? fakeClock(),
		stdout,
		stderr,
		stdin: {
			isTTY: setup.columns !== undefined && setup.stdin === undefined,
			chunks: () => setup.chunks ?? only(Buffer.from((setup.stdin ?? '') as string)),
		},
		prompt: async text => {
			const answer = answers.shift();
			if (answer === undefined) throw new CliError('usage', 'the prompt was not answered', {hint: 'nothing was sent'});
			await stderr.write(`${text}\n`);
			return answer;
		},
		createSpinner: async () => ({show: () => {}, clear: () => {}, stop: () => {}}),
		page: async () => false,
		transport: (request, options) => {
			requests.push(request);
			return transport(request, options);
		},
		signal: setup.signal ?? new AbortController().signal,
	};
	const began = performance.now();
	const exitCode = await run(argv, commandTree, ports);
	const ended = {stdout: stdout.text(), stderr: stderr.text(), exitCode};
	const stdin = setup.stdin === undefined ? {} : {stdin: setup.stdin.toString()};
	const limit = setup.limit === undefined ? {} : {limit: setup.limit};
	const milliseconds = performance.now() - began;
	expectPromises({...ended, ...stdin, ...limit, argv, env: ports.env, requests, milliseconds});
	return ended;
}

/** Sessions as a person sees them: each line with what it prints, `!` before lines of stderr, and the code when it is not 0. */
export async function transcript(lines: readonly string[], setup: Setup = {}): Promise<string> {
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder(), ...setup.env};
	const sessions: string[] = [];
	for (const line of lines) {
		const {stdout, stderr, exitCode} = await usagectl(line, {...setup, env});
		const errors = stderr.replace(/^(?=.)/gm, '! ');
		sessions.push(
			`$ usagectl ${line.replace(/^usagectl ?/, '')}\n${stdout}${errors}${exitCode === 0 ? '' : `[exit ${exitCode}]\n`}`,
		);
	}
	return sessions.join('\n');
}
