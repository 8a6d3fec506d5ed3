import {resolve} from 'node:path';
import type {Argument, Asked, CheckedLine, CheckLine, Command} from '../commands/definition/command.ts';
import type {Flag, Flags} from '../commands/definition/flag.ts';
import {type Globals, globalFlags} from '../commands/definition/globals.ts';
import {readProductNames} from '../commands/product/product-properties.ts';
import {commandTree} from '../commands/table.ts';
import {CliError} from '../errors.ts';
import {type Dataset, gatherRows, type Row} from '../output/dataset.ts';
import {orderRows, sortRows} from '../output/order.ts';
import {limitRows, selectFields} from '../output/select.ts';
import type {Client, Ports} from '../ports.ts';
import type {Entry} from '../program/command-tree.ts';
import {longName} from '../program/flag-names.ts';
import {nameOwners} from '../program/flag-owners.ts';
import {locate} from '../program/locate.ts';
import {parseWords, type Texts} from '../program/parse.ts';
import {getBaseUrl} from '../session/settings.ts';
import {type CommandLine, readCommandLine} from './command-line.ts';
import {type BaseContext, forProduct} from './context.ts';
import {findSandboxProduct, getSandboxMoment, getSandboxName} from './sandbox.ts';
import {validateCommandLine} from './validate.ts';

/** Command lines that are asked inside another one: their rows go to that command, with the session that it has. */

/** Commands that make rows and change nothing. */
const askable =
	/^(?:report .*|keys (?:list|expiring|get)|props (?:list|values)|(?:exceptions|events) (?:files|top|query))$/;
/** Those that check expressions before they send anything. */
const compiled = /^(?:report .*|keys (?:list|expiring))$/;

/** Flags of every command that say what is asked; all others say how, which the outer command decides. */
const ownFlags: readonly (keyof typeof globalFlags)[] = ['product', 'fields', 'limit', 'anyCode', 'clamp', 'tz'];

/** More rows are a file to download, not an answer to keep. */
const maxRows = 20_000;

const usage = (message: string, hint: string) => new CliError('usage', message, {hint});

function validateOwnFlags(texts: Texts): void {
	for (const [name, flag] of Object.entries<Flag>(globalFlags)) {
		if ((texts[name] ?? []).length === 0 || ownFlags.some(own => own === name)) continue;
		throw usage(
			`${longName(flag)} does not belong in a question`,
			'a question says what is asked; give such flags to usagectl run',
		);
	}
}

/** A default as words: a flag with its value, or a flag that is on or off. */
function wordsOfFlag(flag: Flag, values: readonly string[]): readonly string[] {
	const name = longName(flag);
	if (flag.form === 'value' || flag.form === 'repeated') return values.map(value => `${name}=${value}`);
	const off = flag.form === 'either' && values[0] === 'false' ? [name.replace('--', '--no-')] : [];
	return values[0] === 'true' ? [name] : off;
}

/** The defaults for flags that the command has and that were not typed. */
const wordsOfDefaults = (defaults: ReadonlyMap<string, readonly string[]>, flags: Flags, texts: Texts) =>
	Object.entries<Flag>(flags)
		.filter(([name]) => (texts[name] ?? []).length === 0)
		.flatMap(([, flag]) => wordsOfFlag(flag, defaults.get(longName(flag).slice(2)) ?? []));

/** The flags that say which service is asked. */
const serviceWords = ({sandbox, profile, baseUrl, today}: Globals): readonly string[] => [
	...(sandbox ? ['--sandbox'] : [`--profile=${profile}`]),
	...(!sandbox && baseUrl !== undefined ? [`--base-url=${baseUrl}`] : []),
	...(today === undefined ? [] : [`--today=${today}`]),
];

const isPath = ({complete}: Pick<Flag, 'complete'>) => complete === 'file' || complete === 'directory';

/** Paths are relative to the folder of the question, wherever the run was started. */
function placeArguments(names: readonly Argument[], args: readonly string[], folder: string): readonly string[] {
	return args.map((arg, at) => (isPath(names[Math.min(at, names.length - 1)] ?? {}) ? resolve(folder, arg) : arg));
}
const placeOptions = (flags: Flags, options: Readonly<Record<string, unknown>>, folder: string) =>
	Object.fromEntries(
		Object.entries(options).map(([name, value]) => {
			const flag = flags[name];
			return [name, flag && isPath(flag) && typeof value === 'string' ? resolve(folder, value) : value];
		}),
	);

/** The client, with a record of what was asked. */
const withRecord = (client: Client, requests: Map<string, object>): Client => ({
	...client,
	call: (endpoint, input, options) => {
		// The oldest date is looked up on the way, and further pages differ in their place only.
		if (!endpoint.path.startsWith('/meta/') && !requests.has(endpoint.path)) requests.set(endpoint.path, input);
		return client.call(endpoint, input, options);
	},
});

/** The rows as a person would read them: in order, and those that were asked for. */
async function toRows(data: Dataset, {fields, limit}: Globals): Promise<Pick<Asked, 'columns' | 'rows'>> {
	const {columns, sorting, order} = data;
	const gathered: Row[] = [];
	for await (const block of data.blocks) {
		gathered.push(...block);
		if (gathered.length > maxRows)
			throw usage(`the answer has more than ${maxRows} rows`, 'ask for less: a filter, fewer levels, or --limit');
	}
	const sorted = sorting
		? sortRows(columns, gathered, sorting)
		: order
			? orderRows(columns, gathered, order)
			: gathered;
	const whole: Dataset = {columns, blocks: [sorted]};
	const selected = fields ? selectFields(whole, fields) : whole;
	const limited = limit ? limitRows(selected, limit, () => {}) : selected;
	return {columns: limited.columns, rows: await gatherRows(limited.blocks)};
}

