import type {Command} from '../definition/command.ts';

/** A command: what the user types, what it does in a few words, and where it is loaded from. */
export type Entry = {
	readonly path: string;
	readonly summary: string;
	/** Called by scripts of ours, not by people: no help lists it. */
	readonly hidden?: true;
	readonly load: () => Promise<Command>;
};

/** A word that other commands follow; `verb` is the command that runs when none is named. */
export type Group = {readonly path: string; readonly summary: string; readonly verb?: string};

/** The command or group that a command line names, or neither for the program itself. */
export type Located = {
	readonly entry?: Entry;
	readonly group?: Group;
	/** The rest: flags, their values and arguments, in the order typed. */
	readonly rest: readonly string[];
};

/** Every command, in the order of the help, and the groups that they are in. */
export type CommandTree = {
	readonly commands: readonly Entry[];
	readonly groups: readonly Group[];
	/** Other names of groups, which no help lists beside them: `crashes` for `exceptions`. */
	readonly aliases: Readonly<Record<string, string>>;
	/** The paths of commands that had another name, by that name. */
	readonly renamed: Readonly<Record<string, string>>;
	/** Writes the help of what a command line names. */
	readonly help: (located: Located) => Promise<string>;
};

/** The part of a tree that help and completion need. */
type Outline = {
	readonly commands: readonly Pick<Entry, 'path' | 'summary' | 'hidden'>[];
	readonly groups: readonly Group[];
};

export const findEntry = ({commands}: CommandTree, path: string): Entry | undefined =>
	commands.find(entry => entry.path === path);

export const findGroup = ({groups}: Outline, path: string): Group | undefined =>
	groups.find(group => group.path === path);

/** The words that may follow a path (`''` is the root): `report` → current, churn, events. */
export function childrenOf(tree: Outline, path: string): readonly {readonly word: string; readonly summary: string}[] {
	const start = path === '' ? '' : `${path} `;
	const children = new Map<string, string>();
	for (const command of tree.commands) {
		if (command.hidden || !command.path.startsWith(start)) continue;
		const [word = ''] = command.path.slice(start.length).split(' ');
		if (!children.has(word)) children.set(word, findGroup(tree, start + word)?.summary ?? command.summary);
	}
	return [...children].map(([word, summary]) => ({word, summary}));
}
