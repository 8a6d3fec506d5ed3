import {z} from 'zod';
import {CliError} from '../../errors.ts';
import type {Cell, Column, Row} from '../../output/dataset.ts';

/** An answer as it is kept: all that is needed to read it, and to compare it with another one. It never changes. */
export type Result = {
	readonly format: 1;
	/** The version of usagectl that asked. */
	readonly usagectl: string;
	readonly question: string;
	readonly title: string | null;
	/** The words of the command, with the defaults of the file. */
	readonly command: readonly string[];
	readonly service: string;
	readonly product: number | null;
	/** When, by the clock of the service's world; UTC. */
	readonly taken: string;
	/** What `today` meant. It was not over. */
	readonly day: string;
	readonly requests: readonly {readonly path: string; readonly body: object}[];
	readonly caveats: readonly string[];
	readonly notes: readonly string[];
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
};

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const result = z.object({
	format: z.literal(1),
	usagectl: z.string(),
	question: z.string(),
	title: z.string().nullable(),
	command: z.array(z.string()),
	service: z.string(),
	product: z.int().nullable(),
	taken: z.iso.datetime(),
	day: z.iso.date(),
	requests: z.array(z.object({path: z.string(), body: z.looseObject({})})),
	caveats: z.array(z.string()),
	notes: z.array(z.string()),
	columns: z.array(z.looseObject({key: z.string(), title: z.string(), kind: z.string()})),
	rows: z.array(z.array(cell)),
});

/** Reads the text of a kept answer. Throws CliError `damaged` where it is none. */
export function parseResult(text: string, path: string): Result {
	try {
		return result.parse(JSON.parse(text)) as unknown as Result;
	} catch (cause) {
		throw new CliError('damaged', `${path} is no kept answer`, {
			hint: 'take the file back from where it was changed, or remove it',
			cause,
		});
	}
}

/** The text of a kept answer: a row a line, so that changes between answers can be read. */
export function resultText({columns, rows, ...head}: Result): string {
	const lines = (items: readonly unknown[]) =>
		items.length === 0 ? '[]' : `[\n${items.map(item => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
	const members = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
	return `{\n${[...members, `  "columns": ${lines(columns)}`, `  "rows": ${lines(rows)}`].join(',\n')}\n}\n`;
}

/** Columns that name a row alone; a list of keys or crashes has others that change. */
const soleNames: readonly string[] = ['fingerprint', 'licenseKey'];
/** Text columns that are names; other texts, such as the message of a crash, may change from answer to answer. */
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

/** Whether a column names a row alone. Levels of a report may be of keys too, and do not. */
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

/** Why two answers cannot be compared; undefined where they can. */
export function findDifference(one: Result, other: Result): string | undefined {
	if (one.service !== other.service) return `another service: ${other.service}`;
	if (one.product !== other.product) return `another product: ${other.product ?? 'none'}`;
	if (JSON.stringify(one.command) !== JSON.stringify(other.command))
		return 'another question: its command line was different';
	return undefined;
}
