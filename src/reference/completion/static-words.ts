import type {getCommandTree} from '../command-tree.ts';

/** What completes without asking the program: words by path, flags by path, choices by path and flag. */
export type Tree = Awaited<ReturnType<typeof getCommandTree>>;
export type Word = {readonly text: string; readonly summary: string};

type FlagRow = Tree['globalFlags'][number];

const spellings = ({flags, form}: FlagRow): readonly string[] => {
	const names = [...flags.matchAll(/(?:^|\s)(--?[\w-]+)/g)].map(([, name]) => name as string);
	return form === 'either' ? [...names, ...names.map(name => name.replace(/^--/, '--no-'))] : names;
};
const takesValue = ({form}: FlagRow) => form === 'value' || form === 'repeated';
const wordsOf = (rows: readonly FlagRow[]): readonly Word[] =>
	rows.flatMap(row => spellings(row).map(text => ({text, summary: row.summary})));

/** Commands and groups under a path, `''` for the root. */
function childrenAt(path: string, {commands, groups}: Tree): readonly Word[] {
	const start = path === '' ? '' : `${path} `;
	const children = new Map<string, string>();
	for (const command of commands) {
		if (!command.path.startsWith(start)) continue;
		const word = command.path.slice(start.length).split(' ')[0] as string;
		const group = groups.find(each => each.path === start + word);
		if (!children.has(word)) children.set(word, group?.summary ?? command.summary);
	}
	return [...children].map(([text, summary]) => ({text, summary}));
}

/** By path: the words that may follow it. */
export const childWords = (tree: Tree): ReadonlyMap<string, readonly Word[]> =>
	new Map(['', ...tree.groups.map(({path}) => path)].map(path => [path, childrenAt(path, tree)]));

/** By path of a command (`''`: the flags of every command). */
export const flagWords = (tree: Tree): ReadonlyMap<string, readonly Word[]> =>
	new Map([
		['', wordsOf(tree.globalFlags)] as const,
		...tree.commands.map(({path, flags}) => [path, wordsOf(flags)] as const),
	]);

/** Values of flags that have a closed set, by `path --flag`; of every command's flags by `--flag` alone. */
export function choiceWords(tree: Tree): ReadonlyMap<string, readonly string[]> {
	const rows = [
		...tree.globalFlags.map(flag => ['', flag] as const),
		...tree.commands.flatMap(({path, flags}) => flags.map(flag => [`${path} `, flag] as const)),
	];
	return new Map(
		rows.flatMap(([start, flag]) =>
			flag.choices ? spellings(flag).map(name => [start + name, flag.choices as readonly string[]] as const) : [],
		),
	);
}

/** Flags that take a value, of any command: the word after one is no command. */
export const valueFlags = (tree: Tree): readonly string[] => [
	...new Set([...tree.globalFlags, ...tree.commands.flatMap(({flags}) => flags)].filter(takesValue).flatMap(spellings)),
];
