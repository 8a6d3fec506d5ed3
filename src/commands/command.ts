import type {Mask} from '../client/mask.ts';
import type {ChartRule} from '../output/chart/chart.ts';
import type {Column, Dataset} from '../output/dataset.ts';
import type {Client, Clock, Progress, Terminal, Transport} from '../ports.ts';
import type {SessionStore} from '../session/session-store.ts';
import type {Settings} from '../session/settings.ts';
import type {SettingsStore} from '../session/settings-store.ts';
import type {Completion, Flags, Options} from './flag.ts';
import type {Globals} from './globals.ts';

/** The embedded service while one command runs: where it is, and who may ask it. */
export type EmbeddedSandbox = {
	readonly address: string;
	readonly user: string;
	readonly password: string;
	readonly products: readonly number[];
	readonly close: () => Promise<void>;
};

export type Argument = {
	/** Commander's notation: `<file>`, `[names...]`. */
	readonly name: string;
	readonly summary: string;
	readonly choices?: readonly string[];
	readonly complete?: Completion;
};

/** An example of help and README; each one runs as a test against the sandbox. */
export type Example = {readonly line: string; readonly does: string};

/** What a run leaves behind: rows, one thing, text as it is, or nothing; and an exit code other than 0 when it must (asked for after the rows). */
export type Outcome = {readonly exit?: number | (() => number)} & (
	| {readonly dataset: Dataset}
	| {readonly one: object}
	| {readonly text: string | AsyncIterable<string | Uint8Array>}
	| {readonly dataset?: never}
);

/** Everything that a command may use. */
export type Context = {
	readonly globals: Globals;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly clock: Clock;
	/** The local calendar day, or `--today`. */
	readonly today: string;
	readonly terminal: Terminal;
	/** Aborts when the user interrupts, or when nobody reads the answer any more. */
	readonly signal: AbortSignal;
	/** Folder of settings and session (`USAGECTL_CONFIG_DIR`). */
	readonly configDir: string;
	/** Folder of journals, caches, locks and the sandbox's data. */
	readonly stateDir: string;
	/** What is set where, and the file that keeps it. */
	readonly settings: Settings;
	readonly settingsStore: SettingsStore;
	/** Sessions of this machine; loaded when asked for. */
	readonly sessions: () => Promise<SessionStore>;
	readonly transport: Transport;
	/** Secrets told to it are masked in all that goes to stderr. */
	readonly mask: Mask;
	/** Starts the embedded service, once, for this run; undefined in every profile but the sandbox's. */
	readonly sandbox: (() => Promise<EmbeddedSandbox>) | undefined;
	/** The service, signed in when first asked; its calls carry the product of this run. */
	readonly connect: () => Promise<Client>;
	/** The product of this run; only for commands that say they need one. The sandbox is started to name its first. */
	readonly product: () => Promise<number>;
	/** One line on stderr, unless quiet. */
	readonly note: (text: string) => Promise<void>;
	/** The same about the request; with `--strict` a CliError of kind usage, so nothing is sent. */
	readonly warn: (text: string) => Promise<void>;
	/** The same about how far the answer can be trusted; with `--strict` the run ends 7 after its output. */
	readonly caveat: (text: string) => Promise<void>;
	/** A line on stderr with `-v`. */
	readonly detail: (text: string) => Promise<void>;
	readonly progress: Progress;
};

type Columns = readonly Column[] | undefined;

/** A leaf of the command line. Its path and its summary stand in the table (table.ts). */
export type Command<F extends Flags = Flags> = {
	/** More than the summary, for the help: whole sentences. */
	readonly description?: string;
	readonly examples: readonly Example[];
	readonly flags: F;
	readonly args?: readonly Argument[];
	/** Needs a product; `many`: runs once for each that was asked for, and the rows get a column `product`. */
	readonly product?: 'one' | 'many';
	/** What `--chart` and `--html` draw; absent: nothing can be drawn. */
	readonly chart?: ChartRule;
	/** The columns to come, where the flags alone tell (else undefined): a wrong `--fields` is then refused before anything is sent. */
	columns?(options: Options<F>): Columns | Promise<Columns>;
	/** A method, so that commands of any flags fit into one table. */
	run(options: Options<F>, args: readonly string[], context: Context): Promise<Outcome>;
};

/** Types a command by its flags. */
export const defineCommand = <F extends Flags>(command: Command<F>): Command<F> => command;
