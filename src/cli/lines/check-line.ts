import {exampleAddresses} from '../../archive/cluster/engine-address.ts';
import {CliError, findErrors, joinErrors, seeHelp} from '../../errors.ts';
import type {CheckedLine, CheckLine, CheckOptions, Line, Lines, Texts} from '../../lines/checked-line.ts';
import type {ChartRule} from '../../output/chart/chart.ts';
import type {Ports} from '../../ports.ts';
import {readProductNames} from '../../reports/request/product-properties.ts';
import type {BaseContext} from '../context/run-context.ts';
import type {Argument, Command} from '../definition/command.ts';
import {type Flag, type Flags, longName, takesValue} from '../definition/flag.ts';
import type {CommandTree} from '../find/command-tree.ts';
import {locate} from '../find/locate.ts';
import {addDefaultArguments, type CommandLine, resolveCommandLine} from '../parse/command-line.ts';
import {checkTexts, getLineFlags, parseWords} from '../parse/parse-words.ts';
import type {Where} from '../parse/read-flags.ts';
import {explainUnknownFlag} from '../parse/unknown-flags.ts';
import {compileExpressions} from '../validate/expression-errors.ts';
import {findLineErrors} from '../validate/validate-line.ts';
import {ask, openLine} from './ask-line.ts';
import {getServiceTexts} from './inherit-texts.ts';
import {resolveArgumentPaths, resolveFlagPaths} from './question-flags.ts';

/** Finds the command that the words name. Throws CliError (usage) if a question file may not use it for this purpose. */
async function findCommand(tree: CommandTree, words: readonly string[], purpose: CheckOptions['purpose']) {
	const {entry, rest} = locate(tree, words);
	const command = await entry?.load();
	const isAllowed = purpose === 'before' ? command?.isPreparation : command?.isQuestion;
	if (entry && command && isAllowed) return {path: entry.path, command, rest};
	if (purpose === 'before')
		throw new CliError('usage', "expected 'exceptions sync DIR' or 'events sync DIR', followed by flags", {hint: ''});
	const what = entry ? `${entry.path} cannot be a question` : `'${words.join(' ')}' is not a command`;
	throw new CliError('usage', what, {
		hint: 'use a report, keys list, keys expiring, props values, exceptions top or events top',
	});
}

/** Returns the texts of a flag as if its values in `defaults` were typed. */
function toTexts(flag: Flag, values: readonly string[]): readonly string[] {
	if (takesValue(flag)) return values;
	if (values[0] === 'true') return [String(!longName(flag).startsWith('--no-'))];
	return flag.form === 'either' && values[0] === 'false' ? values.slice(0, 1) : [];
}

function wordsOfTexts(flag: Flag, texts: readonly string[]): readonly string[] {
	const name = longName(flag);
	if (takesValue(flag)) return texts.map(text => `${name}=${text}`);
	return texts.map(text => (flag.form === 'either' && text === 'false' ? name.replace('--', '--no-') : name));
}

/** Flags that replace a default: a typed range is not combined with the default of another kind. */
const replacing: Readonly<Record<string, readonly string[]>> = {
	from: ['from', 'period'],
	to: ['to', 'period'],
	period: ['period', 'from', 'to'],
};

/** A default of losses does not make a line wrong that counts none. */
const lossFlags = ['lostAfter', 'lostDate'];

function getDefaults(defaults: CheckOptions['defaults'], flags: Flags, typed: Texts): Texts {
	const statuses = typed.status ?? defaults.get('status') ?? [];
	const countsLosses = !flags.status || statuses.some(text => text.includes('lost'));
	const found = Object.entries(flags)
		.filter(([name]) => countsLosses || !lossFlags.includes(name))
		.filter(([name]) => (replacing[name] ?? [name]).every(each => typed[each] === undefined))
		.map(([name, flag]) => [name, toTexts(flag, defaults.get(longName(flag).slice(2)) ?? [])] as const);
	return Object.fromEntries(found.filter(([, texts]) => texts.length > 0));
}

function nameDefaults(flags: Flags, texts: Texts): Where {
	const found = Object.entries(flags).filter(([name]) => texts[name]);
	return Object.fromEntries(
		found.map(([name, flag]) => {
			const long = longName(flag);
			return [name, {label: `defaults: ${long}`, origin: ['defaults', long.slice(2)]}];
		}),
	);
}

/** A typed `-p` of the outer command replaces the default product of the file; a question that names its product keeps it. */
const getOuterProduct = ({settings}: BaseContext, typed: Texts): Texts => {
	const {product} = settings.values;
	return product?.origin === 'flag' && typed.product === undefined ? {product: product.texts} : {};
};

const wordsOfFlags = (flags: Flags, texts: Texts): readonly string[] =>
	Object.entries(flags).flatMap(([name, flag]) => wordsOfTexts(flag, texts[name] ?? []));

