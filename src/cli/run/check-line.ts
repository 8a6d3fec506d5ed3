import {resolve} from 'node:path';
import {CliError} from '../../errors.ts';
import type {Ports} from '../../ports.ts';
import type {BaseContext} from '../context/run-context.ts';
import type {Argument, CheckedLine, CheckLine} from '../definition/command.ts';
import type {Flag, Flags} from '../definition/flag.ts';
import {longName, takesValue} from '../definition/flag-names.ts';
import {type Globals, globalFlags} from '../definition/globals.ts';
import {findErrors, joinErrors, seeHelp} from '../definition/several-errors.ts';
import type {CommandTree} from '../find/command-tree.ts';
import {locate} from '../find/locate.ts';
import {resolveCommandLine} from '../parse/command-line.ts';
import {checkTexts, parseWords} from '../parse/parse-words.ts';
import type {Texts} from '../parse/read-flags.ts';
import {explainUnknownFlag} from '../parse/unknown-flags.ts';
import {readProductNames} from '../product/product-properties.ts';
import {compileExpressions} from '../validate/expression-errors.ts';
import {findLineErrors} from '../validate/validate-line.ts';
import {ask} from './ask-line.ts';

/** Finds the command that the words name. Throws CliError of kind usage if it cannot be a question. */
async function findQuestion(tree: CommandTree, words: readonly string[]) {
	const {entry, rest} = locate(tree, words);
	const command = await entry?.load();
	if (entry && command?.isQuestion) return {path: entry.path, command, rest};
	const what = entry ? `${entry.path} cannot be a question` : `'${words.join(' ')}' is not a command`;
	throw new CliError('usage', what, {
		hint: 'use a report, keys list, keys expiring, props values, exceptions top or events top',
	});
}

/** The global flags that are part of a question. The others belong to the command that runs it. */
const ownFlags: readonly (keyof typeof globalFlags)[] = ['product', 'fields', 'limit', 'anyCode', 'clamp', 'tz'];

function validateOwnFlags(texts: Texts): void {
	for (const [name, flag] of Object.entries<Flag>(globalFlags)) {
		if (texts[name] === undefined || ownFlags.some(own => own === name)) continue;
		throw new CliError('usage', `${longName(flag)} is not allowed in a question`, {
			hint: 'pass it to usagectl questions run instead',
		});
	}
}

/** Writes a default as words: a flag with its value, or a flag that is on or off. */
function wordsOfFlag(flag: Flag, values: readonly string[]): readonly string[] {
	const name = longName(flag);
	if (takesValue(flag)) return values.map(value => `${name}=${value}`);
	const off = flag.form === 'either' && values[0] === 'false' ? [name.replace('--', '--no-')] : [];
	return values[0] === 'true' ? [name] : off;
}

/** The defaults for flags that the command has and that were not typed. */
const wordsOfDefaults = (defaults: ReadonlyMap<string, readonly string[]>, flags: Flags, typed: Texts) =>
	Object.entries(flags)
		.filter(([name]) => typed[name] === undefined)
		.flatMap(([, flag]) => wordsOfFlag(flag, defaults.get(longName(flag).slice(2)) ?? []));

/** The flags that choose the service. */
const getServiceTexts = ({sandbox, profile, baseUrl, today}: Globals): Texts => ({
	...(sandbox ? {sandbox: ['true']} : {profile: [profile]}),
	...(!sandbox && baseUrl !== undefined ? {baseUrl: [baseUrl]} : {}),
	...(today === undefined ? {} : {today: [today]}),
});

const isPath = ({complete}: Pick<Flag, 'complete'>) => complete === 'file' || complete === 'directory';

/** Resolves paths from the folder of the question, wherever the program was started. */
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

/** Checks command lines for the command that runs them. All errors of a line are reported at once. */
export const createCheckLine =
	(tree: CommandTree, base: BaseContext, ports: Ports): CheckLine =>
	async (words, {defaults, folder, onFlags}): Promise<CheckedLine> => {
		const {path, command, rest} = await findQuestion(tree, words);
		const grammar = {...command, path};
		const flags: Flags = {...globalFlags, ...command.flags};
		onFlags?.(Object.values(flags).map(flag => longName(flag).slice(2)));
		const typed = parseWords(rest, grammar);
		validateOwnFlags(typed.texts);
		const defaultWords = wordsOfDefaults(defaults, flags, typed.texts);
		const {texts: defaultTexts} = parseWords(defaultWords, grammar);
		const origins = Object.entries(flags).map(([name, flag]) => [name, `defaults: ${longName(flag)}`] as const);
		const where = Object.fromEntries(origins.filter(([name]) => defaultTexts[name]));
		const parsed = checkTexts({...typed, texts: {...typed.texts, ...defaultTexts}}, grammar, where);
		const unknown = await Promise.all(parsed.unknownFlags.map(word => explainUnknownFlag(word, grammar, tree)));
		const texts = {...parsed.texts, ...getServiceTexts(base.globals)};
		const read = await resolveCommandLine({...parsed, texts}, grammar, ports);
		const args = placeArguments(command.args ?? [], read.args, folder);
		const line = {...read, args, options: placeOptions(command.flags, read.options, folder)};
		const {products, fields} = line.globals;
		const readNames = () => readProductNames({...base, globals: line.globals});
		const errors = [
			...unknown,
			...parsed.errors,
			...(await findLineErrors({path, command, line}, readNames)),
			...(await findErrors([() => compileExpressions(command, line, base)])),
		];
		if (errors.length > 0) throw joinErrors(errors, seeHelp(path));
		return {
			path,
			words: [...path.split(' '), ...defaultWords, ...rest],
			chart: command.chart,
			columns: fields ? undefined : await command.columns?.(line.options, await readNames()),
			products: command.product && products.length > 0 ? products : [undefined],
			ask: product => ask({path, command, line}, product, base),
		};
	};
