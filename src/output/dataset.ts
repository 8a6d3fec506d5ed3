/** One value of a row. Text from the service is kept byte for byte; renderers make it safe. */
export type Cell = string | number | boolean | null;
export type Row = readonly Cell[];

/** What a column holds, for alignment, charts and notes. */
export type ColumnKind = 'text' | 'label' | 'date' | 'bin' | 'period' | 'count' | 'number' | 'percent' | 'boolean';

export type Column = {
	/** CSV header and JSON member: stable, documented. */
	readonly key: string;
	/** Table heading: free to change. */
	readonly title: string;
	readonly kind: ColumnKind;
	readonly unit?: string;
};

/**
 * What a command found: columns, and rows in blocks. A block is what came at once (a page, a report), so that a
 * million rows stream without a step per row. The service's order is kept.
 */
export type Dataset = {
	readonly columns: readonly Column[];
	readonly blocks: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
	/** The rows come over time (`tail --follow`): each block is shown when it comes. */
	readonly live?: boolean;
	/** What these rows are, for charts and pages: the kind of report, and the request that they answer. */
	readonly about?: About;
};

export type About = {
	/** The command's path: `report current`. */
	readonly report: string;
	readonly request: unknown;
	/** What the answer itself said that a reader may want beside the rows (level labels, echo of segmentBy). */
	readonly notes?: readonly string[];
};

/** A dataset whose rows are all known. */
export const dataset = (columns: readonly Column[], rows: readonly Row[], about?: About): Dataset => ({
	columns,
	blocks: [rows],
	...(about ? {about} : {}),
});
