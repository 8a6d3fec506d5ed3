import type {LogKind} from './archive/files/log-kinds.ts';
import type {Command} from './cli/definition/command.ts';
import type {Entry} from './cli/find/command-tree.ts';

/** Entries of the command table. */

export const entry = (path: string, summary: string, load: () => Promise<{readonly command: Command}>): Entry => ({
	path,
	summary,
	load: async () => (await load()).command,
});

export const oldName = (path: string, of: string, load: () => Promise<{readonly command: Command}>): Entry => ({
	...entry(path, `Old name of ${of}`, load),
	hidden: true,
});

export const named = <Name extends string>(
	path: string,
	summary: string,
	load: () => Promise<Readonly<Record<Name, Command>>>,
	name: Name,
): Entry => ({path, summary, load: async () => (await load())[name]});

/** A command for crash reports and custom events; its file exports `createCommand`. */
export type SharedCommand = {
	readonly word: string;
	readonly summaries: Readonly<Record<LogKind, string>>;
	readonly load: () => Promise<{readonly createCommand: (kind: LogKind) => Command}>;
};

export const toEntries = (kind: LogKind, commands: readonly SharedCommand[]): readonly Entry[] =>
	commands.map(({word, summaries, load}) => ({
		path: `${kind} ${word}`,
		summary: summaries[kind],
		load: async () => (await load()).createCommand(kind),
	}));
