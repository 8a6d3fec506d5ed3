import {join} from 'node:path';
import {RequestPrinted} from '../client/in-turn.ts';
import type {Mask} from '../client/mask.ts';
import type {Command, Context, Outcome} from '../commands/command.ts';
import {type Globals, globalFlags} from '../commands/globals.ts';
import type {Entry} from '../commands/table.ts';
import {CliError, exitCodes} from '../errors.ts';
import {findFields} from '../output/select.ts';
import type {Sink, World} from '../ports.ts';
import {nameOwners} from '../program/flag-owners.ts';
import {type Grammar, parseWords, readFlags} from '../program/parse.ts';
import {getFolders} from '../session/folders.ts';
import {resolveSettings} from '../session/settings.ts';
import {createSettingsStore} from '../session/settings-store.ts';
import {wantsColor} from '../terminal/color.ts';
import {createContext, createVoice, forProduct, type Voice, withoutProduct} from './context.ts';
import {present} from './present.ts';
import {productColumn, runPerProduct} from './products.ts';
import {RawAnswer} from './raw.ts';
import {getSandboxDay, getSandboxProduct} from './sandbox.ts';
import {getTypedSettings, settleGlobals} from './settle.ts';

/** A command with what was typed for it. */
type Job = {
	readonly path: string;
	readonly command: Command;
	readonly options: Readonly<Record<string, unknown>>;
	readonly args: readonly string[];
	readonly globals: Globals;
};

/** The service's body goes out as it came: nothing is chosen or drawn of it. */
function validateRaw({raw, fields, chart, html}: Globals): void {
	const [, other] =
		[[fields, '--fields'] as const, [chart, '--chart'] as const, [html, '--html'] as const].find(([given]) => given) ??
		[];
	if (!raw || other === undefined) return;
	throw new CliError('usage', `--raw writes the answer as it came: ${other} does not go with it`, {
		hint: 'leave one of them out',
	});
}

const isDrawn = (path: string) => path.startsWith('report ') || path.endsWith(' top');

/** Only reports and counts are drawn. */
function validatePicture(path: string, {chart, html}: Globals): void {
	if (isDrawn(path) || (!chart && html === undefined)) return;
	throw new CliError('usage', `${chart ? '--chart' : '--html'} draws reports and counts, not ${path}`, {
		hint: 'leave it out, or see: usagectl report --help',
	});
}

/** What can be refused before anything is sent: a product that is missing, a column that will not come. */
async function validateJob({path, command, options, globals}: Job): Promise<void> {
	const {products, fields, sandbox} = globals;
	validatePicture(path, globals);
	validateRaw(globals);
	if (command.product && products.length === 0 && !sandbox) {
		throw new CliError('usage', 'no product is named', {
			hint: 'give -p ID, set USAGECTL_PRODUCT, or keep a default: usagectl profile set --product ID',
		});
	}
	if (products.length > 1 && (command.product === 'one' || globals.raw)) {
		throw new CliError('usage', `one product at a time, not ${products.join(', ')}`, {hint: 'give -p once'});
	}
	const columns = fields && (await command.columns?.(options));
	if (columns && fields) {
		findFields(products.length > 1 ? [productColumn, ...columns] : columns, fields);
	}
}

/** Where none was asked for, the first of the sandbox: it starts only when the product cannot be known otherwise. */
async function findProduct({sandbox, stateDir}: Omit<Context, 'product'>): Promise<number> {
	const known = await getSandboxProduct(stateDir);
	if (known !== undefined) return known;
	const [first] = (await sandbox?.())?.products ?? [];
	if (first !== undefined) return first;
	throw new CliError('usage', 'the sandbox has no product', {hint: 'make its data anew: usagectl sandbox reset'});
}

/** Runs it for no product, for one, or for each. */
async function runJob(job: Job, context: Omit<Context, 'product'>, complain: Complain): Promise<Outcome> {
	const {command, options, args, globals} = job;
	if (!command.product) return command.run(options, args, withoutProduct(context));
	const [first, ...more] = globals.products;
	const runOne = (find: Context['product']) => command.run(options, args, forProduct(context, find));
	if (first === undefined) return runOne(() => findProduct(context));
	return command.product === 'many' && more.length > 0
		? runPerProduct(globals.products, product => runOne(async () => product), complain)
		: runOne(async () => first);
}
type Complain = (error: CliError) => Promise<void>;

