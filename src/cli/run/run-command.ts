import {join} from 'node:path';
import {findIgnoredZone} from '../../calendar.ts';
import {RequestPrinted} from '../../client/request-printed.ts';
import {CliError, exitCodes, joinErrors, seeHelp} from '../../errors.ts';
import type {Line, Lines} from '../../lines/checked-line.ts';
import {wantsByteOrderMark} from '../../output/formats/byte-order-mark.ts';
import type {Ports, Sink} from '../../ports.ts';
import {describeHome, findAssumedFolder, getFolders} from '../../session/folders.ts';
import {wantsColor} from '../../terminal/color.ts';
import type {FileSink} from '../../terminal/file-sink.ts';
import {counted} from '../../text/wording.ts';
import {createMessages, type Messages} from '../context/messages.ts';
import {findSandboxProduct} from '../context/open-sandbox.ts';
import {withRecord} from '../context/record-run.ts';
import {RawAnswer} from '../context/run-client.ts';
import {type BaseContext, createContext, forProduct, withoutProduct} from '../context/run-context.ts';
import type {Command, Context, Outcome, RunLine} from '../definition/command.ts';
import {type Globals, getTakenFlags} from '../definition/globals.ts';
import type {Entry} from '../find/command-tree.ts';
import {inheritTexts} from '../lines/inherit-texts.ts';
import {addDefaultArguments, type CommandLine, resolveCommandLine} from '../parse/command-line.ts';
import {checkTexts, parseWords} from '../parse/parse-words.ts';
import {explainUnknownFlag} from '../parse/unknown-flags.ts';
import {findLineErrors} from '../validate/validate-line.ts';
import {present, type Written} from '../write/present.ts';
import {writeText} from '../write/write-text.ts';
import type {Run} from './inner-run.ts';
import {createProductNotes} from './product-notes.ts';
import {runPerProduct} from './run-per-product.ts';

type Result = {readonly outcome: Outcome; readonly written?: Written | undefined};

export async function runCommand(
	{path, load}: Entry,
	typed: readonly string[] | Line,
	run: Run,
	runOther: RunLine,
): Promise<number> {
	const command = await load();
	const line = await readLine(typed, {path, command}, run);
	const runLine: RunLine = (other, inner = {}) =>
		runOther(other, {...inner, texts: {...inheritTexts(line), ...inner.texts}});
	const {tree, ports, mask, inner, reportError} = run;
	const {globals} = line;
	const messages = createMessages(globals, ports);
	const assumed = inner.onOutput ? undefined : findAssumedFolder(ports);
	if (assumed !== undefined) await messages.note(`${describeHome(ports.env)}: using ${assumed}`);
	const zone = inner.onOutput ? undefined : findIgnoredZone(ports.env);
	if (zone !== undefined && usesZone(command, globals))
		await messages.warn(`TZ=${zone} is not the name of a time zone: using UTC; give --tz, such as --tz Europe/Berlin`);
	return withRecord({command: path, globals, ports, mask, messages}, async recorded => {
		const {context, close} = await createContext(line, {
			ports: recorded,
			network: ports.transport,
			mask,
			messages,
			runLine,
			inner,
			previews: command.previews,
		});
		const loadLines = async () => (await import('../lines/check-line.ts')).createLines(tree, context, ports);
		const lines: Lines = {
			checkLine: async (...asked) => (await loadLines()).checkLine(...asked),
			findChart: async words => (await loadLines()).findChart(words),
		};
		try {
			const result = await withNamedLock(context, () =>
				withOutput(globals, {ports, note: messages.note}, sink =>
					produce(command, line, {context, lines, sink, ports, inner, reportError, messages}).finally(messages.release),
				),
			);
			return getExitCode(result, globals, messages.caveatCount());
		} finally {
			await close();
		}
	});
}

const usesZone = ({takes}: Command, {tz, today, sandbox}: Globals): boolean =>
	getTakenFlags(takes).tz !== undefined && tz === undefined && today === undefined && !sandbox;

async function readLine(
	line: readonly string[] | Line,
	{path, command}: {readonly path: string; readonly command: Command},
	{ports, mask, inner}: Run,
): Promise<CommandLine> {
	const grammar = {...command, path};
	const typed = 'path' in line ? {...line, unknownFlags: [], errors: []} : parseWords(line, grammar);
	const parsed = checkTexts({...typed, texts: {...inner.texts, ...typed.texts}}, grammar);
	const unknown = await Promise.all(parsed.unknownFlags.map(word => explainUnknownFlag(word, grammar)));
	const wordErrors = [...unknown, ...parsed.errors];
	const resolve = () => resolveCommandLine(parsed, grammar, ports);
	const findOthers = async (read: () => Promise<CommandLine>) =>
		(await import('../validate/expression-errors.ts')).findExpressionErrors(command, read, {ports, mask});
	if (wordErrors.length > 0) throw joinErrors([...wordErrors, ...(await findOthers(resolve))], seeHelp(path));
	const read = await resolve();
	const isForCluster = command.flags.engine !== undefined && read.globals.engine !== undefined;
	const resolved = isForCluster ? read : {...read, args: addDefaultArguments(read.args, command.args ?? [])};
	const isInner = inner.onOutput !== undefined;
	const lineErrors = await findLineErrors({path, command, line: {...resolved, isInner}}, async () => {
		const {readProductNames} = await import('../../reports/request/product-properties.ts');
		return readProductNames({...getFolders(ports), globals: resolved.globals});
	});
	if (lineErrors.length === 0) return resolved;
	throw joinErrors([...lineErrors, ...(await findOthers(async () => resolved))], seeHelp(path));
}

