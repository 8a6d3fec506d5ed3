import {childrenOf} from '../../program/command-tree.ts';
import {spellingsOf, takesValue} from '../../program/flag-names.ts';
import type {DescribedTree} from '../describe-tree.ts';

/** What the scripts complete without starting the program: words by path, flags by path, choices by path and flag. */
export type Word = {readonly text: string; readonly summary: string};

type FlagRow = DescribedTree['globalFlags'][number];

const wordsOf = (rows: readonly FlagRow[]): readonly Word[] =>
	rows.flatMap(row => spellingsOf(row).map(text => ({text, summary: row.summary})));

/** By path: the words that may follow it. */
export const childWords = (tree: DescribedTree): ReadonlyMap<string, readonly Word[]> =>
	new Map(
		['', ...tree.groups.map(({path}) => path)].map(path => [
			path,
			childrenOf(tree, path).map(({word, summary}) => ({text: word, summary})),
		]),
	);

/** By path of a command (`''`: the flags of every command). */
export const flagWords = (tree: DescribedTree): ReadonlyMap<string, readonly Word[]> =>
	new Map([
		['', wordsOf(tree.globalFlags)] as const,
		...tree.commands.map(({path, flags}) => [path, wordsOf(flags)] as const),
	]);

/** The choices of flags that have them, by `path --flag`; for flags of every command by `--flag` alone. */
export function choiceWords(tree: DescribedTree): ReadonlyMap<string, readonly string[]> {
	const rows = [
		...tree.globalFlags.map(flag => ['', flag] as const),
		...tree.commands.flatMap(({path, flags}) => flags.map(flag => [`${path} `, flag] as const)),
	];
	return new Map(
		rows.flatMap(([start, flag]) =>
			flag.choices ? spellingsOf(flag).map(name => [start + name, flag.choices as readonly string[]] as const) : [],
		),
	);
}

/** Flags of any command that take a value: the word after one is not a command. */
export const valueFlags = (tree: DescribedTree): readonly string[] => [
	...new Set(
		[...tree.globalFlags, ...tree.commands.flatMap(({flags}) => flags)].filter(takesValue).flatMap(spellingsOf),
	),
];
