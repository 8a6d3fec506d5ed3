import {Option, Command as Parser} from 'commander';
import {CliError, seeHelp} from '../../errors.ts';
import type {Texts} from '../../lines/checked-line.ts';
import type {SpecialFormat} from '../../output/formats.ts';
import {enumeration} from '../../text/wording.ts';
import type {Argument} from '../definition/command.ts';
import {type Flag, type Flags, longName, spellingsOf, takesValue} from '../definition/flag.ts';
import {flagGroups} from '../definition/flag-groups.ts';
import {getTakenFlags, globalFlags, type Takes} from '../definition/globals.ts';
import {suggestAnswer} from '../find/word-suggestions.ts';
import {findWrongFlags, quoteTyped, type Where} from './read-flags.ts';

/** Without a command, and so without `takes`, every global flag may be typed. */
export type Grammar = {
	readonly path: string;
	readonly flags: Flags;
	readonly takes?: Takes | undefined;
	readonly specialFormats?: readonly SpecialFormat[];
	readonly args?: readonly Argument[];
};

/** Returns the flags that a line may have: its own and the global ones that it takes. */
export const getLineFlags = ({flags, takes}: Pick<Grammar, 'flags' | 'takes'>): Flags => ({
	...(takes ? getTakenFlags(takes) : globalFlags),
	...flags,
});

export type Parsed = {
	readonly texts: Texts;
	readonly args: readonly string[];
	/** Words that look like flags, but the command does not have them: `--form`, `--json=yes`. */
	readonly unknownFlags: readonly string[];
	readonly errors: readonly CliError[];
};

const createOptions = ({flags, form, summary}: Flag): readonly Option[] => [
	new Option(flags, summary),
	...(form === 'either' ? [new Option(longName({flags}).replace('--', '--no-'))] : []),
];

/** Cannot be typed. Added as the value of a flag that lacks one: commander would take the next flag, or stop at the end. */
const noValue = '\0';

function addMissingValues(words: readonly string[], flags: Flags): string[] {
	const all = new Set(Object.values(flags).flatMap(spellingsOf));
	const valued = new Set(Object.values(flags).filter(takesValue).flatMap(spellingsOf));
	let isValue = false;
	const end = words.indexOf('--');
	const typed = (end < 0 ? words : words.slice(0, end)).flatMap(word => {
		const isMissing = isValue && all.has(word);
		isValue = (!isValue || isMissing) && valued.has(word);
		return isMissing ? [noValue, word] : [word];
	});
	return [...typed, ...(end < 0 ? [noValue] : words.slice(end))];
}

/** Splits words with commander. `unknown` are the first unknown flag and whatever follows it, without known flags. */
function splitWords(words: readonly string[], flags: Flags) {
	const texts: Record<string, readonly string[]> = {};
	const withoutValue: string[] = [];
	const parser = new Parser().helpOption(false);
	for (const [name, flag] of Object.entries(flags)) {
		const add = (text: string) => {
			if (text === noValue) withoutValue.push(name);
			else texts[name] = takesValue(flag) ? [...(texts[name] ?? []), text] : [text];
		};
		// In the values of commander, --no-input and --input FILE would be one; events have the names of options.
		for (const option of createOptions(flag))
			parser.addOption(option).on(`option:${option.name()}`, (text = String(!option.negate)) => add(text));
	}
	const {operands, unknown} = parser.parseOptions(addMissingValues(words, flags));
	const isTyped = (word: string) => word !== noValue;
	return {texts, withoutValue, operands: operands.filter(isTyped), unknown: unknown.filter(isTyped)};
}

/** Splits the words from the first unknown flag on. The word behind an unknown flag is its value: `--form -30d`. */
function splitUnknown(words: readonly string[]): {
	readonly flags: readonly string[];
	readonly args: readonly string[];
} {
	const flags: string[] = [];
	const args: string[] = [];
	let mayBeValue = false;
	for (const [at, word] of words.entries()) {
		if (word === '--') return {flags, args: [...args, ...words.slice(at + 1)]};
		const isValue = mayBeValue && !/^-\D/.test(word);
		mayBeValue = false;
		if (isValue) continue;
		if (/^-./.test(word) && Number.isNaN(Number(word))) {
			flags.push(word);
			mayBeValue = !word.includes('=');
		} else args.push(word);
	}
	return {flags, args};
}