/**
 * Returns the line with the profile's cluster for `on: cluster`, and otherwise without a cluster. Throws CliError (usage) if
 * the profile has none.
 */
function chooseEngine(line: CommandLine, command: Command, onCluster: boolean): CommandLine {
	const {engine} = line.globals;
	const createError = (message: string, hint: string) =>
		new CliError('usage', `on: ${message}`, {hint, origin: ['on']});
	if (onCluster && !command.flags.engine)
		throw createError(
			'this command cannot run on a cluster',
			"use 'on: cluster' only with top or query of exceptions or events",
		);
	if (onCluster && !engine)
		throw createError(
			'the profile has no cluster',
			`store its address, such as ${exampleAddresses}: usagectl profile set --engine URL`,
		);
	return {...line, globals: {...line.globals, engine: onCluster ? engine : undefined}};
}

const getArguments = ({args = []}: Command, isForCluster: boolean): readonly Argument[] =>
	args.filter(arg => !isForCluster || arg.default === undefined);

/** A line of an older version may name a command that no longer exists. */
async function findChart(tree: CommandTree, words: readonly string[]): Promise<ChartRule | undefined> {
	try {
		return (await locate(tree, words).entry?.load())?.chart;
	} catch {
		return undefined;
	}
}

const quiet: Texts = {quiet: ['true'], output: ['json']};

/** Throws CliError, also if the line failed for some of its products only. */
async function runForEffect(line: Line, base: BaseContext): Promise<void> {
	const status = await base.runLine(line, {texts: quiet, onOutput: () => {}, shared: base});
	if (status === 0) return;
	throw new CliError('partial', `before: ${line.path} exited with status ${status}`, {
		hint: 'the errors above say for which products it failed',
	});
}

export const createLines = (tree: CommandTree, base: BaseContext, ports: Ports): Lines => ({
	checkLine: createCheckLine(tree, base, ports),
	findChart: words => findChart(tree, words),
});

/** Reports all errors of a line at once. */
const createCheckLine =
	(tree: CommandTree, base: BaseContext, ports: Ports): CheckLine =>
	async (words, options): Promise<CheckedLine> => {
		const {defaults, onFlags, onCluster = false} = options;
		const createNested = (outer: BaseContext) => createLines(tree, outer, ports);
		const {path, command, rest} = await findCommand(tree, words, options.purpose);
		const rules = {folder: options.folder, typedPaths: options.typedPaths ?? [], isInSql: options.isInSql ?? false};
		// If --engine is rejected, missing paths only follow from it.
		const isForCluster = onCluster || defaults.has('engine') || rest.some(word => /^--engine\b/.test(word));
		const declared = getArguments(command, isForCluster);
		const grammar = {...command, path, args: declared};
		const flags = getLineFlags(command);
		onFlags?.(Object.values(flags).map(flag => longName(flag).slice(2)));
		const typed = parseWords(rest, grammar);
		const outerProduct = getOuterProduct(base, typed.texts);
		const defaultTexts = getDefaults(defaults, flags, {...typed.texts, ...outerProduct});
		const where = nameDefaults(flags, defaultTexts);
		const placed = await resolveFlagPaths({...typed.texts, ...defaultTexts}, flags, {...rules, where});
		const parsed = checkTexts({...typed, texts: placed.texts}, grammar, where);
		const unknown = await Promise.all(parsed.unknownFlags.map(word => explainUnknownFlag(word, grammar)));
		const texts = {...parsed.texts, ...outerProduct, ...getServiceTexts(base)};
		const read = await resolveCommandLine({...parsed, texts}, grammar, ports);
		const {args, errors: pathErrors} = await resolveArgumentPaths(
			addDefaultArguments(read.args, declared),
			declared,
			rules,
		);
		let line: CommandLine = {...read, args};
		const setEngine = () => {
			line = chooseEngine(line, command, onCluster);
		};
		const readNames = () => readProductNames({...base, globals: line.globals});
		const errors = [
			...unknown,
			...placed.errors,
			...parsed.errors,
			...pathErrors,
			...(await findErrors([setEngine])),
			...(await findLineErrors({path, command: {...command, args: declared}, line}, readNames)),
			...(await findErrors([() => compileExpressions(command, line, base)])),
		];
		if (errors.length > 0) throw joinErrors(errors, seeHelp(path));
		const {products, fields} = line.globals;
		const source = {base, createLines: createNested, folder: options.folder};
		const absolute: Line = {path, texts: parsed.texts, args};
		return {
			words: [...path.split(' '), ...wordsOfFlags(flags, defaultTexts), ...rest],
			line: absolute,
			columns: fields ? undefined : await command.columns?.(line.options, await readNames()),
			products: command.product && products.length > 0 ? products : [undefined],
			run: () => runForEffect(absolute, base),
			ask: (product, today) => ask({path, command, line}, {product, today}, source),
			open: (product, client) => openLine({path, command, line}, {product, client}, source),
		};
	};
