import type {Flag} from '../commands/flag.ts';
import {globalFlags} from '../commands/globals.ts';
import {commands, type Entry, type Group, groups} from '../commands/table.ts';
import {CliError} from '../errors.ts';
import {nearNames} from '../near-names.ts';
import {otherCommands} from './other-words.ts';

/** What the words of a command line name: a command, words that hold commands, or nothing (the root). */
export type Located = {
	readonly entry?: Entry;
	readonly group?: Group;
	/** The rest: flags, their values and arguments, in the order typed. */
	readonly rest: readonly string[];
};

/** `-p`, `--product` → true: the next word is its value. */
const takesValue = new Map(
	Object.values<Flag>(globalFlags).flatMap(({flags, form}) =>
		[...flags.matchAll(/(?:^|\s)(--?[a-z][\w-]*)/gi)].map(
			([, name]) => [name, form === 'value' || form === 'repeated'] as const,
		),
	),
);

const findEntry = (path: string) => commands.find(entry => entry.path === path);
const findGroup = (path: string) => groups.find(group => group.path === path);
const verbOf = (group: Group | undefined) => (group?.verb ? findEntry(`${group.path} ${group.verb}`) : undefined);

/** Words that may follow a path: `report` → current, churn, events. */
export function childrenOf(path: string): readonly {readonly word: string; readonly summary: string}[] {
	const start = path === '' ? '' : `${path} `;
	const words = new Map<string, string>();
	for (const {path: each, summary, hidden} of commands) {
		if (hidden) continue;
		const [word] = each.startsWith(start) ? each.slice(start.length).split(' ') : [];
		if (word && !words.has(word)) words.set(word, findGroup(start + word)?.summary ?? summary);
	}
	return [...words].map(([word, summary]) => ({word, summary}));
}

function unknownWord(path: string, word: string): CliError {
	const prefix = path === '' ? 'usagectl' : `usagectl ${path}`;
	const known = childrenOf(path).map(child => child.word);
	const others = otherCommands(word, known);
	const suggest = (others.length > 0 ? others : nearNames(word, known)).map(each => `${prefix} ${each}`);
	return new CliError('usage', `there is no command '${prefix} ${word}'`, {
		hint: suggest.length > 0 ? `did you mean ${suggest.join(' or ')}?` : `${prefix} --help lists the commands`,
		suggest,
	});
}

const isGlobal = (word: string) =>
	!word.startsWith('--') || word === '--' || isHelp(word) || takesValue.has(word.split('=')[0] ?? '');

/** How many words from here on are a flag and its value, or all after `--`; 0 where a word of the path stands. */
function flagLength(argv: readonly string[], index: number): number {
	const word = argv[index] as string;
	if (word === '--') return argv.length;
	if (!word.startsWith('-') || word === '-') return 0;
	return takesValue.get(word) && index + 1 < argv.length ? 2 : 1;
}

const join = (path: string, word: string) => (path === '' ? word : `${path} ${word}`);

function enterGroup(path: string, word: string): string {
	const next = join(path, word);
	if (!findGroup(next)) throw unknownWord(path, word);
	return next;
}

/** The command that is known with the word at a place: its last word, or a flag that only a group's own verb can take. */
function entryAt(path: string, word: string, isFlag: boolean): Entry | undefined {
	if (!isFlag) return findEntry(join(path, word));
	return isGlobal(word) ? undefined : verbOf(findGroup(path));
}

/**
 * Finds the command that argv names. Flags may stand anywhere; those before the command are global ones, so that it
 * is known which of them take the next word as their value. Any other flag after a group is for the group's own verb:
 * `report churn --from -6mo`.
 */
export function locate(argv: readonly string[]): Located {
	const rest: string[] = [];
	let path = '';
	for (let index = 0; index < argv.length; ) {
		const word = argv[index] as string;
		const length = flagLength(argv, index);
		const entry = entryAt(path, word, length > 0);
		if (entry) return {entry, rest: [...rest, ...argv.slice(length > 0 ? index : index + 1)]};
		if (length > 0) rest.push(...argv.slice(index, index + length));
		else path = enterGroup(path, word);
		index += Math.max(length, 1);
	}
	return endAt(findGroup(path), rest);
}

/** No word is left: the group's own verb runs, unless its help was asked for. */
function endAt(group: Group | undefined, rest: readonly string[]): Located {
	const entry = rest.some(isHelp) ? undefined : verbOf(group);
	if (entry) return {entry, rest};
	return {...(group ? {group} : {}), rest};
}

export const isHelp = (word: string): boolean => word === '--help' || word === '-h';
