import type {Flag} from '../commands/flag.ts';
import {globalFlags} from '../commands/globals.ts';
import {commands, type Entry, type Group, groups} from '../commands/table.ts';
import {CliError} from '../errors.ts';
import {nearNames} from '../near-names.ts';

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
		[...flags.matchAll(/(?:^|\s)(--?[a-z][\w-]*)/gi)].map(([, name]) => [name, form === 'value' || form === 'repeated'] as const),
	),
);

const findEntry = (path: string) => commands.find(entry => entry.path === path);
const findGroup = (path: string) => groups.find(group => group.path === path);
const verbOf = (group: Group | undefined) => (group?.verb ? findEntry(`${group.path} ${group.verb}`) : undefined);

/** Words that may follow a path: `report` → current, churn, events. */
export function childrenOf(path: string): readonly {readonly word: string; readonly summary: string}[] {
	const start = path === '' ? '' : `${path} `;
	const words = new Map<string, string>();
	for (const each of [...commands, ...groups]) {
		const rest = each.path.startsWith(start) ? each.path.slice(start.length) : '';
		const [word] = rest.split(' ');
		if (word && !words.has(word)) words.set(word, findGroup(start + word)?.summary ?? each.summary);
	}
	return [...words].map(([word, summary]) => ({word, summary}));
}

function unknownWord(path: string, word: string): CliError {
	const prefix = path === '' ? 'usagectl' : `usagectl ${path}`;
	const suggest = nearNames(word, childrenOf(path).map(child => child.word)).map(each => `${prefix} ${each}`);
	return new CliError('usage', `there is no command '${prefix} ${word}'`, {
		hint: suggest.length > 0 ? `did you mean ${suggest.join(' or ')}?` : `${prefix} --help lists the commands`,
		suggest,
	});
}

/**
 * Finds the command that argv names. Flags may stand anywhere; those before the command are global ones, so that it
 * is known which of them take the next word as their value.
 */
export function locate(argv: readonly string[]): Located {
	const rest: string[] = [];
	let path = '';
	for (let index = 0; index < argv.length; index++) {
		const word = argv[index] as string;
		if (word === '--') {
			rest.push(...argv.slice(index));
			break;
		}
		if (word.startsWith('-') && word !== '-') {
			rest.push(word);
			if (takesValue.get(word) && index + 1 < argv.length) rest.push(argv[++index] as string);
			continue;
		}
		const next = path === '' ? word : `${path} ${word}`;
		const entry = findEntry(next);
		if (entry) return {entry, rest: [...rest, ...argv.slice(index + 1)]};
		if (findGroup(next)) {
			path = next;
			continue;
		}
		throw unknownWord(path, word);
	}
	const group = findGroup(path);
	const verb = verbOf(group);
	if (verb && !rest.some(isHelp)) return {entry: verb, rest};
	return {...(group ? {group} : {}), rest};
}

export const isHelp = (word: string): boolean => word === '--help' || word === '-h';
