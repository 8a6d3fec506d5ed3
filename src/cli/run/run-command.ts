import {join} from 'node:path';
import type {Mask} from '../../client/mask.ts';
import {RequestPrinted} from '../../client/request-printed.ts';
import {CliError, exitCodes} from '../../errors.ts';
import {needsByteOrderMark} from '../../files/platform.ts';
import type {Ports, Sink} from '../../ports.ts';
import {getFolders} from '../../session/folders.ts';
import {wantsColor} from '../../terminal/color.ts';
import type {FileSink} from '../../terminal/file-sink.ts';
import {counted} from '../../text/wording.ts';
import {createMessages} from '../context/messages.ts';
import {findSandboxProduct} from '../context/open-sandbox.ts';
import {withRecord} from '../context/record-run.ts';
import {RawAnswer} from '../context/run-client.ts';
import {type BaseContext, createContext, forProduct, withoutProduct} from '../context/run-context.ts';
import type {CheckLine, Command, Context, InnerRun, Outcome, RunLine} from '../definition/command.ts';
import type {Globals} from '../definition/globals.ts';
import {listMistakes} from '../definition/several-errors.ts';
import type {CommandTree, Entry} from '../find/command-tree.ts';
import {type CommandLine, parseCommandLine, resolveCommandLine} from '../parse/command-line.ts';
import {validateCommandLine} from '../validate/validate-line.ts';
import {type Presentation, present, type Written} from '../write/present.ts';
import {writeText} from '../write/write-text.ts';
import {runPerProduct} from './run-per-product.ts';

type Complain = (error: CliError) => Promise<void>;
type Call = {readonly command: Command; readonly line: CommandLine; readonly checkLine: CheckLine};
type Result = {readonly outcome: Outcome; readonly written?: Written | undefined};

/** Runs the command without a product, for one, or for each of several. */
async function runCommand(
	{command, line, checkLine}: Call,
	context: BaseContext,
	complain: Complain,
): Promise<Outcome> {
	const {options, args, globals} = line;
	if (!command.product) return command.run(options, args, withoutProduct(context, checkLine));
	const runFor = (find: Context['product']) => command.run(options, args, forProduct(context, find));
	const [first, ...others] = globals.products;
	if (first === undefined) return runFor(() => findSandboxProduct(context));
	if (others.length === 0 || command.product === 'one') return runFor(async () => first);
	return runPerProduct(globals.products, product => runFor(async () => product), complain);
}

const openPage = async (path: string) => (await import('../../terminal/open-page.ts')).openPage(path);

/** Runs the command and writes its output. `--raw` and `--print-request` end it with their first call. */
async function produce(call: Call, context: BaseContext, {sink, bom, complain, onRows}: Output): Promise<Result> {
	const {globals, env, clock, note, settings, stateDir, signal} = context;
	const color = wantsColor(globals.color, {env, isTTY: sink.isTTY});
	const {chart: rule} = call.command;
	try {
		const outcome = await runCommand(call, context, complain);
		const wantsRows = globals.out !== undefined || settings.values.output?.origin === 'flag';
		const shown = {globals, sink, color, bom, clock, note, rule, wantsRows, openPage, stateDir, signal};
		const presentation = onRows ? {...shown, onRows} : shown;
		return {outcome, written: await present(outcome, presentation)};
	} catch (error) {
		if (error instanceof RequestPrinted) return {outcome: {}};
		if (!(error instanceof RawAnswer)) throw error;
		await writeText(error.body, sink);
		return {outcome: {text: error.body}};
	}
}
type Output = Pick<Presentation, 'sink' | 'bom'> & Pick<InnerRun, 'onRows'> & {readonly complain: Complain};

/** Whether CSV begins with a byte order mark: as asked, or where a person makes a file that a spreadsheet of Windows will open. */
function wantsBom({csvBom, out}: Globals, {platform, stderr}: Ports): boolean {
	return csvBom ?? (/\.csv$/i.test(out ?? '') && stderr.isTTY && needsByteOrderMark(platform));
}

/** There may be none: `--dry-run` leaves the file of yesterday as it is. */
const hasOutput = ({outcome}: Result) => 'one' in outcome || 'text' in outcome || outcome.dataset !== undefined;

