import {resolve} from 'node:path';
import {CliError} from '../../errors.ts';
import type {Ports} from '../../ports.ts';
import {findSandboxProduct} from '../context/open-sandbox.ts';
import {type BaseContext, forProduct} from '../context/run-context.ts';
import type {Argument, CheckedLine, CheckLine, Command} from '../definition/command.ts';
import type {Flag, Flags} from '../definition/flag.ts';
import {longName} from '../definition/flag-names.ts';
import {type Globals, globalFlags} from '../definition/globals.ts';
import {joinMistakes, tryAll} from '../definition/several-errors.ts';
import type {CommandTree, Entry} from '../find/command-tree.ts';
import {locate} from '../find/locate.ts';
import {readCommandLine} from '../parse/command-line.ts';
import {findFaults, parseWords, type Texts} from '../parse/parse-words.ts';
import {nameOwners} from '../parse/unknown-flags.ts';
import {readProductNames} from '../product/product-properties.ts';
import {validateCommandLine} from '../validate/validate-line.ts';
import {ask, type Call, contextOf} from './ask-line.ts';

/** Checks command lines that are asked inside another one: all that is wrong with a line is found at once. */

/** Commands that make rows and change nothing. */
const askable =
	/^(?:report .*|keys (?:list|expiring|get)|props (?:list|values)|(?:exceptions|events) (?:files|top|query))$/;
/** Those that check expressions before they send anything. */
const compiled = /^(?:report .*|keys (?:list|expiring))$/;

/** Flags of every command that say what is asked; all others say how, which the outer command decides. */
const ownFlags: readonly (keyof typeof globalFlags)[] = ['product', 'fields', 'limit', 'anyCode', 'clamp', 'tz'];

function validateOwnFlags(texts: Texts): void {
	for (const [name, flag] of Object.entries<Flag>(globalFlags)) {
		if ((texts[name] ?? []).length === 0 || ownFlags.some(own => own === name)) continue;
		throw new CliError('usage', `${longName(flag)} does not belong in a question`, {
			hint: 'a question says what is asked; give such flags to usagectl questions run',
		});
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

/** Compiles expressions without sending anything. */
export async function checkExpressions(call: Call, base: BaseContext): Promise<void> {
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
function findQuestion(
	tree: CommandTree,
	words: readonly string[],
): {readonly entry: Entry; readonly rest: readonly string[]} {
	const {entry, rest} = locate(tree, words);
	if (entry && askable.test(entry.path)) return {entry, rest};
	const what = entry ? `${entry.path} is no question` : `'${words.join(' ')}' names no command`;
	throw new CliError('usage', what, {
		hint: 'ask a report, keys list, keys expiring, props values, exceptions top or events top',
	});
}

const seeHelp = (path: string) => `see usagectl ${path} --help`;

type Found = {
	readonly path: string;
	readonly command: Command;
	readonly flags: Flags;
	/** The words of flags and arguments, with the defaults, without flags that have a wrong value. */
	readonly own: readonly string[];
	/** What is wrong with the values of those. */
	readonly faults: readonly CliError[];
};

/** What is wrong with the value of a flag, which names the defaults where it comes from these. */
const findFlagFaults = (flag: Flag, values: readonly string[], path: string, isDefault: boolean) =>
	findFaults(flag, values, seeHelp(path)).map(fault =>
		isDefault ? new CliError('usage', `defaults: ${fault.message}`, fault.details) : fault,
	);

/** Finds the command that a line names, and the words of its flags and arguments, with the defaults. */
async function findLine(
	tree: CommandTree,
	words: readonly string[],
	{defaults, onFlags}: Parameters<CheckLine>[1],
): Promise<Found> {
	const {entry, rest} = findQuestion(tree, words);
	const {path} = entry;
	const command = await entry.load();
	const flags = {...globalFlags, ...command.flags};
	onFlags?.(Object.values<Flag>(flags).map(flag => longName(flag).slice(2)));
	const grammar = {flags, args: command.args ?? [], command: path};
	const {texts, mistakes} = parseWords(rest, grammar);
	validateOwnFlags(texts);
	const own = [...wordsOfDefaults(defaults, flags, texts), ...rest];
	const {texts: whole, args} = parseWords(own, grammar);
	const read = Object.entries<Flag>(flags).map(([name, flag]) => {
		const values = whole[name] ?? [];
		return {flag, values, faults: findFlagFaults(flag, values, path, (texts[name] ?? []).length === 0)};
	});
	const named = mistakes.map(async each => (await nameOwners(each, path, tree)) as CliError);
	const faults = [...(await Promise.all(named)), ...read.flatMap(each => each.faults)];
	if (faults.length === 0) return {path, command, flags, own, faults};
	const sound = read.filter(each => each.faults.length === 0).flatMap(({flag, values}) => wordsOfFlag(flag, values));
	return {path, command, flags, own: [...sound, '--', ...args], faults};
}

/** Reads and validates a line as one that is typed, for the service of the run, and compiles its expressions. */
async function checkCall(
	{path, command, own}: Found,
	{base, ports, folder}: {readonly base: BaseContext; readonly ports: Ports; readonly folder: string},
): Promise<Call> {
	const read = await readCommandLine([...serviceWords(base.globals), ...own], {...command, path}, ports);
	const options = placeOptions(command.flags, read.options, folder);
	const line = {...read, args: placeArguments(command.args ?? [], read.args, folder), options};
	const call = {path, command, line};
	const validate = () =>
		validateCommandLine(path, command, line, () => readProductNames({...base, globals: line.globals}));
	await tryAll([validate, () => checkExpressions(call, base)], seeHelp(path));
	return call;
}

/** Checks command lines for a command that asks them. Flags with a wrong value do not hide what is wrong with the rest. */
export const createCheckLine =
	(tree: CommandTree, base: BaseContext, ports: Ports): CheckLine =>
	async (words, surroundings): Promise<CheckedLine> => {
		const found = await findLine(tree, words, surroundings);
		const {path, command, own, faults} = found;
		const [first, ...others] = faults;
		const [call] = await tryAll(
			[
				() => checkCall(found, {base, ports, folder: surroundings.folder}),
				async () => {
					if (first) throw joinMistakes([first, ...others], seeHelp(path));
				},
			],
			seeHelp(path),
		);
		const {line} = call;
		const {products, fields} = line.globals;
		return {
			path,
			words: [...path.split(' '), ...own],
			chart: command.chart,
			columns: fields
				? undefined
				: await command.columns?.(line.options, await readProductNames({...base, globals: line.globals})),
			products: command.product && products.length > 0 ? products : [undefined],
			ask: product => ask(call, product, base),
		};
	};
