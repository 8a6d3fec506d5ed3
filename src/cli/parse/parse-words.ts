import {CommanderError, Option, Command as Parser} from 'commander';
import {CliError, type FailureDetails} from '../../errors.ts';
import {isSlip, nearNames, suggestion} from '../../text/near-names.ts';
import type {Argument} from '../definition/command.ts';
import {Expected, type Flag, type Flags, type Options} from '../definition/flag.ts';
import {longName} from '../definition/flag-names.ts';
import {joinMistakes} from '../definition/several-errors.ts';
import {findOtherFlag, otherFlags} from '../find/word-suggestions.ts';

/** The texts that were typed for each flag, in order, by the flag's name; the text of a toggle is `true` or `false`. */
export type Texts = Readonly<Record<string, readonly string[]>>;

/** The flags and arguments of a command; `command` is its path, for the messages. */
export type Grammar = {readonly flags: Flags; readonly args: readonly Argument[]; readonly command: string};

/** The words of a command line: flags and arguments, and a mistake for each word that is neither. */
export type Parsed = {
	readonly texts: Texts;
	readonly args: readonly string[];
	readonly mistakes: readonly CliError[];
};

const collect = (text: string, before: readonly string[] = []) => [...before, text];
const seeHelp = (command: string) => `see usagectl ${command ? `${command} ` : ''}--help`;

/** The options of commander for one flag. They collect every text that is typed: defaults and repeated flags are handled by readFlags. */
function createOptions(flag: Flag): readonly Option[] {
	if (flag.form === 'toggle') return [new Option(flag.flags, flag.summary)];
	if (flag.form === 'either') {
		return [new Option(flag.flags, flag.summary), new Option(longName(flag).replace('--', '--no-'))];
	}
	return [new Option(flag.flags, flag.summary).argParser(collect)];
}

/** Stores an option under the name of our flag: commander would give `--no-input` and `--input FILE` the same one. */
const storeAs = (name: string, option: Option): Option => Object.assign(option, {attributeName: () => name});

/** A parser that throws its errors: it neither prints them nor ends the process. */
function createParser({flags, args}: Grammar, allowExcess: boolean): Parser {
	const parser = new Parser()
		.helpOption(false)
		.allowExcessArguments(allowExcess)
		.exitOverride()
		.configureOutput({writeErr: () => {}, writeOut: () => {}});
	for (const [name, flag] of Object.entries(flags))
		for (const option of createOptions(flag)) parser.addOption(storeAs(name, option));
	// A missing argument is reported together with whatever else is missing.
	for (const {name, summary} of args) parser.argument(name.replace(/^<(.*)>$/, '[$1]'), summary);
	return parser;
}

/** Words that no argument takes are often one value with blanks that has no quotes. */
function explainExcess(
	excess: readonly string[],
	{command, usage}: {readonly command: string; readonly usage: (message: string, more?: {hint: string}) => CliError},
): CliError {
	const more = excess.length > 1 ? {hint: "a value with blanks needs quotes: 'two words'"} : undefined;
	return usage(`${command} has no place for ${excess.map(quote).join(' ')}`, more);
}

/** commander's error as a CliError with the nearest valid name; `excess`: the words that no argument takes. */
function explain(error: CommanderError, {flags, command}: Grammar, excess: readonly string[]): CliError {
	const [, subject = ''] = /'([^']*)'/.exec(error.message) ?? [];
	const usage = (message: string, more: Partial<FailureDetails> = {}) =>
		new CliError('usage', message, {cause: error, ...suggestion(more.suggest ?? [], seeHelp(command)), ...more});
	switch (error.code) {
		case 'commander.unknownOption': {
			const names = Object.values(flags).map(longName);
			const flag = subject.replace(/=.*/s, '');
			if (flag !== subject && names.includes(flag)) return usage(`${flag} takes no value`);
			const others = otherFlags(flag, names);
			const slips = names.filter(name => isSlip(flag, name));
			const near = [others, slips, otherFlags(findOtherFlag(flag) ?? '', names), nearNames(flag, names)];
			const suggest = near.find(({length}) => length > 0) ?? [];
			return usage(`there is no flag ${subject}`, {code: 'unknown-flag', suggest, expected: others});
		}
		case 'commander.optionMissingArgument':
			return usage(`${subject} needs a value`);
		case 'commander.excessArguments':
			return explainExcess(excess, {command, usage});
		default:
			return usage(error.message.replace(/^error: /, ''));
	}
}

