import {z} from 'zod';
import {isObject} from '../../contract/json-values.ts';
import {CliError} from '../../errors.ts';
import {type Cell, type Column, displayCell, type Row} from '../../output/dataset.ts';
import {countJsonLists, countJsonValues} from '../../text/count-json-values.ts';

const isCell = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
/** Unlike a schema of arrays, this copies no row. */
const isRow = (value: unknown) => Array.isArray(value) && value.every(isCell);

const columnSchema = z.looseObject({key: z.string(), title: z.string(), kind: z.string()});

/** A question returns no more rows than these. */
const maxRows = 20_000;

const resultSchema = z.object({
	format: z.literal(1),
	usagectl: z.string(),
	question: z.string(),
	title: z.string().nullable(),
	command: z.array(z.string()).readonly(),
	service: z.string(),
	/** True if the sandbox generated the data. */
	isSynthetic: z.boolean(),
	/** True if groups may be missing because of a limit; otherwise a missing group counts as 0. */
	isCut: z.boolean(),
	product: z.int().nullable(),
	/** The time of the run by the clock of the service, in UTC. */
	taken: z.iso.datetime(),
	/** The value of `today` when the question ran; that day was still incomplete. */
	day: z.iso.date(),
	/** True if the service was asked about that day later, when a question ran for the first time: the day was complete. */
	isLater: z.boolean().optional(),
	requests: z.array(z.object({path: z.string(), body: z.custom<object>(isObject)})).readonly(),
	caveats: z.array(z.string()).readonly(),
	/** The caveats about data that is missing. */
	incomplete: z.array(z.string()).readonly(),
	notes: z.array(z.string()).readonly(),
	columns: z.array(z.custom<Column>(value => columnSchema.safeParse(value).success)).readonly(),
	rows: z.array(z.custom<Row>(isRow)).max(maxRows).readonly(),
});

/** A saved result of a question, with everything needed to compare it with another. Never changed once saved. */
export type Result = Readonly<z.infer<typeof resultSchema>>;

const maxMiB = 16;
export const maxResultBytes = maxMiB * 1024 * 1024;
const maxValues = 1_000_000;
const maxLists = 200_000;

/** Returns what makes the text of a result too large to be read; undefined if nothing does. */
export function findExcess(text: Uint8Array): string | undefined {
	if (text.length > maxResultBytes) return `is larger than ${maxMiB} MiB`;
	if (countJsonLists(text) > maxLists) return `contains more than ${maxLists.toLocaleString('en')} lists`;
	return countJsonValues(text) > maxValues ? `contains more than ${maxValues.toLocaleString('en')} values` : undefined;
}

export const createDamagedError = (message: string, cause?: unknown): CliError =>
	new CliError('damaged', message, {hint: 'restore the file from a backup, or delete it', cause});

export function parseResult(text: string, path: string): Result {
	try {
		return resultSchema.parse(JSON.parse(text));
	} catch (cause) {
		throw createDamagedError(`${path} is not a saved result`, cause);
	}
}

/** Formats a saved result with one row per line, so that differences between results are readable. */
export function resultText({columns, rows, ...head}: Result): string {
	// The layout of tables belongs to this version of the program, not to the result.
	const savedColumns = columns.map(({layout, proportion, ...column}) => column);
	const lines = (items: readonly unknown[]) =>
		items.length === 0 ? '[]' : `[\n${items.map(item => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
	const members = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
	return `{\n${[...members, `  "columns": ${lines(savedColumns)}`, `  "rows": ${lines(rows)}`].join(',\n')}\n}\n`;
}

/** Columns that identify a row alone: the other columns of lists of keys or crashes may change. */
const idColumns: readonly string[] = ['fingerprint', 'licenseKey'];
/** Text columns that identify a row; others, such as the message of a crash, may change from result to result. */
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
	['label', 'bin', 'period'].includes(kind) ||
	(kind === 'date' && unit !== undefined) ||
	(kind === 'text' && nameColumns.includes(key));

/** True if a column alone identifies a row. License keys as levels of a report do not: they are labels. */
export const isIdColumn = ({key, kind}: Column): boolean => idColumns.includes(key) && kind === 'text';

export function findNamePlaces(columns: readonly Column[]): readonly number[] {
	const sole = columns.findIndex(isIdColumn);
	return sole >= 0 ? [sole] : columns.flatMap((column, place) => (isName(column) ? [place] : []));
}

/** Returns the positions of the columns that describe a row to people: class and method of a crash, not its fingerprint. */
export function findLabelPlaces(columns: readonly Column[]): readonly number[] {
	const crash = ['class', 'method'].map(name => columns.findIndex(({key}) => key === name));
	return crash.includes(-1) ? findNamePlaces(columns) : crash;
}

export const keyOf = (row: Row, places: readonly number[]): string =>
	JSON.stringify(places.map(place => row[place] ?? null));

/** Describes a row to people, without the columns that do not apply to it. */
export const labelOf = (row: Row, columns: readonly Column[], places: readonly number[]): string =>
	places
		.flatMap(place => {
			const [column, cell = null] = [columns[place] as Column, row[place]];
			return cell === null && column.hiddenWhenEmpty ? [] : [textOf(displayCell(column, cell))];
		})
		.join(' / ');
const textOf = (cell: Cell | undefined) => (cell === null || cell === undefined ? '–' : String(cell) || '(empty)');

type Source = Pick<Result, 'service' | 'product' | 'command'>;

export function findDifference(one: Source, other: Source): string | undefined {
	if (one.service !== other.service) return `different service: ${other.service}`;
	if (one.product !== other.product) return `different product: ${other.product ?? 'none'}`;
	if (JSON.stringify(one.command) !== JSON.stringify(other.command)) return 'different command line';
	return undefined;
}