async function withNamedLock<T>(context: BaseContext, work: () => Promise<T>): Promise<T> {
	const {globals, stateDir, clock, signal} = context;
	if (!globals.lock) return work();
	const {withLock} = await import('../../files/with-lock.ts');
	return withLock({folder: join(stateDir, 'locks'), name: globals.lock, clock, signal}, work);
}

/** Without output, as with `--dry-run`, an older file stays as it is. */
const hasOutput = ({outcome}: Result) => 'one' in outcome || 'text' in outcome || outcome.dataset !== undefined;

/** Calls `work` with stdout, or with the file of `--out`, which appears when it is complete. */
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

type Produced = Pick<Run, 'ports' | 'reportError' | 'inner'> & {
	readonly messages: Messages;
	readonly context: BaseContext;
	readonly lines: Lines;
	readonly sink: Sink;
};

/** Runs the command and writes its output. With `--raw`, `--dry-run` and `--print-request` the first call ends the command by a throw. */
async function produce(command: Command, line: CommandLine, produced: Produced): Promise<Result> {
	const {context, sink, ports, inner, messages} = produced;
	const {globals, env, settings} = context;
	try {
		const outcome = await silence(await runForProducts(command, line, produced), command, produced);
		const presentation = {
			...context,
			...messages,
			sink,
			color: wantsColor(globals.color, {env, isTTY: sink.isTTY}),
			bom: wantsByteOrderMark({
				requested: globals.csvBom,
				file: globals.out,
				isPerson: ports.stderr.isTTY,
				platform: ports.platform,
			}),
			rule: command.chart,
			wantsRows: globals.out !== undefined || settings.values.output?.origin === 'flag',
			onRows: inner.onRows,
			page: globals.pager && !inner.onOutput ? ports.page : undefined,
		};
		return {outcome, written: await present(outcome, presentation)};
	} catch (error) {
		if (error instanceof RequestPrinted) return {outcome: {}};
		if (!(error instanceof RawAnswer)) throw error;
		await writeText(error.body, sink);
		return {outcome: {text: error.body}};
	}
}

/** With `-q`, a command that changes something prints its report only if the user asks for a format, a file or columns. */
async function silence(
	outcome: Outcome,
	{reportsChanges}: Command,
	{context: {globals, settings}, inner}: Produced,
): Promise<Outcome> {
	const {quiet, out, fields} = globals;
	const isRequested = out !== undefined || fields !== undefined || settings.values.output?.origin === 'flag';
	if (!reportsChanges || !quiet || isRequested || inner.onOutput) return outcome;
	// Failures of some of the products are reported while the rows are read.
	if ('dataset' in outcome && outcome.dataset) for await (const _ of outcome.dataset.blocks);
	return outcome.exit === undefined ? {} : {exit: outcome.exit};
}

async function runForProducts(
	command: Command,
	{options, args, globals: {products}}: CommandLine,
	{context, lines, reportError}: Produced,
): Promise<Outcome> {
	if (!command.product) return command.run(options, args, withoutProduct(context, lines));
	const runFor = (find: Context['product']) => command.run(options, args, forProduct(context, find));
	const [first, ...others] = products;
	if (first === undefined) return runFor(() => findSandboxProduct(context));
	if (others.length === 0 || command.product === 'one') return runFor(async () => first);
	const notes = createProductNotes(context, products);
	const runOne = (product: number) =>
		command.run(
			options,
			args,
			forProduct({...context, ...notes.of(product)}, async () => product),
		);
	return runPerProduct(products, runOne, reportError).finally(notes.flush);
}

function getExitCode({outcome, written}: Result, {failOnEmpty, strict}: Globals, caveatCount: number): number {
	const own = typeof outcome.exit === 'function' ? outcome.exit() : outcome.exit;
	if (own) return own;
	if (failOnEmpty && written && (written.rows === 0 || written.isZero)) {
		throw new CliError('assertion', written.rows === 0 ? 'there are no rows' : 'every figure is 0 or missing', {
			hint: 'omit --fail-on-empty to exit with status 0',
		});
	}
	return strict && caveatCount > 0 ? exitCodes.assertion : 0;
}