function textsOf(name: string, parser: Parser): readonly string[] {
	if (parser.getOptionValueSource(name) !== 'cli') return [];
	const value: unknown = parser.getOptionValue(name);
	return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** The words without the one that is no flag, and without its value; without the flag that lacks one. */
function withoutMistake(
	words: readonly string[],
	{code, message}: CommanderError,
	{flags}: Grammar,
): readonly string[] {
	if (code === 'commander.optionMissingArgument') return words.slice(0, -1);
	if (code === 'commander.excessArguments') return words;
	const [, flag = ''] = /'(.*)'/s.exec(message) ?? [];
	const at = words.indexOf(flag);
	// Letters in a row, -abc, have no word of their own.
	if (at < 0) return [];
	const next = words[at + 1] ?? '--';
	const isFlag = next.startsWith('--') || Object.values(flags).some(known => known.flags.startsWith(`${next},`));
	return words.toSpliced(at, isFlag || flag.includes('=') ? 1 : 2);
}

/** Splits the words of a command line into flags and arguments. After a mistake, what is left over is not counted as another. */
export function parseWords(words: readonly string[], grammar: Grammar, before: readonly CliError[] = []): Parsed {
	const parser = createParser(grammar, before.length > 0);
	try {
		parser.parse([...words], {from: 'user'});
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		const mistake = explain(error, grammar, parser.args.slice(grammar.args.length));
		return parseWords(withoutMistake(words, error, grammar), grammar, [...before, mistake]);
	}
	const texts = Object.keys(grammar.flags).map(name => [name, textsOf(name, parser)] as const);
	const takesMany = grammar.args.some(({name}) => name.includes('...'));
	const args = takesMany ? parser.args : parser.args.slice(0, grammar.args.length);
	return {texts: Object.fromEntries(texts), args, mistakes: before};
}

/** The text that was typed, without the password that an address may contain. */
const quote = (typed: string) => {
	const text = typed.replace(/\/\/[^/]*@/g, '//***@');
	return text.length > 60 ? `'${text.slice(0, 59)}…'` : `'${text}'`;
};

/** The value of one flag. An `Expected` becomes a CliError that names the flag, or where else the text came from. */
function readFlag(
	flag: Flag,
	texts: readonly string[],
	{where, hint}: {readonly where: string; readonly hint: string},
): unknown {
	if (flag.form === 'value' && texts.length > 1) {
		throw new CliError('usage', `${where} was given ${texts.length} times`, {hint: 'give it once'});
	}
	try {
		return flag.read(texts);
	} catch (error) {
		if (!(error instanceof Expected)) throw error;
		const got = `, not ${quote(texts.at(-1) ?? '')}`;
		const advice = suggestion(nearNames(texts.at(-1) ?? '', error.suggest), hint);
		throw new CliError('usage', `${where}: expected ${error.message}${got}`, advice);
	}
}

/** What is wrong with what was typed for a flag: nothing, or one thing. */
export function findFaults(flag: Flag, texts: readonly string[], hint: string): readonly CliError[] {
	try {
		readFlag(flag, texts, {where: longName(flag), hint});
		return [];
	} catch (error) {
		if (error instanceof CliError) return [error];
		throw error;
	}
}

/** Takes the flags of a command, or of all commands, that were typed with a wrong value from the texts: each is a mistake. */
export function withoutFaults(
	tables: readonly {readonly flags: Flags; readonly command: string}[],
	{texts, args, mistakes}: Parsed,
): Parsed {
	const faults = tables.flatMap(({flags, command}) =>
		Object.entries<Flag>(flags).flatMap(([name, flag]) =>
			findFaults(flag, texts[name] ?? [], seeHelp(command)).map(fault => [name, fault] as const),
		),
	);
	const cleared = Object.fromEntries(faults.map(([name]) => [name, []]));
	return {texts: {...texts, ...cleared}, args, mistakes: [...mistakes, ...faults.map(([, fault]) => fault)]};
}

/** Throws one CliError of kind usage for all mistakes. */
export function validateParsed({mistakes}: Pick<Parsed, 'mistakes'>, command: string): void {
	const [first, ...others] = mistakes;
	if (first) throw joinMistakes([first, ...others], seeHelp(command));
}

/**
 * Converts texts into the values of flags. `where` names the origin of a text that was not typed (`USAGECTL_OUTPUT`).
 * Throws a CliError of kind usage that says what was expected, with the nearest valid value.
 */
export function readFlags<F extends Flags>(
	flags: F,
	texts: Texts,
	{command, where = {}}: {readonly command: string; readonly where?: Readonly<Record<string, string>>},
): Options<F> {
	const values = Object.entries<Flag>(flags).map(([name, flag]) => {
		const place = where[name] ?? longName(flag);
		return [name, readFlag(flag, texts[name] ?? [], {where: place, hint: seeHelp(command)})];
	});
	return Object.fromEntries(values) as Options<F>;
}
