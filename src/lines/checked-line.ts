import type {ChartRule} from '../output/chart/chart.ts';
import type {Column, Dataset, Row} from '../output/dataset.ts';
import type {Client} from '../ports.ts';

/** The texts typed for each flag, in order; the text of a toggle is `true` or `false`. */
export type Texts = Readonly<Record<string, readonly string[]>>;

/** A command line that is split into flags and arguments already, so that its words need not be printed and read again. */
export type Line = {readonly path: string; readonly texts: Texts; readonly args: readonly string[]};

export type LineResult = {
	readonly product: number | null;
	/** The address of the service, or a name for the data of the sandbox. */
	readonly service: string;
	readonly isSynthetic: boolean;
	/** True if rows may be missing because of a limit. */
	readonly isCut: boolean;
	readonly taken: Date;
	readonly day: string;
	readonly requests: readonly {readonly path: string; readonly body: object}[];
	readonly title: string | undefined;
	readonly caveats: readonly string[];
	/** The caveats about data that is missing. */
	readonly incomplete: readonly string[];
	readonly notes: readonly string[];
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
};

/** The rows of a line before they are read. Notes, caveats, requests and exit code are complete after the last row. */
export type OpenedLine = {
	readonly product: number | null;
	readonly day: string;
	readonly data: Dataset;
	readonly notes: () => readonly string[];
	readonly caveats: () => readonly string[];
	readonly incomplete: () => readonly string[];
	readonly requests: () => LineResult['requests'];
	readonly exit?: number | (() => number) | undefined;
};

/** A command line of a question file whose flags, paths and expressions are valid. */
export type CheckedLine = {
	/** The line with its defaults, as written, without the flags that choose the service. */
	readonly words: readonly string[];
	/** The same with absolute paths, so that it can run from any folder. */
	readonly line: Line;
	readonly columns: readonly Column[] | undefined;
	/** The line runs once per product. Undefined: the sandbox's first product, or none. */
	readonly products: readonly (number | undefined)[];
	/** With `today`, as if it were that day. */
	readonly ask: (product: number | undefined, today?: string) => Promise<LineResult>;
	/** Runs the line for its effect. Its messages are shown, its output is not. */
	readonly run: () => Promise<void>;
	/** Runs the line without reading its rows. With `client`, its calls go there. */
	readonly open: (product: number | undefined, client?: Client) => Promise<OpenedLine>;
};

export type CheckOptions = {
	/** Texts for flags that are not typed, by their long names without dashes. */
	readonly defaults: ReadonlyMap<string, readonly string[]>;
	/** The folder of the question file. Paths are relative to it, and may not lead out of it. */
	readonly folder: string;
	/** A question, or a command line to run before one. */
	readonly purpose: 'ask' | 'before';
	/** Paths that the user typed with --set may lead anywhere. */
	readonly typedPaths?: readonly string[];
	/** The line is written in SQL instead of a question file. */
	readonly isInSql?: boolean;
	/** Asks the cluster of the profile instead of local paths. */
	readonly onCluster?: boolean;
	/** Receives the long names of the command's flags, without dashes, even if the line has errors. */
	readonly onFlags?: (names: readonly string[]) => void;
};

/** Checks a command line of a question file without running it. Throws CliError (usage). */
export type CheckLine = (words: readonly string[], options: CheckOptions) => Promise<CheckedLine>;

export type Lines = {
	readonly checkLine: CheckLine;
	/** Returns how the command of a line is drawn, whether or not the line is valid. Undefined if it is not drawn, or unknown. */
	readonly findChart: (words: readonly string[]) => Promise<ChartRule | undefined>;
};