/** Calls `work` with stdout, or with the file of `--out`, which appears only when it is whole, and is then noted. */
async function withOutput(
	{out}: Globals,
	{ports, note}: {readonly ports: Ports; readonly note: Context['note']},
	work: (sink: Sink) => Promise<Result>,
): Promise<Result> {
	if (out === undefined || out === '-') return work(ports.stdout);
	const {withFileSink} = await import('../../terminal/file-sink.ts');
	const write = async (sink: FileSink) => ({...(await work(sink)), isFile: sink.isFile});
	const result = await withFileSink(out, write, hasOutput);
	const {written, isFile} = result;
	if (isFile && hasOutput(result)) await note(`wrote ${out}${written ? `: ${counted(written.rows, 'row')}` : ''}`);
	return result;
}

/** `--lock NAME`: one run at a time under that name. */
async function withNamedLock<T>(context: BaseContext, work: () => Promise<T>): Promise<T> {
	const {globals, stateDir, clock, signal} = context;
	if (!globals.lock) return work();
	const {withLock} = await import('../../files/with-lock.ts');
	return withLock({folder: join(stateDir, 'locks'), name: globals.lock, clock, signal}, work);
}

function getExitCode({outcome, written}: Result, {failOnEmpty, strict}: Globals, caveatCount: number): number {
	const own = typeof outcome.exit === 'function' ? outcome.exit() : outcome.exit;
	if (own) return own;
	if (failOnEmpty && written && (written.rows === 0 || written.isZero)) {
		throw new CliError('assertion', written.rows === 0 ? 'there are no rows' : 'every figure is 0 or absent', {
			hint: '--fail-on-empty asked for at least one that is not 0',
		});
	}
	return strict && caveatCount > 0 ? exitCodes.assertion : 0;
}

/** What the product of a line calls its properties. */
const readNames = async (globals: Globals, ports: Ports) =>
	(await import('../product/product-properties.ts')).readProductNames({...getFolders(ports), globals});

type Surroundings = {
	readonly tree: CommandTree;
	readonly ports: Ports;
	readonly mask: Mask;
	readonly complain: Complain;
	readonly runLine: RunLine;
	readonly inner: InnerRun;
};

/**
 * Runs one command: words → options → outcome → text; returns the exit code. `complain` reports the failure of one product while
 * others go on.
 */
export async function execute(
	{path, load}: Entry,
	words: readonly string[],
	{tree, ports, mask, complain, runLine, inner}: Surroundings,
): Promise<number> {
	const command = await load();
	const parsed = parseCommandLine(words, {...command, path});
	const gather = async (mistakes: readonly CliError[], resolveLine: () => Promise<CommandLine>) =>
		(await import('../validate/gather-errors.ts')).gatherMistakes(mistakes, resolveLine, {path, command, ports, mask});
	const resolveLine = () => resolveCommandLine(parsed, {...command, path}, ports);
	if (parsed.mistakes.length > 0) throw await gather(parsed.mistakes, resolveLine);
	const line = await resolveLine();
	await validateCommandLine(path, command, {...line, isInner: inner.onOutput !== undefined}, () =>
		readNames(line.globals, ports),
	).catch(async (error: unknown) => {
		throw error instanceof CliError && error.kind === 'usage'
			? await gather(listMistakes(error), async () => line)
			: error;
	});
	const messages = createMessages(line.globals, ports);
	return withRecord({command: path, globals: line.globals, ports, mask, messages}, async recorded => {
		const bom = wantsBom(line.globals, ports);
		const {context, close} = createContext(line, {ports: recorded, mask, messages, runLine, inner});
		const checkLine: CheckLine = async (...asked) =>
			(await import('./check-line.ts')).createCheckLine(tree, context, ports)(...asked);
		try {
			const result = await withNamedLock(context, () =>
				withOutput(line.globals, {ports, note: messages.note}, sink =>
					produce({command, line, checkLine}, context, {sink, bom, complain, ...inner}),
				),
			);
			return getExitCode(result, line.globals, messages.caveatCount());
		} finally {
			await close();
		}
	});
}
