import {z} from 'zod';
import {isObject} from '../../contract/json-values.ts';
import {CliError} from '../../errors.ts';
import type {Cell, Column, Row} from '../../output/dataset.ts';

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const columnSchema = z.looseObject({key: z.string(), title: z.string(), kind: z.string()});

const resultSchema = z.object({
	format: z.literal(1),
	/** The version of usagectl that asked. */
	usagectl: z.string(),
	question: z.string(),
	title: z.string().nullable(),
	/** The words of the command, with the defaults of the file. */
	command: z.array(z.string()).readonly(),
	service: z.string(),
	product: z.int().nullable(),
	/** The time of the question by the clock of the service, in UTC. */
	taken: z.iso.datetime(),
	/** The day that `today` meant. It was not over. */
	day: z.iso.date(),
	requests: z.array(z.object({path: z.string(), body: z.custom<object>(isObject)})).readonly(),
	caveats: z.array(z.string()).readonly(),
	notes: z.array(z.string()).readonly(),
	columns: z.array(z.custom<Column>(value => columnSchema.safeParse(value).success)).readonly(),
	rows: z.array(z.array(cell).readonly()).readonly(),
});

/** A saved result of a question: all that is needed to read it, and to compare it with another. It never changes. */
export type Result = Readonly<z.infer<typeof resultSchema>>;

/** Parses the text of a saved result. Throws CliError `damaged`. */
export function parseResult(text: string, path: string): Result {
	try {
		return resultSchema.parse(JSON.parse(text));
	} catch (cause) {
		throw new CliError('damaged', `${path} is not a saved result`, {
			hint: 'restore the file from a backup, or delete it',
			cause,
		});
	}
}

/** Formats a saved result with one row per line, so that differences between results are readable. */
export function resultText({columns, rows, ...head}: Result): string {
	// The layout is about tables of this version, not about the result.
	const savedColumns = columns.map(({layout, ...column}) => column);
	const lines = (items: readonly unknown[]) =>
		items.length === 0 ? '[]' : `[\n${items.map(item => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
	const members = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
	return `{\n${[...members, `  "columns": ${lines(savedColumns)}`, `  "rows": ${lines(rows)}`].join(',\n')}\n}\n`;
}

/** Columns that name a row alone; a list of keys or crashes has others that change. */
const soleNames: readonly string[] = ['fingerprint', 'licenseKey'];
/** Text columns that are names; other texts, such as the message of a crash, may change from result to result. */
const nameColumns: readonly string[] = [
	'category',
	'name',
	'combiLabel',
	'histogram',
	'level',
	'value',
	'property',
	'figure',
];

const isName = ({key, kind, unit}: Column) =>
	['label', 'bin', 'period'].includes(kind) || (kind === 'date' && unit !== undefined) || nameColumns.includes(key);

/** True if a column alone names a row. Levels of a report may be keys too, but do not. */
export const isSoleName = ({key, kind}: Column): boolean => soleNames.includes(key) && kind === 'text';

/** The places of the columns that tell rows apart. */
export function namePlaces(columns: readonly Column[]): readonly number[] {
	const sole = columns.findIndex(isSoleName);
	return sole >= 0 ? [sole] : columns.flatMap((column, place) => (isName(column) ? [place] : []));
}

/** The places of the columns by which people know a row: a crash by where it happened, not by its fingerprint. */
export function findFacePlaces(columns: readonly Column[]): readonly number[] {
	const crash = ['class', 'method'].map(name => columns.findIndex(({key}) => key === name));
	return crash.includes(-1) ? namePlaces(columns) : crash;
}

/** A text that is the same for the same cells. */
export const keyOf = (row: Row, places: readonly number[]): string =>
	JSON.stringify(places.map(place => row[place] ?? null));

/** Cells as a person reads them: `Pro / Windows`. */
export const labelOf = (row: Row, places: readonly number[]): string =>
	places.map(place => textOf(row[place])).join(' / ');
const textOf = (cell: Cell | undefined) => (cell === null || cell === undefined ? '–' : String(cell) || '(empty)');

/** Returns the keys of all rows of some results. */
export const rowKeysOf = (results: readonly Result[]): ReadonlySet<string> =>
	new Set(results.flatMap(({columns, rows}) => rows.map(row => keyOf(row, namePlaces(columns)))));

/** Says why two results cannot be compared; undefined if they can. */
export function findDifference(one: Result, other: Result): string | undefined {
	if (one.service !== other.service) return `different service: ${other.service}`;
	if (one.product !== other.product) return `different product: ${other.product ?? 'none'}`;
	if (JSON.stringify(one.command) !== JSON.stringify(other.command)) return 'different command line';
	return undefined;
}

/** Returns those of the results that can be compared with this one. */
export const findComparable = (result: Result, results: readonly Result[]): readonly Result[] =>
	results.filter(each => findDifference(result, each) === undefined);
