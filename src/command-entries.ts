import type {LogKind} from './archive/log-kinds.ts';
import type {Command} from './cli/definition/command.ts';
import type {Entry} from './cli/find/command-tree.ts';

/** Entries of the command table. */

export const named = <Name extends string>(
	path: string,
	summary: string,
	load: () => Promise<Readonly<Record<Name, Command>>>,
	name: Name,
): Entry => ({path, summary, load: async () => (await load())[name]});

export const entry = (path: string, summary: string, load: () => Promise<{readonly command: Command}>): Entry =>
	named(path, summary, load, 'command');

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
