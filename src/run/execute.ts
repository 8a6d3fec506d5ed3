import {join} from 'node:path';
import type {Command, Context, Outcome} from '../commands/command.ts';
import {type GlobalOptions, type Globals, globalFlags} from '../commands/globals.ts';
import type {Entry} from '../commands/table.ts';
import {CliError, exitCodes} from '../errors.ts';
import {findFields} from '../output/select.ts';
import type {Client, Sink, World} from '../ports.ts';
import {parseFlags} from '../program/parse.ts';
import {withLock} from '../session/lock.ts';
import {wantsColor} from '../terminal/color.ts';
import {createFileSink} from '../terminal/file-sink.ts';
import {createContext, createVoice, forProduct, type Voice} from './context.ts';
import {present} from './present.ts';
import {productColumn, runPerProduct} from './products.ts';
import {createRawClient, RawAnswer} from './raw.ts';
import {settleGlobals} from './settle.ts';

/** A command with what was typed for it. */
type Job = {
	readonly command: Command;
	readonly options: Readonly<Record<string, unknown>>;
	readonly args: readonly string[];
	readonly flags: GlobalOptions;
	readonly globals: Globals;
};

function readJob(command: Command, path: string, words: readonly string[]): Job {
	const {options, args} = parseFlags(words, {
		flags: {...globalFlags, ...command.flags},
		args: command.args ?? [],
		command: path,
	});
	const flags = options as unknown as GlobalOptions;
	return {command, options, args, flags, globals: settleGlobals(flags)};
}

/** What can be refused before anything is sent: a product that is missing, a column that will not come. */
function validateJob({command, options, globals, flags}: Job): void {
	const {products} = globals;
	if (command.product && products.length === 0 && !globals.sandbox) {
		throw new CliError('usage', 'no product is named', {
			hint: 'give -p ID, set USAGECTL_PRODUCT, or keep a default: usagectl profile set --product ID',
		});
	}
	if (products.length > 1 && (command.product === 'one' || flags.raw)) {
		throw new CliError('usage', `one product at a time, not ${products.join(', ')}`, {hint: 'give -p once'});
	}
	if (command.columns && globals.fields) {
		const columns = command.columns(options);
		findFields(products.length > 1 ? [productColumn, ...columns] : columns, globals.fields);
	}
}

/** Runs it for no product, for one, or for each. */
function runJob(
	{command, options, args, globals}: Job,
	context: Omit<Context, 'product'>,
	complain: Complain,
): Promise<Outcome> {
	const {products} = globals;
	const runOne = (product: number | undefined) => command.run(options, args, forProduct(context, product));
	return command.product === 'many' && products.length > 1
		? runPerProduct(products, runOne, complain)
		: runOne(command.product ? products[0] : undefined);
}
type Complain = (error: CliError) => Promise<void>;

/** Where the output goes: stdout, or a file that appears when it is whole. */
async function withOutput<T>({out}: Globals, world: World, work: (sink: Sink) => Promise<T>): Promise<T> {
	if (out === undefined || out === '-') return work(world.stdout);
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

/** Runs the job and writes what came of it. */
async function produce(job: Job, {context, voice, sink, complain}: Produce): Promise<Ended> {
	const {globals, flags} = job;
	const color = wantsColor(flags.color ?? 'auto', {env: context.env, isTTY: sink.isTTY});
	try {
		const outcome = await runJob(job, context, complain);
		return {outcome, rows: await present(outcome, {globals, flags, sink, color, note: voice.note})};
	} catch (error) {
		if (!(error instanceof RawAnswer)) throw error;
		await sink.write(error.body);
		return {outcome: {}};
	}
}
type Produce = {
	readonly context: Omit<Context, 'product'>;
	readonly voice: Voice;
	readonly sink: Sink;
	readonly complain: Complain;
};

function exitCode({outcome, rows}: Ended, {flags, globals}: Job, voice: Voice): number {
	const own = typeof outcome.exit === 'function' ? outcome.exit() : outcome.exit;
	if (own) return own;
	if (flags.failOnEmpty && rows === 0) {
		throw new CliError('assertion', 'there are no rows', {hint: '--fail-on-empty asked for at least one'});
	}
	return globals.strict && voice.doubts() > 0 ? exitCodes.assertion : 0;
}

/** Reads the words of one command, runs it, writes what it found; returns the exit code. */
export async function execute(
	{path, load}: Entry,
	words: readonly string[],
	{world, complain}: {readonly world: World; readonly complain: Complain},
): Promise<number> {
	const job = readJob(await load(), path, words);
	validateJob(job);
	const settings = {globals: job.globals, flags: job.flags, world};
	const voice = createVoice(settings);
	const connect = async (): Promise<Client> => {
		throw new CliError('internal', 'there is no client yet', {hint: 'wait'});
	};
	const context = createContext(settings, {
		voice,
		connect: job.flags.raw ? async () => createRawClient(await connect()) : connect,
	});
	const work = () => withOutput(job.globals, world, sink => produce(job, {context, voice, sink, complain}));
	const {lock} = job.flags;
	const folder = join(context.stateDir, 'locks');
	const ended = lock
		? await withLock({folder, name: lock, clock: world.clock, signal: world.signal}, work)
		: await work();
	return exitCode(ended, job, voice);
}
