import {nullLabel} from '../contract/rules/segment-rules.ts';
import type {ColumnLayout} from './column-layout.ts';

/** Text is kept as the service sent it; renderers escape it. */
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

/** Keys of the columns with the counts of a percentage: `part` of the sum of `of`. Without `part` only the base is known. */
type Proportion = {readonly part?: string; readonly of: readonly string[]};

export type Column = {
	/** CSV header and JSON member. Documented, so it does not change. */
	readonly key: string;
	readonly title: string;
	readonly kind: ColumnKind;
	readonly unit?: string;
	/** The type in Parquet, workbooks and SQL, if it is not that of the kind: TIMESTAMP for days with a time. */
	readonly storedAs?: string;
	/** The noun of what the figure counts, if the title is not one: `Used it` counts users. */
	readonly noun?: string;
	/** The counts behind a percentage of installations. */
	readonly proportion?: Proportion;
	readonly layout?: ColumnLayout;
	/** The labels are version numbers: 4.2 comes before 4.10. */
	readonly isVersion?: true;
	/** People see a sign before a change that is not 0: `+12`, `−3`. */
	readonly isChange?: true;
	/** The column mixes counts and percentages, so each figure keeps its own decimals; people see at most two. */
	readonly hasMixedUnits?: true;
	/** Rows with another value have figures of another unit, and their own decimals. */
	readonly namesUnit?: true;
	/** Tables and Markdown omit the column unless `--fields` names it. */
	readonly hiddenByDefault?: boolean;
	/** Tables, Markdown and pages omit the column unless `--fields` names it, without a note. */
	readonly onlyInData?: true;
	/** Tables, Markdown and pages omit the column if no row has a value in it. */
	readonly hiddenWhenEmpty?: true;
	/** Like `hiddenWhenEmpty`, where 0 counts as empty. */
	readonly hiddenWhenZero?: true;
	/**
	 * False in rows whose figures, or only those with these keys, are incomplete; people see the column only if there are such
	 * rows.
	 */
	readonly marksIncomplete?: true | readonly string[];
	/** The words that people see in place of these values; of a mark, in place of `incomplete`. */
	readonly words?: Readonly<Record<string, string>>;
	/** The verdict on a row: ok, unknown, warn or fail. That of the first row is the verdict on all. */
	readonly isVerdict?: true;
	/** If several rows all have the same value, people see this text and the value in a note instead of the column. */
	readonly noteWhenConstant?: string;
};

const figures: ReadonlySet<ColumnKind> = new Set(['count', 'sum', 'number', 'percent']);
export const isFigure = ({kind}: Column): boolean => figures.has(kind);
export const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null);
/** Removes the noise of binary fractions. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
/** Two decimals, like the percentages of the service. */
export const toPercent = (part: number, whole: number): number => Math.round((10_000 * part) / whole) / 100;
/** Formats a month without its first day, also if it is marked. */
function displayDate({unit}: Column, cell: Cell = null): Cell {
	const [, month, mark] = (unit === 'month' && /^(\d{4}-\d\d)-01(\*?)$/.exec(String(cell))) || [];
	return month === undefined ? cell : `${month}${mark}`;
}

/** Formats a cell for programs: the service's label for no value is null. */
export const dataCell = ({kind}: Column, cell: Cell = null): Cell =>
	kind === 'label' && cell === nullLabel ? null : cell;

const getWord = (words: Column['words'], cell: Cell): Cell =>
	words && typeof cell === 'string' && Object.hasOwn(words, cell) ? (words[cell] as string) : cell;

/** Formats a cell for people: a month without its first day, and nothing for a complete row. */
export function displayCell(column: Column, cell: Cell = null): Cell {
	const {kind, marksIncomplete, words, hasMixedUnits} = column;
	if (kind === 'date') return displayDate(column, cell);
	if (marksIncomplete) return cell === false ? (words?.false ?? 'incomplete') : null;
	if (typeof cell === 'number') return hasMixedUnits ? Math.round(100 * cell) / 100 : cell;
	if (kind === 'label' && cell === nullLabel) return noValue;
	return getWord(words, cell);
}

/** Puts a sign before a change, with the minus of typography. */
export const withSign = ({isChange}: Column, figure: string): string =>
	isChange && /^-?[\d.,]*[1-9]/.test(figure) ? figure.replace(/^-?/, minus => (minus ? '−' : '+')) : figure;

/** Stands for the service's label for no value where people read. */
const noValue = '(none)';

export const isTotal = ({kind}: Column): boolean => kind === 'count' || kind === 'sum';

/** Columns in which an installation has many values, so each row counts it again. */
const recurring: ReadonlySet<string> = new Set([
	'date',
	'category',
	'name',
	'combiLabel',
	'eventCategory',
	'eventName',
	'histogram',
]);

export const isRecurring = ({key}: Column): boolean => recurring.has(key);

/**
 * Returns a test: can the figures of a column be added up over these rows? Installations cannot over dates, events or histograms,
 * and nothing can over several figures of a comparison.
 */
