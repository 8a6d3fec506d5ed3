import type {Mask} from '../../client/mask.ts';
import type {ChartRule} from '../../output/chart/chart.ts';
import type {Column, Dataset, Row} from '../../output/dataset.ts';
import type {Format} from '../../output/formats.ts';
import type {Client, Clock, Progress, Terminal, Transport} from '../../ports.ts';
import type {Identity} from '../../session/current-session.ts';
import type {ProductProperties} from '../../session/known-values.ts';
import type {SessionStore} from '../../session/session-store.ts';
import type {Settings} from '../../session/settings.ts';
import type {SettingsStore} from '../../session/settings-store.ts';
import type {Completion, Flags, Options} from './flag.ts';
import type {Globals} from './globals.ts';

/** The sandbox that runs beside one command: its address, and a user who may call it. */
export type EmbeddedSandbox = {
	readonly address: string;
	readonly user: string;
	readonly password: string;
	readonly products: readonly number[];
	/** Another run has reset, advanced, planted or imported its data since. */
	readonly isOutdated: () => boolean;
	readonly close: () => Promise<void>;
};

export type Argument = {
	/** Commander's notation: `<file>`, `[names...]`. */
	readonly name: string;
	readonly summary: string;
	readonly choices?: readonly string[];
	readonly complete?: Completion;
	/** It is left out where a cluster is asked (`--engine`). */
	readonly orEngine?: true;
	/** The command line that makes what is to be named here. */
	readonly producedBy?: string;
};

/** An example in help and README; each runs as a test against the sandbox. */
export type Example = {readonly line: string; readonly caption: string};

/** What a command returns: rows, an object, text, or nothing. `exit` is the exit code; a function is called after the rows. */
export type Outcome = {readonly exit?: number | (() => number)} & (
	| {readonly dataset: Dataset}
	| {readonly one: object}
	| {readonly text: string | AsyncIterable<string | Uint8Array>}
	| {readonly dataset?: never}
);

/** How a command line runs inside another one. What is absent is that of the outer line. */
export type InnerRun = {
	/** Gets what it would write to stdout. */
	readonly onOutput?: (text: string) => void;
	/** Gets what it would write to stderr, secrets masked. */
	readonly onMessage?: (text: string) => void;
	/** Takes its rows, arranged and cut as its flags say, in place of a format; returns how many there were. */
	readonly onRows?: (data: Dataset) => Promise<number>;
	/** The text of its stdin, which then is no terminal. */
	readonly stdin?: string;
	readonly progress?: Progress;
	/** Aborts the inner line only. */
	readonly signal?: AbortSignal;
	/** The session and the sandbox of the line that runs it. */
	readonly shared?: Pick<Context, 'identity' | 'sandbox'>;
};

/** Throws what that command line throws. */
export type RunLine = (words: readonly string[], inner?: InnerRun) => Promise<number>;

/** What a question was answered: its rows, and all that is needed to compare them with another answer. */
export type Asked = {
	/** The command that was asked. */
	readonly path: string;
	/** Null: it is about no product. */
	readonly product: number | null;
	/** The address of the service, or which data the sandbox has. */
	readonly service: string;
	/** The moment, by the clock of the service's world. */
	readonly taken: Date;
	/** What `today` meant. */
	readonly day: string;
	/** The first request to each operation. */
	readonly requests: readonly {readonly path: string; readonly body: object}[];
	readonly title: string | undefined;
	readonly caveats: readonly string[];
	readonly notes: readonly string[];
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
};

/** A command line that makes rows, and whose flags and expressions are right. */
export type CheckedLine = {
	readonly path: string;
	/** The line with its defaults, without what says which service is asked. */
	readonly words: readonly string[];
	readonly chart: ChartRule | undefined;
	/** The columns, where they are known before it is asked. */
	readonly columns: readonly Column[] | undefined;
	/** What it is asked for, one at a time; undefined: the sandbox's first product, or none. */
	readonly products: readonly (number | undefined)[];
	readonly ask: (product: number | undefined) => Promise<Asked>;
};

/**
 * Checks a command line without asking it. `defaults` are the texts of flags that it did not type, by their long names without
 * dashes; paths are relative to `folder`. Throws CliError of kind usage, also for a command that changes something.
 */
export type CheckLine = (
	words: readonly string[],
	options: {
		readonly defaults: ReadonlyMap<string, readonly string[]>;
		readonly folder: string;
		/** Gets the long names of the flags that the command has, without dashes, also of a line that is refused. */
		readonly onFlags?: (names: readonly string[]) => void;
	},
) => Promise<CheckedLine>;

