import type {Mask} from '../../client/mask.ts';
import type {Line, Lines, Texts} from '../../lines/checked-line.ts';
import type {ChartRule} from '../../output/chart/chart.ts';
import type {Column, Dataset} from '../../output/dataset.ts';
import type {FootnoteKind} from '../../output/footnotes.ts';
import type {Format, SpecialFormat} from '../../output/formats.ts';
import type {Client, Clock, Progress, Terminal, Transport} from '../../ports.ts';
import type {Identity} from '../../session/current-session.ts';
import type {ProductProperties} from '../../session/name-cache.ts';
import type {SessionStore} from '../../session/session-store.ts';
import type {Settings} from '../../session/settings.ts';
import type {SettingsStore} from '../../session/settings-store.ts';
import type {Completion, Flags, Options} from './flag.ts';
import type {Globals, Takes} from './globals.ts';

export type EmbeddedSandbox = {
	readonly address: string;
	readonly transport: Transport;
	readonly user: string;
	readonly password: string;
	readonly products: readonly number[];
	/** Undefined for imported data, which may change. */
	readonly dataName: string | undefined;
	/** True if another run has changed its data since (`sandbox reset`, `advance`, `plant`, `import`). */
	readonly isOutdated: () => boolean;
	readonly close: () => Promise<void>;
};

export type Argument = {
	/** Commander's notation: `<file>`, `[names...]`. */
	readonly name: string;
	readonly summary: string;
	readonly choices?: readonly string[];
	readonly complete?: Completion;
	/** The folder that is used if the argument is omitted; with `--engine` none is. */
	readonly default?: string;
	/** The argument is a command line, which follows `--`. */
	readonly isCommandLine?: true;
};

/** Each runs as a test against the sandbox. */
export type Example = {readonly line: string; readonly caption: string};

/**
 * `exit` is the exit code; a function is called after the rows are written. A `text` that is a function receives the end of its
 * title, such as `, sandbox data`.
 */
export type Outcome = {readonly exit?: number | (() => number)} & (
	| {readonly dataset: Dataset}
	| {readonly one: object}
	| {readonly text: string | AsyncIterable<string | Uint8Array> | ((titleEnd: string) => string)}
	| {readonly dataset?: never}
);

/** Replaces streams and parts of the outer line. */
export type InnerRun = {
	readonly onOutput?: (text: string) => void;
	readonly onMessage?: (text: string) => void;
	/** Receives the rows, sorted and limited as the flags say, instead of a format. Returns their number. */
	readonly onRows?: (data: Dataset) => Promise<number>;
	/** Replaces stdin, which then is not a terminal. */
	readonly stdin?: string;
	readonly progress?: Progress;
	readonly signal?: AbortSignal;
	readonly isReadOnly?: boolean;
	readonly shared?: Pick<Context, 'identity' | 'sandbox'>;
	/** The texts of flags that the words lack, besides those that every line inherits: service, products and typed settings. */
	readonly texts?: Texts;
};

export type RunLine = (line: readonly string[] | Line, inner?: InnerRun) => Promise<number>;