export function createIsAdditive(columns: readonly Column[], rows: readonly Row[]): (column: Column) => boolean {
	const places = columns.flatMap((column, place) => (isRecurring(column) ? [place] : []));
	const isRepeated = new Set(rows.map(row => JSON.stringify(places.map(place => row[place])))).size > 1;
	const figureAt = columns.findIndex(({key, kind}) => key === 'figure' && kind === 'text');
	const isMixed = rows.some(row => row[figureAt] !== rows[0]?.[figureAt]);
	return column => isTotal(column) && !isMixed && !(isRepeated && column.unit === 'installations');
}

/**
 * The result of a command: columns, and rows in blocks, in the service's order. A block is one page or one report.
 */
export type Dataset = {
	readonly columns: readonly Column[];
	readonly blocks: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
	/** Rows arrive over time (`tail --follow`); each block is written on arrival. */
	readonly live?: boolean;
	/** One record that is wider than a terminal: people see each of its cells as a row. */
	readonly isVertical?: boolean;
	/** Shown as a wide table (`--wide`); charts and pages use the rows in long form. */
	readonly pivot?: Pivot;
	/** The requested order, for every format. Requires all rows in memory. */
	readonly sorting?: Sorting;
	/** Returns the number of all rows, which may become known only after the first rows. */
	readonly total?: () => number | undefined;
	/** True if rows may be missing because of a limit in the request. Known only after the last row. */
	readonly isCut?: () => boolean;
	/** The rows in one sentence, for a program that asks before it goes on. Known only after the last row. */
	readonly summary?: () => string;
	readonly order?: Order;
	/** Totals leave out rows by date that are incomplete. */
	readonly totalsComplete?: boolean;
	/** The days that the figures cover, shown if the user named a period. */
	readonly range?: Range | undefined;
	readonly about?: About;
	/** The rows that charts draw, if they differ from `blocks`. */
	readonly drawn?: {readonly columns: readonly Column[]; readonly rows: readonly Row[]};
	/** The answer as a sentence, in place of the title above the rows. */
	readonly heading?: string;
	/** The noun for a row in the footnote about those that are not shown (default: row). */
	readonly noun?: string;
};

/** The value of the column `level` in the row of all (`--totals`). */
export const wholeLevel = 'total';

/** An inclusive range of days. */
export type Range = {readonly first: string; readonly last: string};

/** Keys of the subject of a wide row, of the column whose values become columns, and of the figures in the cells. */
export type Pivot = {
	readonly subject: readonly string[];
	readonly across: string;
	/** Several figures have a row each, which a column `figure` names. */
	readonly figures: readonly string[];
	/** Shows a figure of the subject's first row in its own column: the size of a cohort. */
	readonly size?: {readonly figure: string; readonly column: Column};
};

export type Order = {
	/**
	 * Columns that name the groups of each level, outermost first. `isGiven`: the existing order has a meaning and stays;
	 * `labels`: the order in which they were typed.
	 */
	readonly levels: readonly {
		readonly keys: readonly string[];
		readonly isGiven?: boolean;
		/** Sorts versions in this direction although the order is given: the service compares them as text. */
		readonly sortsVersions?: 'asc' | 'desc';
		readonly labels?: readonly string[] | undefined;
	}[];
	/** Groups are ordered by this figure, largest first; versions are ordered by version. */
	readonly size: string;
};

export type Sorting = {readonly key: string; readonly isDescending: boolean};

/** A release, campaign or other event on a day, which charts over time show. */
export type Mark = {readonly day: string; readonly label: string};

/** `figure` is `1,687` or `53.1 %`, and `text` goes on: `active installations`. */
export type Answer = {readonly figure: string; readonly text: string};

export type About = {
	/** Says what is counted, by what, in which days, and of what. */
	readonly title: string;
	/** The answer in one sentence, if the rows do not give it. */
	readonly answer?: Answer;
	/** Rows may overlap, or leave installations out, so that their sum is not the total. */
	readonly sumDiffers?: boolean;
	readonly isCompared?: boolean;
	readonly products?: readonly number[];
	readonly facts?: readonly (readonly [string, string])[];
	/** Sentences of the answer, for a page. */
	readonly notes?: readonly string[];
	readonly marks?: readonly Mark[];
};

export const dataset = (columns: readonly Column[], rows: readonly Row[], about?: About): Dataset => ({
	columns,
	blocks: [rows],
	total: () => rows.length,
	...(about ? {about} : {}),
});

export async function* mapBlocks(blocks: Dataset['blocks'], map: (row: Row) => Row): AsyncGenerator<readonly Row[]> {
	for await (const rows of blocks) yield rows.map(map);
}

export async function gatherRows(blocks: Dataset['blocks']): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for await (const block of blocks) for (const row of block) rows.push(row);
	return rows;
}

export type WholeDataset = Omit<Dataset, 'blocks'> & {
	readonly about: About;
	readonly blocks: readonly [readonly Row[]];
};

export const collectDataset = async (data: Dataset): Promise<WholeDataset> => ({
	...data,
	about: data.about as About,
	blocks: [await gatherRows(data.blocks)],
});