function explainNoValue({flags, choices = [], default: usual, example = choices[0] ?? usual}: Flag, path: string) {
	const hint = example === undefined ? seeHelp(path) : `give one, such as ${longName({flags})} ${example}`;
	return new CliError('usage', `${flags} needs a value`, {hint, suggest: []});
}

/** Excess words are often parts of one unquoted value with spaces, or follow a flag that takes none: `--interval week`. */
function explainExcess(
	[word = '', ...others]: readonly string[],
	words: readonly string[],
	grammar: Grammar,
): CliError {
	const {path} = grammar;
	const names = Object.values<Flag>(getLineFlags(grammar)).map(longName);
	const isPart = /^[^-]/.test(words[words.indexOf(word) - 1] ?? '');
	const meant = isPart ? undefined : suggestAnswer(word, {path, names});
	const hint = others.length > 0 ? "quote a value that contains spaces: 'two words'" : (meant ?? seeHelp(path));
	const excess = [word, ...others].map(quoteTyped).join(' ');
	return new CliError('usage', `${path} does not take ${excess}`, {hint, suggest: []});
}

/** Names the flags that the command takes instead: those under the same heading of the help. */
function explainUntaken(flag: Flag, {path, takes = []}: Grammar): CliError {
	const group = Object.values(flagGroups).find(({flags}) => Object.values<Flag>(flags).includes(flag));
	const takenOnes = Object.values(getTakenFlags(takes));
	const near = Object.values<Flag>(group?.flags ?? {}).filter(each => takenOnes.includes(each));
	const taken = near.length > 0 ? `; ${path} takes ${enumeration(near.map(longName))}` : '';
	return new CliError('usage', `${longName(flag)} does not apply to ${path}`, {
		hint: `omit it${taken}; see usagectl ${path} --help`,
		suggest: [],
	});
}

/** Puts `--` before an argument that is a command line, whose flags are its own. */
function separateLine(words: readonly string[], known: Flags, args: readonly Argument[]): readonly string[] {
	const place = args.findIndex(({isCommandLine}) => isCommandLine);
	if (place < 0 || words.includes('--')) return words;
	const start = words.findIndex((_, at) => splitWords(words.slice(0, at + 1), known).operands.length > place);
	return start < 0 ? words : words.toSpliced(start, 0, '--');
}

export function parseWords(words: readonly string[], grammar: Grammar): Parsed {
	const {path, flags, args = []} = grammar;
	const known: Flags = {...globalFlags, ...flags};
	const taken = getLineFlags(grammar);
	const split = splitWords(separateLine(words, known, args), known);
	const {texts: typed, withoutValue, operands, unknown} = split;
	const untaken = Object.entries(known).filter(
		([name]) => !taken[name] && (typed[name] !== undefined || withoutValue.includes(name)),
	);
	const texts = Object.fromEntries(Object.entries(typed).filter(([name]) => taken[name]));
	const {flags: unknownFlags, args: others} = splitUnknown(unknown);
	const given = [...operands, ...others];
	const count = args.some(({name}) => name.includes('...')) ? given.length : args.length;
	const errors = [
		...untaken.map(([, flag]) => explainUntaken(flag, grammar)),
		...withoutValue.flatMap(name => (taken[name] ? [explainNoValue(taken[name], path)] : [])),
	];
	// Excess words may follow from another error.
	const isExcess = given.length > count && errors.length + unknownFlags.length === 0;
	return {
		texts,
		args: given.slice(0, count),
		unknownFlags,
		errors: isExcess ? [explainExcess(given.slice(count), words, grammar)] : errors,
	};
}

/** Removes flags with wrong values from the texts, and adds an error for each. `where`: origins of texts that were not typed. */
export function checkTexts({texts, errors, ...parsed}: Parsed, {path, flags}: Grammar, where: Where = {}): Parsed {
	// The help of the whole program explains a global flag.
	const wrong = [
		...findWrongFlags(flags, texts, {path, where}),
		...findWrongFlags(globalFlags, texts, {path: '', where}),
	];
	const cleared = Object.fromEntries(wrong.map(([name]) => [name, []]));
	return {...parsed, texts: {...texts, ...cleared}, errors: [...errors, ...wrong.map(([, error]) => error)]};
}
