import type {z} from 'zod';
import type {Dataset} from '../output/dataset.ts';
import type {Client, Clock, Terminal} from '../ports.ts';
import type {Globals} from './globals.ts';

/** What completes a flag's value or an argument in a shell. */
export type Completion =
	| 'file'
	| 'directory'
	| 'property'
	| 'propertyValue'
	| 'profile'
	| 'remoteFile'
	| 'key'
	| 'run'
	| 'expression';

/** A flag is a value: its schema is its type, its check and its default. */
export type Flag<T = unknown> = {
	/** Commander's notation: `--from <date>`, `-n, --lines <n>`, `--totals`. */
	readonly flags: string;
	readonly summary: string;
	/** Reads the text (true for a switch, an array of texts when it repeats, undefined when absent). */
	readonly schema: z.ZodType<T>;
	readonly repeats?: boolean;
	readonly choices?: readonly string[];
	readonly complete?: Completion;
};
export type Flags = Readonly<Record<string, Flag>>;
export type Options<F extends Flags> = {readonly [Name in keyof F]: z.output<F[Name]['schema']>};

/** Types a flag by its schema. */
export const flag = <T>(spec: Flag<T>): Flag<T> => spec;

export type Argument = {
	/** Commander's notation: `<file>`, `[names...]`. */
	readonly name: string;
	readonly summary: string;
	readonly complete?: Completion;
};

/** An example of help and README; each one runs as a test against the sandbox. */
export type Example = {readonly line: string; readonly does: string};

/** What a run leaves behind: rows, one thing, text as it is, or nothing; and an exit code other than 0 when it must. */
export type Outcome =
	| {readonly dataset: Dataset; readonly exit?: number}
	| {readonly one: object; readonly exit?: number}
	| {readonly text: string | AsyncIterable<string | Uint8Array>; readonly exit?: number}
	| {readonly exit?: number};

/** Everything a command may use of the world. */
export type Context = {
	readonly globals: Globals;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly clock: Clock;
	/** The local calendar day, or `--today`. */
	readonly today: string;
	readonly terminal: Terminal;
	readonly signal: AbortSignal;
	/** Folder of settings and session (`USAGECTL_CONFIG_DIR`). */
	readonly configDir: string;
	/** Folder of journals, caches, locks and the sandbox's data. */
	readonly stateDir: string;
	/** The service, signed in when first asked. */
	readonly connect: () => Promise<Client>;
	/** The products asked for; a CliError of kind usage when none is named anywhere. */
	readonly products: () => readonly [number, ...number[]];
	/** One line on stderr, unless quiet. */
	readonly note: (text: string) => Promise<void>;
	/** A line on stderr with `-v`. */
	readonly detail: (text: string) => Promise<void>;
	readonly progress: Progress;
};

/** Says on stderr how far a long job is; nothing under a second, and off a terminal one line every 30 s. */
export type Progress = {
	readonly start: (job: {
		readonly what: string;
		readonly total?: number;
		readonly unit?: 'bytes' | 'rows' | 'keys' | 'files';
	}) => ProgressJob;
};
export type ProgressJob = {readonly advance: (by: number) => void; readonly end: () => void};

export type Command<F extends Flags = Flags> = {
	/** What the user types: `['report', 'current']`. */
	readonly path: readonly string[];
	readonly summary: string;
	readonly description?: string;
	readonly examples: readonly Example[];
	readonly flags: F;
	readonly args?: readonly Argument[];
	readonly run: (options: Options<F>, args: readonly string[], context: Context) => Promise<Outcome>;
};

/** Types a command by its flags. */
export const defineCommand = <F extends Flags>(command: Command<F>): Command<F> => command;
