import type {Command} from '../definition/command.ts';

export type Entry = {
	readonly path: string;
	readonly summary: string;
	/** Called by our own scripts; not listed in any help. */
	readonly hidden?: true;
	readonly load: () => Promise<Command>;
};

/** `verb` is the command that runs if none is named. */
export type Group = {
	readonly path: string;
	readonly summary: string;
	readonly description?: string;
	readonly verb?: string;
	/** Words of commands that the help lists last. */
	readonly advanced?: readonly string[];
};

/** Without a command or group, the line names the program itself. */
export type Located = {
	readonly entry?: Entry;
	readonly group?: Group;
	readonly rest: readonly string[];
};

export type CommandTree = {
	readonly commands: readonly Entry[];
	readonly groups: readonly Group[];
	/** Other names of groups, which no help lists: `crashes` for `exceptions`. */
	readonly aliases: Readonly<Record<string, string>>;
	readonly help: (located: Located) => Promise<string>;
};

type Outline = {
	readonly commands: readonly Pick<Entry, 'path' | 'summary' | 'hidden'>[];
	readonly groups: readonly Group[];
};

export const findEntry = ({commands}: CommandTree, path: string): Entry | undefined =>
	commands.find(entry => entry.path === path);

export const findGroup = ({groups}: Outline, path: string): Group | undefined =>
	groups.find(group => group.path === path);

/** Lists the words that may follow a path (`''` is the root): `report` → current, churn, events. */
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
