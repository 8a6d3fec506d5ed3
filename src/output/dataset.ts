import type {ColumnLayout} from './column-layout.ts';

/** One value of a row. Text is kept as the service sent it; renderers escape it. */
export type Cell = string | number | boolean | null;
export type Row = readonly Cell[];

/** The kind of a column's values, for alignment, charts and notes. A `sum` is a total that may be fractional; a `number` is not a total. */
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
	/** The column's place and width in a table on a narrow terminal. */
	readonly layout?: ColumnLayout;
	/** The labels are version numbers: 4.2 comes before 4.10. */
	readonly isVersion?: true;
	/** The figure counts an excess: people see no value below 0. */
	readonly hiddenBelowZero?: true;
	/** Counts stand beside percentages: each figure keeps its own decimals. */
	readonly hasMixedUnits?: true;
	/** Tables and Markdown leave the column out unless `--fields` names it. */
	readonly hiddenByDefault?: boolean;
	/** Tables, Markdown and pages leave the column out if no row has a value in it. */
	readonly hiddenWhenEmpty?: true;
	/** If all of several rows have the same value, people see this text and the value in a note instead of the column. */
	readonly noteWhenConstant?: string;
};

const figures: ReadonlySet<ColumnKind> = new Set(['count', 'sum', 'number', 'percent']);
/** True for a column of figures. */
export const isFigure = ({kind}: Column): boolean => figures.has(kind);
/** The figure in a cell; null for a cell without one. */
export const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null);
/** A sum or difference without the noise of binary fractions. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
/** With fewer installations, percentages and changes mean little. */
export const smallGroup = 30;
/** The value of a cell as people read it: a month without its first day, nothing for an excess below 0. */
export function displayCell({kind, unit, hiddenBelowZero}: Column, cell: Cell | undefined): Cell {
	if (hiddenBelowZero && Number(cell) < 0) return null;
	const isMonth = kind === 'date' && unit === 'month' && /^\d{4}-\d\d-01$/.test(String(cell));
	return isMonth ? String(cell).slice(0, 7) : (cell ?? null);
}

/** True for figures that grow with the date range. */
export const isTotal = ({kind}: Column): boolean => kind === 'count' || kind === 'sum';

/** The columns of which an installation has many values: a row for each counts it again. */
const recurring: ReadonlySet<string> = new Set([
	'date',
	'category',
	'name',
	'combiLabel',
	'eventCategory',
	'eventName',
	'histogram',
]);

/** Says of a column whether its figures may be added up over these rows: installations not over dates, events or histograms. */
export function createIsAdditive(columns: readonly Column[], rows: readonly Row[]): (column: Column) => boolean {
	const places = columns.flatMap(({key}, place) => (recurring.has(key) ? [place] : []));
	const isRepeated = new Set(rows.map(row => JSON.stringify(places.map(place => row[place])))).size > 1;
	return column => isTotal(column) && !(isRepeated && column.unit === 'installations');
}

/**
 * The result of a command: columns, and rows in blocks, in the service's order. A block is one page or one report.
 */
export type Dataset = {
	readonly columns: readonly Column[];
	readonly blocks: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
	/** The rows come over time (`tail --follow`): each block is written when it comes. */
	readonly live?: boolean;
	/** One record that is wider than a terminal: people see each of its cells as a row. */
	readonly isVertical?: boolean;
	/** Shown as a wide table (`--wide`); charts and pages read the rows as they are, in long form. */
	readonly pivot?: Pivot;
	/** The order that was asked for, in every format. All rows are held for it. */
	readonly sorting?: Sorting;
	/** Returns the number of all rows if it is known. It may be known only after the first rows. */
	readonly total?: () => number | undefined;
	/** True if rows may be missing because of a limit in the request. Known only after the last row. */
	readonly isCut?: () => boolean;
	/** The order for people where none was asked for: in tables, charts and pages. */
	readonly order?: Order;
	/** Describes the rows, for pages. */
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

/** The order in which people read the rows unless they ask for another one. */
export type Order = {
	/**
	 * The columns that name the groups of each level, outermost first. `isGiven`: its order means something, and stays; `labels`: it
	 * was typed so.
	 */
	readonly levels: readonly {
		readonly keys: readonly string[];
		readonly isGiven?: boolean;
		readonly labels?: readonly string[] | undefined;
	}[];
	/** The figure by which groups are ordered, largest first; those of versions are ordered by version. */
	readonly size: string;
};

/** The order that was asked for. */
export type Sorting = {readonly key: string; readonly isDescending: boolean};

/** Describes the rows, for people. */
export type About = {
	/** Says what is shown: `Installations by product edition, last 90 days`. */
	readonly title: string;
	/** The rows compare a range with its baseline. */
	readonly isCompared?: boolean;
	readonly products?: readonly number[];
	/** The request in words: `['Filter', 'country=US']`. */
	readonly facts?: readonly (readonly [string, string])[];
	/** Other remarks: how a filter compared values, what the answer said beside its rows. */
	readonly notes?: readonly string[];
	/** Reasons why the figures may mislead. They are complete once all rows are read. */
	readonly caveats?: readonly string[];
};

/** A dataset whose rows are all known. */
export const dataset = (columns: readonly Column[], rows: readonly Row[], about?: About): Dataset => ({
	columns,
	blocks: [rows],
	total: () => rows.length,
	...(about ? {about} : {}),
});

/** All rows of a dataset, which must not be too many to hold. */
export async function gatherRows(blocks: Dataset['blocks']): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for await (const block of blocks) for (const row of block) rows.push(row);
	return rows;
}

/** A dataset with all of its rows, for charts and pages. */
export type WholeDataset = Omit<Dataset, 'blocks'> & {
	readonly about: About;
	readonly blocks: readonly [readonly Row[]];
};

export const collectDataset = async (data: Dataset): Promise<WholeDataset> => ({
	...data,
	about: data.about as About,
	blocks: [await gatherRows(data.blocks)],
});