export type Context = Lines & {
	/** The texts of all flags as typed, by their names in code. */
	readonly texts: Texts;
	readonly globals: Globals;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly clock: Clock;
	readonly today: string;
	readonly terminal: Terminal;
	/** Aborts if the user interrupts the run or the reader of the output exits. */
	readonly signal: AbortSignal;
	readonly configDir: string;
	readonly stateDir: string;
	readonly cacheDir: string | undefined;
	readonly settings: Settings;
	readonly settingsStore: SettingsStore;
	readonly sessions: () => Promise<SessionStore>;
	/** Calls the service, which may be the sandbox. `--record` records it. */
	readonly transport: Transport;
	/** The time of the service's clock in its last answer to this run. */
	readonly serviceMoment: () => Date | undefined;
	/** The kind of data that `sandbox serve` named in an answer to this run; undefined for another service. */
	readonly servedData: () => string | undefined;
	/** Calls everything else: targets of notifications, query engines. */
	readonly network: Transport;
	/** Hides secrets in everything that is written to stderr. */
	readonly mask: Mask;
	/** Starts the sandbox, once for this run. Undefined unless the sandbox is the service. */
	readonly sandbox: (() => Promise<EmbeddedSandbox>) | undefined;
	readonly identity: () => Promise<Identity>;
	/** For a long run: closes the sandbox if its data is outdated. The next call opens it again. */
	readonly renewSandbox: () => Promise<void>;
	/**
	 * Returns the client, which signs in before the first call and sends the product of this run. With `--raw`, `--dry-run` and
	 * `--print-request` the first call ends the command by a throw (`RawAnswer`, `RequestPrinted`), so commands need not know.
	 */
	readonly connect: () => Promise<Client>;
	readonly product: () => Promise<number>;
	/** Writes one line to stderr at once, unless `--quiet` is given. For what belongs to a table, see `footnote`. */
	readonly note: (text: string) => Promise<void>;
	/** A warning about the request; with `--strict` it is thrown as a CliError (usage), so nothing is sent. */
	readonly warn: (text: string) => Promise<void>;
	/** Tells something about the rows: below a table, on stderr beside data. */
	readonly footnote: (text: string, kind?: FootnoteKind) => Promise<void>;
	/** A reason why figures may mislead, or what a mark means; with `--strict` the exit code is 7, after the output. */
	readonly caveat: (text: string, kind?: FootnoteKind) => Promise<void>;
	/** A caveat about data that is missing: a check of a question over it is unknown instead of ok. */
	readonly incomplete: (text: string) => Promise<void>;
	/** Writes one line to stderr with `-v`. */
	readonly detail: (text: string) => Promise<void>;
	readonly progress: Progress;
	/** True for an assistant that may not write: archives are read without updating their tables. */
	readonly isReadOnly: boolean;
	/** True if the command may call the service with `--dry-run`. */
	readonly previews: boolean;
	readonly runLine: RunLine;
	/** The folder of the question file that the line is from, which its paths may not leave. */
	readonly questionFolder?: string;
};

type Columns = readonly Column[] | undefined;

/** A command without subcommands. Its path and summary are in command-table.ts. */
export type Command<F extends Flags = Flags> = {
	readonly description?: string;
	readonly examples: readonly Example[];
	readonly flags: F;
	/** The parser, the help and the completion know only these global flags, and those of every command. */
	readonly takes: Takes;
	readonly args?: readonly Argument[];
	/** The command needs a product. With `many` it runs once for each, and the rows get a column `product`. */
	readonly product?: 'one' | 'many';
	readonly chart?: ChartRule;
	/** The formats of a command that does not write rows, and the error for another one. */
	readonly formats?: {readonly allowed: readonly Format[]; readonly writes: string; readonly hint: string};
	/** The command returns rows and changes nothing, so it can be saved as a question. */
	readonly isQuestion?: true;
	readonly isPreparation?: true;
	/** The output only says what the command has changed, so `--quiet` omits it. */
	readonly reportsChanges?: true;
	readonly compilesExpressions?: true;
	/** With `--dry-run`, the command reads the service to show what it would change. It must not change anything then. */
	readonly previews?: true;
	readonly specialFormats?: readonly SpecialFormat[];
	/**
	 * Returns the columns if they follow from the flags, so that a wrong `--fields` is found before anything is sent. `names` are
	 * the product's names of its properties.
	 */
	columns?(
		options: Options<F>,
		names?: ProductProperties,
		globals?: Pick<Globals, 'dryRun'>,
	): Columns | Promise<Columns>;
	missing?(options: Options<F>, args: readonly string[]): readonly Missing[];
	/** A method, so that commands with different flags have one type. */
	run(options: Options<F>, args: readonly string[], context: Context): Promise<Outcome>;
};

export const productColumn: Column = {key: 'product', title: 'Product', kind: 'text'};

export type Missing = {readonly what: string; readonly hint: string};

export const defineCommand = <F extends Flags>(command: Command<F>): Command<F> => command;