/** Where the output goes: stdout, or a file that appears when it is whole. */
async function withOutput<T>({out}: Globals, world: World, work: (sink: Sink) => Promise<T>): Promise<T> {
	if (out === undefined || out === '-') return work(world.stdout);
	const {createFileSink} = await import('../terminal/file-sink.ts');
	const file = await createFileSink(out);
	try {
		const result = await work(file);
		await file.commit();
		return result;
	} catch (error) {
		await file.discard();
		throw error;
	}
}

type Ended = {readonly outcome: Outcome; readonly rows?: number | undefined};
type Stage = {
	readonly context: Omit<Context, 'product'>;
	readonly voice: Voice;
	readonly complain: Complain;
};

/** Runs the job and writes what came of it. */
async function produce(job: Job, {context, voice, complain}: Stage, sink: Sink): Promise<Ended> {
	const {globals} = job;
	const color = wantsColor(globals.color, {env: context.env, isTTY: sink.isTTY});
	try {
		const outcome = await runJob(job, context, complain);
		return {outcome, rows: await present(outcome, {globals, sink, color, clock: context.clock, note: voice.note})};
	} catch (error) {
		if (error instanceof RawAnswer) await sink.write(error.body);
		else if (!(error instanceof RequestPrinted)) throw error;
		return {outcome: {}};
	}
}

function exitCode({outcome, rows}: Ended, {globals}: Job, voice: Voice): number {
	const own = typeof outcome.exit === 'function' ? outcome.exit() : outcome.exit;
	if (own) return own;
	if (globals.failOnEmpty && rows === 0) {
		throw new CliError('assertion', 'there are no rows', {hint: '--fail-on-empty asked for at least one'});
	}
	return globals.strict && voice.doubts() > 0 ? exitCodes.assertion : 0;
}

type Parts = {readonly world: World; readonly mask: Mask; readonly complain: Complain};

/** Sorts the words; a flag that only other commands have is told with their names. */
function readWords(words: readonly string[], grammar: Grammar): ReturnType<typeof parseWords> {
	try {
		return parseWords(words, grammar);
	} catch (error) {
		throw nameOwners(error, grammar.command);
	}
}

/** In the sandbox today is the day of its data, unless `--today` says another. */
async function withSandboxDay(globals: Globals, world: World): Promise<Globals> {
	if (!globals.sandbox || globals.today !== undefined) return globals;
	const today = await getSandboxDay(getFolders(world).stateDir);
	return today === undefined ? globals : {...globals, today};
}

/** Reads the words of one command, runs it, writes what it found; returns the exit code. */
export async function execute({path, load}: Entry, words: readonly string[], parts: Parts): Promise<number> {
	const {world, mask, complain} = parts;
	const command = await load();
	const flags = {...globalFlags, ...command.flags};
	const {texts, args} = readWords(words, {flags, args: command.args ?? [], command: path});
	const options = readFlags(command.flags, texts, {command: path});
	// After the words are known to be right: a mistake is answered without touching a file.
	const settingsStore = createSettingsStore({...getFolders(world), clock: world.clock});
	const sources = {flags: getTypedSettings(flags, texts), env: world.env, stored: await settingsStore.read()};
	const settings = resolveSettings(sources);
	const globals = await withSandboxDay(settleGlobals(texts, {settings, command: path}), world);
	const job: Job = {path, command, options, args, globals};
	await validateJob(job);
	const setup = {globals, settings, world, mask};
	const voice = createVoice(setup);
	const {context, close} = createContext(setup, {voice, settingsStore});
	const work = () => withOutput(globals, world, sink => produce(job, {context, voice, complain}, sink));
	try {
		return exitCode(await withNamedLock(context, work), job, voice);
	} finally {
		await close();
	}
}

/** `--lock NAME`: nobody else runs under that name meanwhile. */
async function withNamedLock<T>(
	{globals, stateDir, clock, signal}: Omit<Context, 'product'>,
	work: () => Promise<T>,
): Promise<T> {
	if (!globals.lock) return work();
	const {withLock} = await import('../files/lock.ts');
	return withLock({folder: join(stateDir, 'locks'), name: globals.lock, clock, signal}, work);
}