/** Everything that a command may use. */
export type Context = {
	readonly globals: Globals;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly clock: Clock;
	/** The local calendar day, or `--today`. */
	readonly today: string;
	readonly terminal: Terminal;
	/** Aborts when the user interrupts the run, or when nobody reads the output any more. */
	readonly signal: AbortSignal;
	/** Folder of settings and session (`USAGECTL_CONFIG_DIR`). */
	readonly configDir: string;
	/** Folder of journals, caches, locks and the sandbox's data. */
	readonly stateDir: string;
	/** The settings in force, and the file that stores them. */
	readonly settings: Settings;
	readonly settingsStore: SettingsStore;
	/** Sessions of this machine; loaded when asked for. */
	readonly sessions: () => Promise<SessionStore>;
	readonly transport: Transport;
	/** Hides the secrets that are added to it in everything that is written to stderr. */
	readonly mask: Mask;
	/** Starts the sandbox, once for this run; undefined in every profile but the sandbox's. */
	readonly sandbox: (() => Promise<EmbeddedSandbox>) | undefined;
	/** Who calls the service: one session for all calls. */
	readonly identity: () => Promise<Identity>;
	/** For a run that outlives others: lets go of the sandbox where its data is outdated; the next call opens it anew. */
	readonly renewSandbox: () => Promise<void>;
	/** The service; signs in before the first call. Calls have the product of this run. */
	readonly connect: () => Promise<Client>;
	/** The product of this run; only for commands with `product`. */
	readonly product: () => Promise<number>;
	/** One line on stderr, unless quiet. */
	readonly note: (text: string) => Promise<void>;
	/** A warning about the request; with `--strict` it is thrown as a CliError of kind usage, so nothing is sent. */
	readonly warn: (text: string) => Promise<void>;
	/** A reason why figures may mislead; with `--strict` the exit code is 7, after the output. */
	readonly caveat: (text: string) => Promise<void>;
	/** A line on stderr with `-v`. */
	readonly detail: (text: string) => Promise<void>;
	readonly progress: Progress;
	/** From now on the process takes little memory and more processor time. */
	readonly limitMemory: () => void;
	/** Runs another command line of the program, and returns its exit code. */
	readonly runLine: RunLine;
	/** Checks another command line, whose rows this one wants. */
	readonly checkLine: CheckLine;
};

type Columns = readonly Column[] | undefined;

/** A command without subcommands. Its path and summary are in table.ts. */
export type Command<F extends Flags = Flags> = {
	/** Whole sentences for the help. */
	readonly description?: string;
	readonly examples: readonly Example[];
	readonly flags: F;
	readonly args?: readonly Argument[];
	/** It needs a product. `many`: it runs once for each product, and the rows get a column `product`. */
	readonly product?: 'one' | 'many';
	/** What `--chart` and `--html` draw; absent: nothing can be drawn. */
	readonly chart?: ChartRule;
	/** It writes a page of its own, also without `--html`. */
	readonly isPage?: true;
	/** `--dry-run` is refused, because the command cannot be checked without doing it. */
	readonly refusesDryRun?: true;
	/** It writes no rows: the formats that it can be asked for, and what to say of another. */
	readonly formats?: {readonly allowed: readonly Format[]; readonly writes: string; readonly hint: string};
	/** It makes rows and changes nothing: a question can ask it. */
	readonly isQuestion?: true;
	/** It compiles expressions before it sends anything. */
	readonly compilesExpressions?: true;
	/** Its rows are verdicts: `-o junit` is allowed. */
	readonly isJudged?: true;
	/**
	 * The columns, where they follow from the flags: a wrong `--fields` is then refused before anything is sent. `names`: what
	 * the product calls its properties.
	 */
	columns?(options: Options<F>, names?: ProductProperties): Columns | Promise<Columns>;
	/** What it needs beside its arguments and was not given. */
	missing?(options: Options<F>, args: readonly string[]): readonly Missing[];
	/** A method, so that commands with different flags have one type. */
	run(options: Options<F>, args: readonly string[], context: Context): Promise<Outcome>;
};

/** A part of a command line that is needed: `<event>`, and what to give. */
export type Missing = {readonly what: string; readonly hint: string};

/** Types a command by its flags. */
export const defineCommand = <F extends Flags>(command: Command<F>): Command<F> => command;
