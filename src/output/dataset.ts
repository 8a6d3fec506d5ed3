/** One value of a row. Text is kept as the service sent it; renderers escape it. */
export type Cell = string | number | boolean | null;
export type Row = readonly Cell[];

/** What a column holds, for alignment, charts and notes. A `sum` is a total that may be fractional; a `number` is not a total. */
export type ColumnKind =
	| 'text'
	| 'label'
	| 'date'
	| 'bin'
	| 'period'
	| 'count'
	| 'sum'
	| 'number'
	| 'percent'
	| 'boolean';

export type Column = {
	/** CSV header and JSON member. It is documented and does not change. */
	readonly key: string;
	/** Table heading, which may change. */
	readonly title: string;
	readonly kind: ColumnKind;
	readonly unit?: string;
	/** A table may make the column narrower than its text down to this width; 8 when absent. */
	readonly least?: number;
	/** Where a long text is cut: a path at its start. Otherwise at the end. */
	readonly cut?: 'start';
};

const figures: ReadonlySet<ColumnKind> = new Set(['count', 'sum', 'number', 'percent']);
/** True for a column of figures. */
export const isFigure = ({kind}: Column): boolean => figures.has(kind);
/** True for figures that grow with the date range. */
export const isTotal = ({kind}: Column): boolean => kind === 'count' || kind === 'sum';

/**
 * What a command found: columns, and rows in blocks, in the service's order. A block is what came at once: a page, a report.
 */
export type Dataset = {
	readonly columns: readonly Column[];
	readonly blocks: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
	/** The rows come over time (`tail --follow`): each block is written when it comes. */
	readonly live?: boolean;
	/** A single row that is wider than a terminal: a table shows each of its cells as a row. */
	readonly isTransposed?: boolean;
	/** Shown as a wide table (`--wide`); charts and pages read the rows as they are, in long form. */
	readonly pivot?: Pivot;
	/** What these rows are, for pages. */
	readonly about?: About;
};

/** Columns by their keys: the subject of a wide row, the column whose values become columns, and the figure in the cells. */
export type Pivot = {
	readonly subject: readonly string[];
	readonly across: string;
	readonly figure: string;
	/** A figure of the subject's first row in a column of its own: the size of a cohort. */
	readonly size?: {readonly figure: string; readonly column: Column};
};

/** What the rows are, for people. */
export type About = {
	/** The command: `report current`. */
	readonly title: string;
	/** The rows compare a range with its baseline. */
	readonly isCompared?: boolean;
	readonly products?: readonly number[];
	/** The request in words: `['Filter', 'country=US']`. */
	readonly facts?: readonly (readonly [string, string])[];
	/** What else there is to know: how a filter compared values, what the answer said beside its rows. */
	readonly notes?: readonly string[];
	/** Why the figures may mislead; complete once all rows were read. */
	readonly caveats?: readonly string[];
};

/** A dataset whose rows are all known. */
export const dataset = (columns: readonly Column[], rows: readonly Row[], about?: About): Dataset => ({
	columns,
	blocks: [rows],
	...(about ? {about} : {}),
});
