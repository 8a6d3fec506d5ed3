import {CliError} from '../../errors.ts';
import {isTypo, nearNames, suggestion} from '../../text/near-names.ts';
import {type Flag, spellingsOf, takesValue} from '../definition/flag.ts';
import {globalFlags} from '../definition/globals.ts';
import {createUnknownFlagError} from '../parse/unknown-flags.ts';
import {
	type CommandTree,
	childrenOf,
	type Entry,
	findEntry,
	findGroup,
	type Group,
	type Located,
} from './command-tree.ts';
import {findAnswers} from './help-answers.ts';
import {suggestCommands} from './word-suggestions.ts';

/** The value is true if the flag takes the next word as its value. */
const globalSpellings = new Map(
	Object.values<Flag>(globalFlags).flatMap(flag => spellingsOf(flag).map(name => [name, takesValue(flag)] as const)),
);

export const isHelp = (word: string): boolean => word === '--help' || word === '-h';

const isGlobal = (word: string) =>
	!word.startsWith('--') || word === '--' || isHelp(word) || globalSpellings.has(word.split('=')[0] ?? '');

const mostDeeper = 3;

/** Names commands that are deeper in the tree: `report retention` is `report churn retention`. None if there are many, as of `list`. */
function findDeeper({commands}: CommandTree, path: string, word: string): readonly string[] {
	const start = path === '' ? '' : `${path} `;
	const found = commands.filter(each => !each.hidden && each.path.startsWith(start) && each.path.endsWith(` ${word}`));
	return found.length > mostDeeper ? [] : found.map(each => `usagectl ${each.path}`);
}

function unknownWord(tree: CommandTree, path: string, word: string): CliError {
	const prefix = path === '' ? 'usagectl' : `usagectl ${path}`;
	const aliases = path === '' ? Object.keys(tree.aliases) : [];
	const children = [...childrenOf(tree, path).map(child => child.word), ...aliases];
	const toLine = (child: string) => `${prefix} ${child}`;
	const near = [
		suggestCommands(word, children).map(toLine),
		children.filter(child => isTypo(word, child)).map(toLine),
		[...new Set([...findAnswers([word]).map(({line}) => line), ...findDeeper(tree, path, word)])],
		nearNames(word, children).map(toLine),
	].find(({length}) => length > 0);
	const advice = suggestion(near ?? [], `see ${prefix} --help`);
	return new CliError('usage', `there is no command '${prefix} ${word}'`, advice);
}

/** Counts the words of a flag and its value, or all words after `--`; 0 for a word of the path. */
function flagLength(argv: readonly string[], index: number): number {
	const word = argv[index] as string;
	if (word === '--') return argv.length;
	if (!word.startsWith('-') || word === '-') return 0;
	return globalSpellings.get(word) && index + 1 < argv.length ? 2 : 1;
}

/** The word after an unknown flag is probably its value: the error is in the flag. */
function unknownFlag(path: string, flag: string): CliError {
	const error = createUnknownFlagError(flag, {path, flags: {}});
	if (error.details.suggest?.some(name => isTypo(flag, name))) return error;
	return new CliError('usage', `${flag} is not a global flag`, {
		hint: `put the flags of a command after its name; ${path === '' ? 'usagectl' : `usagectl ${path}`} --help lists the commands`,
		code: 'unknown-flag',
	});
}

type Step = {readonly path: string; readonly word: string; readonly before: string | undefined};

function stepInto(tree: CommandTree, {path, word, before}: Step): Entry | Group {
	const first = Object.hasOwn(tree.aliases, word) ? (tree.aliases[word] ?? word) : word;
	const next = path === '' ? first : `${path} ${word}`;
	const found = findEntry(tree, next) ?? findGroup(tree, next);
	if (!found && before?.startsWith('-') && !isGlobal(before)) throw unknownFlag(path, before);
	if (!found) throw unknownWord(tree, path, word);
	return found;
}

const verbOf = (tree: CommandTree, group: Group | undefined) =>
	group?.verb ? findEntry(tree, `${group.path} ${group.verb}`) : undefined;

/**
 * Finds the command that argv names. Flags may stand anywhere; those before the command are flags of every command, so that
 * it is known which of them take the next word as their value. Any other flag after a group is for the group's own verb:
 * `report churn --from -6mo`. Throws CliError (usage) for an unknown command.
 */
export function locate(tree: CommandTree, argv: readonly string[]): Located {
	const rest: string[] = [];
	let path = '';
	for (let index = 0; index < argv.length; ) {
		const word = argv[index] as string;
		const length = flagLength(argv, index);
		if (length === 0) {
			const found = stepInto(tree, {path, word, before: argv[index - 1]});
			if ('load' in found) return {entry: found, rest: [...rest, ...argv.slice(index + 1)]};
			path = found.path;
			index++;
			continue;
		}
		const verb = isGlobal(word) ? undefined : verbOf(tree, findGroup(tree, path));
		if (verb) return {entry: verb, rest: [...rest, ...argv.slice(index)]};
		rest.push(...argv.slice(index, index + length));
		index += length;
	}
	return endAt(tree, findGroup(tree, path), rest);
}

/** No word is left: the group's own verb runs, unless its help was asked for. */
function endAt(tree: CommandTree, group: Group | undefined, rest: readonly string[]): Located {
	const entry = rest.some(isHelp) ? undefined : verbOf(tree, group);
	if (entry) return {entry, rest};
	return {...(group ? {group} : {}), rest};
}
