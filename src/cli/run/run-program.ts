import {createMask, type Mask} from '../../client/mask.ts';
import {CliError, exitCodes} from '../../errors.ts';
import {toCliError} from '../../output/failure.ts';
import type {Ports, Sink} from '../../ports.ts';
import {version} from '../../version.ts';
import type {InnerRun, RunLine} from '../definition/command.ts';
import {globalFlags} from '../definition/globals.ts';
import {type CommandTree, childrenOf} from '../find/command-tree.ts';
import {isHelp, locate} from '../find/locate.ts';
import {nameOwners} from '../parse/unknown-flags.ts';
import {reportFailure, wantsJson} from './report-failure.ts';

type Run = {
	readonly tree: CommandTree;
	readonly ports: Ports;
	readonly mask: Mask;
	/** Prints an error on stderr. */
	readonly complain: (error: CliError) => Promise<void>;
	/** Set for a line that runs inside another one; empty for the outermost. */
	readonly inner: InnerRun;
};

/** Runs the command line that names a command of `tree`, and returns the exit code. Catches every error. `mask` learns its secrets. */
export async function run(
	argv: readonly string[],
	tree: CommandTree,
	outside: Ports,
	mask = createMask(),
): Promise<number> {
	const stop = new AbortController();
	const abort = () => stop.abort(outside.signal.reason);
	outside.signal.addEventListener('abort', abort);
	const ports: Ports = {...outside, signal: stop.signal, stderr: createMaskedSink(outside.stderr, mask)};
	const complain = (error: CliError) => reportFailure(error, argv, ports);
	try {
		return await dispatch(argv, {tree, ports, mask, complain, inner: {}});
	} catch (thrown) {
		const error = toCliError(outside.signal.aborted ? explain(thrown, outside.signal.reason) : thrown);
		const {body} = error.details;
		if (body !== undefined) {
			const {writeText} = await import('../write/write-text.ts');
			await writeText(mask.text(body), ports.stdout).catch(() => {});
		}
		// A reader of stdout that went away needs no message.
		if (error.kind !== 'brokenPipe') await complain(error);
		return exitCodes[error.kind];
	} finally {
		outside.signal.removeEventListener('abort', abort);
		// Cancels requests that are still open.
		stop.abort(new CliError('interrupted', 'the run is over', {hint: ''}));
	}
}

/** After an interrupt, other failures are its consequence; a command may have thrown a better explanation of the interrupt itself. */
const explain = (thrown: unknown, reason: unknown): unknown =>
	thrown instanceof CliError && reason instanceof CliError && thrown.kind === reason.kind ? thrown : reason;

/** Masks secrets in everything that is written. */
export const createMaskedSink = (sink: Sink, mask: Mask): Sink => ({
	get isTTY() {
		return sink.isTTY;
	},
	columns: () => sink.columns(),
	write: chunk => sink.write(typeof chunk === 'string' ? mask.text(chunk) : chunk),
});

/** Passes text on in place of a stream. */
const createTextSink = (onText: (text: string) => void): Sink => ({
	isTTY: false,
	columns: () => 80,
	write: async chunk => onText(chunk.toString()),
});

const createTextInput = (text: string): Ports['stdin'] => ({
	isTTY: false,
	chunks: async function* () {
		yield Buffer.from(text);
	},
});

/** The surroundings of a line that runs inside another one. */
function createInner({tree, mask, ports}: Run, words: readonly string[], inner: InnerRun): Run {
	const {onOutput, onMessage, stdin, signal} = inner;
	const innerPorts: Ports = {
		...ports,
		...(onOutput ? {stdout: createTextSink(onOutput)} : {}),
		...(onMessage ? {stderr: createMaskedSink(createTextSink(onMessage), mask)} : {}),
		...(stdin === undefined ? {} : {stdin: createTextInput(stdin)}),
		...(signal ? {signal: AbortSignal.any([ports.signal, signal])} : {}),
	};
	return {tree, mask, ports: innerPorts, complain: error => reportFailure(error, words, innerPorts), inner};
}

async function dispatch(argv: readonly string[], run: Run): Promise<number> {
	const {tree} = run;
	const {stdout, stderr} = run.ports;
	const located = locate(tree, argv);
	const {entry, group, rest} = located;
	if (rest.slice(0, endOfFlags(rest)).some(isHelp)) {
		await stdout.write(await tree.help(located));
		return 0;
	}
	if (entry) {
		const {execute} = await import('./run-command.ts');
		const runLine: RunLine = (words, inner = {}) => dispatch(words, createInner(run, words, inner));
		return execute(entry, rest, {...run, runLine}).catch(async error => {
			throw await nameOwners(error, entry.path, tree);
		});
	}
	if (rest.includes('--version')) {
		await stdout.write(`${version}\n`);
		return 0;
	}
	const {parseWords, validateParsed, withoutFaults} = await import('../parse/parse-words.ts');
	const command = group?.path ?? '';
	const tables = [{flags: globalFlags, command}];
	validateParsed(withoutFaults(tables, parseWords(rest, {flags: globalFlags, args: [], command})), command);
	const help = await tree.help(located);
	// `usagectl` alone asks for help; a group without a command is a mistake, and its stdout may be a file.
	if (group) {
		if (!wantsJson(argv, run.ports.env)) await stderr.write(`${help}\n`);
		throw needsCommand(tree, group.path);
	}
	await stdout.write(help);
	return 0;
}

const needsCommand = (tree: CommandTree, path: string) =>
	new CliError('usage', `usagectl ${path} needs a command`, {
		hint: `name one: ${childrenOf(tree, path)
			.map(({word}) => word)
			.join(', ')}`,
	});

const endOfFlags = (words: readonly string[]) => {
	const end = words.indexOf('--');
	return end < 0 ? words.length : end;
};