type Call = {readonly path: string; readonly command: Command; readonly line: CommandLine};

/** The context of a line: what it would write to stderr goes to `say` instead. */
function contextOf(
	{line: {globals}}: Call,
	base: BaseContext,
	{
		caveat,
		note,
		requests,
	}: {
		readonly caveat: (text: string) => void;
		readonly note: (text: string) => void;
		readonly requests: Map<string, object>;
	},
): BaseContext {
	const say = (tell: (text: string) => void) => async (text: string) => tell(text);
	return {
		...base,
		globals,
		today: globals.today ?? base.today,
		note: say(note),
		warn: say(note),
		caveat: say(caveat),
		connect: async () => withRecord(await base.connect(), requests),
	};
}

/** Which service answered, and when by its clock. */
async function describeService(
	{globals, stateDir, settings, clock}: BaseContext,
	{product}: Command,
): Promise<Pick<Asked, 'service' | 'taken'>> {
	if (globals.sandbox) return {service: await getSandboxName(stateDir), taken: await getSandboxMoment(stateDir, clock)};
	return {service: product ? (getBaseUrl(settings) ?? '') : 'this machine', taken: clock.now()};
}

async function ask(call: Call, product: number | undefined, base: BaseContext): Promise<Asked> {
	const {command, line} = call;
	const caveats: string[] = [];
	const notes: string[] = [];
	const requests = new Map<string, object>();
	const outer = contextOf(call, base, {caveat: text => caveats.push(text), note: text => notes.push(text), requests});
	const context = forProduct(outer, async () => product ?? findSandboxProduct(base));
	const outcome = await command.run(line.options, line.args, context);
	if (!('dataset' in outcome) || !outcome.dataset) throw usage(`${call.path} made no rows`, 'ask a report, or a list');
	const {columns, rows} = await toRows(outcome.dataset, line.globals);
	const {about} = outcome.dataset;
	return {
		path: call.path,
		product: command.product ? await context.product() : null,
		...(await describeService(base, command)),
		day: context.today,
		requests: [...requests].map(([path, body]) => ({path, body})),
		title: about?.title,
		caveats: [...new Set([...caveats, ...(about?.caveats ?? [])])],
		notes: [...new Set(notes)],
		columns,
		rows,
	};
}

/** Compiles expressions without sending anything. */
async function checkExpressions(call: Call, base: BaseContext): Promise<void> {
	if (!compiled.test(call.path)) return;
	const silent = {caveat: () => {}, note: () => {}, requests: new Map()};
	const globals = {...call.line.globals, dryRun: true};
	const context = contextOf({...call, line: {...call.line, globals}}, base, silent);
	const [product] = globals.products;
	await call.command.run(
		call.line.options,
		call.line.args,
		forProduct(context, async () => product ?? findSandboxProduct(base)),
	);
}

/** The command that the words name. Throws CliError usage for one that makes no rows. */
function findQuestion(words: readonly string[]): {readonly entry: Entry; readonly rest: readonly string[]} {
	const {entry, rest} = locate(commandTree, words);
	if (entry && askable.test(entry.path)) return {entry, rest};
	const what = entry ? `${entry.path} is no question` : `'${words.join(' ')}' names no command`;
	throw usage(what, 'ask a report, keys list, keys expiring, props values, exceptions top or events top');
}

/** Reads and validates a line as one that is typed, with the defaults and the service of the run. */
async function readCall(
	words: readonly string[],
	{defaults, folder}: Parameters<CheckLine>[1],
	{base, ports}: {readonly base: BaseContext; readonly ports: Ports},
): Promise<Call & {readonly flags: Flags; readonly words: readonly string[]}> {
	const {entry, rest} = findQuestion(words);
	const {path} = entry;
	const command = await entry.load();
	const {args: names = []} = command;
	const flags = {...globalFlags, ...command.flags};
	try {
		const {texts} = parseWords(rest, {flags, args: names, command: path});
		validateOwnFlags(texts);
		const own = [...wordsOfDefaults(defaults, flags, texts), ...rest];
		const read = await readCommandLine([...serviceWords(base.globals), ...own], {...command, path}, ports);
		const options = placeOptions(command.flags, read.options, folder);
		const line = {...read, args: placeArguments(names, read.args, folder), options};
		await validateCommandLine(path, command, line, () => readProductNames({...base, globals: line.globals}));
		return {path, command, line, flags, words: [...path.split(' '), ...own]};
	} catch (error) {
		throw await nameOwners(error, path, commandTree);
	}
}

/** Checks command lines for a command that asks them. */
export const createCheckLine =
	(base: BaseContext, ports: Ports): CheckLine =>
	async (words, surroundings): Promise<CheckedLine> => {
		const call = await readCall(words, surroundings, {base, ports});
		const {path, command, line, flags, words: whole} = call;
		await checkExpressions(call, base);
		const {products, fields} = line.globals;
		return {
			path,
			words: whole,
			chart: command.chart,
			flags: Object.values<Flag>(flags).map(flag => longName(flag).slice(2)),
			columns: fields
				? undefined
				: await command.columns?.(line.options, await readProductNames({...base, globals: line.globals})),
			products: command.product && products.length > 0 ? products : [undefined],
			ask: product => ask(call, product, base),
		};
	};
