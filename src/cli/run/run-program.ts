import {createMask} from '../../client/mask.ts';
import {CliError, exitCodes, joinErrors, seeHelp} from '../../errors.ts';
import type {Line} from '../../lines/checked-line.ts';
import {toCliError} from '../../output/failure.ts';
import type {Ports} from '../../ports.ts';
import {version} from '../../version.ts';
import {type CommandTree, childrenOf, type Located} from '../find/command-tree.ts';
import {isHelp, locate} from '../find/locate.ts';
import {createInnerRun, createMaskedSink, type Run} from './inner-run.ts';
import {reportFailure, wantsJson} from './report-failure.ts';

/** Returns the exit code and catches every error. `mask` learns the secrets of the run. */
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
	const reportError = (error: CliError) => reportFailure(error, argv, ports);
	try {
		return await runLine(argv, {tree, ports, mask, reportError, inner: {}});
	} catch (thrown) {
		const error = toCliError(outside.signal.aborted ? explain(thrown, outside.signal.reason) : thrown);
		const {body} = error.details;
		if (body !== undefined) {
			const {writeText} = await import('../write/write-text.ts');
			await writeText(mask.text(body), ports.stdout).catch(() => {});
		}
		// A closed reader of stdout needs no message.
		if (error.kind !== 'brokenPipe') await reportError(error);
		return exitCodes[error.kind];
	} finally {
		outside.signal.removeEventListener('abort', abort);
		// Cancels requests that are still open.
		stop.abort(new CliError('interrupted', 'the run has ended', {hint: ''}));
	}
}

/** After an interrupt, other failures are its consequence; a command may have thrown a better explanation of the interrupt itself. */
const explain = (thrown: unknown, reason: unknown): unknown =>
	thrown instanceof CliError && reason instanceof CliError && thrown.kind === reason.kind ? thrown : reason;

async function runLine(line: readonly string[] | Line, run: Run): Promise<number> {
	const {tree, ports} = run;
	const argv = 'path' in line ? line.path.split(' ') : line;
	const located = locate(tree, argv);
	const {entry, rest} = located;
	if (asksForHelp(rest)) {
		await ports.stdout.write(await tree.help(located));
		return 0;
	}
	if (!entry) return runWithoutCommand(located, argv, run);
	const {runCommand} = await import('./run-command.ts');
	return runCommand(entry, 'path' in line ? line : rest, run, (other, inner = {}) =>
		runLine(other, createInnerRun(run, other, inner)),
	);
}

function asksForHelp(words: readonly string[]): boolean {
	const end = words.indexOf('--');
	return words.slice(0, end < 0 ? words.length : end).some(isHelp);
}

/** `usagectl` alone asks for help. A group without a command is an error; its stdout may be a file, so stderr gets the help. */
async function runWithoutCommand(located: Located, argv: readonly string[], {tree, ports}: Run): Promise<number> {
	const {group, rest} = located;
	if (rest.includes('--version')) {
		await ports.stdout.write(`${version}\n`);
		return 0;
	}
	await validateGlobalFlags(rest, group?.path ?? '');
	const help = await tree.help(located);
	if (!group) {
		await ports.stdout.write(help);
		return 0;
	}
	if (!wantsJson(argv, ports.env)) await ports.stderr.write(`${help}\n`);
	const words = childrenOf(tree, group.path).map(({word}) => word);
	throw new CliError('usage', `usagectl ${group.path} needs a command`, {hint: `name one: ${words.join(', ')}`});
}

async function validateGlobalFlags(words: readonly string[], path: string): Promise<void> {
	const {checkTexts, parseWords} = await import('../parse/parse-words.ts');
	const {createUnknownFlagError} = await import('../parse/unknown-flags.ts');
	const grammar = {path, flags: {}};
	const {unknownFlags, errors} = checkTexts(parseWords(words, grammar), grammar);
	const all = [...unknownFlags.map(word => createUnknownFlagError(word, grammar)), ...errors];
	if (all.length > 0) throw joinErrors(all, seeHelp(path));
}
