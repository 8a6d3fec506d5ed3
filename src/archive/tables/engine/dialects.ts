import {identifier, literal} from './sql-literals.ts';

/**
 * The parts of SQL that engines write differently. Everything else in the questions is SQL that all of them understand. Texts
 * become part of SQL through `text` and `name` alone.
 */
export type Dialect = {
	/** A name of a column or table. */
	readonly name: (name: string) => string;
	/** A value. */
	readonly text: (value: string) => string;
	/** A day `YYYY-MM-DD`. */
	readonly day: (day: string) => string;
	/** The day in UTC of the column `timestamp`. */
	readonly dayOfTimestamp: string;
	/** Milliseconds since 1970 of the column `timestamp`. */
	readonly milliseconds: string;
	/** A day as `YYYY-MM-DD`. */
	readonly dayText: (day: string) => string;
	/** The first characters of a text. */
	readonly start: (text: string, length: number) => string;
	/** Tests whether a regular expression matches a part of a text, where `.` is any character. */
	readonly matches: (text: string, regex: string) => string;
	/** The number that a text is; null for another text. */
	readonly number: (text: string) => string;
	/** One value of several, which is compared by them in their order. */
	readonly record: (cells: readonly string[]) => string;
	/** The cell of a record at a place, from 1. */
	readonly cell: (record: string, at: number) => string;
	/** A relation of texts, and of one whole number where the name of a column ends with `:int`. */
	readonly values: (columns: readonly string[], rows: readonly (readonly string[])[]) => string;
	/** A missing text, for a column that a relation lacks. */
	readonly noText: string;
};

const isInt = (column: string) => column.endsWith(':int');
const plain = (column: string) => column.replace(':int', '');

/** Rows of literals; a first one of nulls, which no condition finds, types the columns. */
const rowsOf = (
	{text, nulls}: Pick<Dialect, 'text'> & {readonly nulls: readonly string[]},
	columns: readonly string[],
	rows: readonly (readonly string[])[],
) =>
	[nulls, ...rows.map(row => row.map((cell, at) => (isInt(columns[at] as string) ? `${Number(cell)}` : text(cell))))]
		.map(cells => `(${cells.join(', ')})`)
		.join(', ');

/** A relation as standard SQL writes it. */
const standardValues: Dialect['values'] = (columns, rows) => {
	const nulls = columns.map(column => `CAST(NULL AS ${isInt(column) ? 'INTEGER' : 'VARCHAR'})`);
	const names = columns.map(plain).join(', ');
	return `(SELECT * FROM (VALUES ${rowsOf({text: literal, nulls}, columns, rows)}) AS each (${names}))`;
};

const standard = {
	name: identifier,
	text: literal,
	day: text => `DATE ${literal(text)}`,
	dayText: day => `CAST(${day} AS VARCHAR)`,
	number: text => `TRY_CAST(${text} AS DOUBLE)`,
	cell: (record, at) => `${record}[${at}]`,
	values: standardValues,
	noText: 'CAST(NULL AS VARCHAR)',
} satisfies Partial<Dialect>;

const duckDb: Dialect = {
	...standard,
	dayOfTimestamp: 'CAST("timestamp" AS DATE)',
	milliseconds: 'epoch_ms("timestamp")',
	start: (text, length) => `left(${text}, ${length})`,
	matches: (text, regex) => `regexp_matches(${text}, ${literal(regex)}, 's')`,
	record: cells => `{${cells.map((cell, at) => `c${at + 1}: ${cell}`).join(', ')}}`,
	cell: (record, at) => `${record}.c${at}`,
};

const trino: Dialect = {
	...standard,
	dayOfTimestamp: `CAST("timestamp" AT TIME ZONE 'UTC' AS DATE)`,
	milliseconds: `CAST(to_unixtime("timestamp") * 1000 AS BIGINT)`,
	start: (text, length) => `substr(${text}, 1, ${length})`,
	// In Java, `$` also matches before a line feed at the end.
	matches: (text, regex) =>
		`regexp_like(${text}, ${literal(`(?s)${regex.replace(/(?<=(?:^|[^\\])(?:\\\\)*)\$$/, '\\z')}`)})`,
	record: cells => `ROW(${cells.join(', ')})`,
};

/** A backslash has a meaning in its texts, and names. */
const escaped = (text: string, quote: string) => `${quote}${text.replace(/[\\'`]/g, found => `\\${found}`)}${quote}`;
const clickHouseText = (value: string) => escaped(value, `'`);

const clickHouse: Dialect = {
	name: name => escaped(name, '`'),
	text: clickHouseText,
	day: day => `toDate32(${clickHouseText(day)})`,
	dayOfTimestamp: `toDate32(timestamp, 'UTC')`,
	milliseconds: 'toUnixTimestamp64Milli(timestamp)',
	dayText: day => `toString(${day})`,
	start: (text, length) => `substringUTF8(${text}, 1, ${length})`,
	matches: (text, regex) => `match(${text}, ${clickHouseText(`(?s)${regex}`)})`,
	number: text => `toFloat64OrNull(${text})`,
	record: cells => `tuple(${cells.join(', ')})`,
	cell: (record, at) => `tupleElement(${record}, ${at})`,
	values: (columns, rows) => {
		const types = columns.map(column => `${plain(column)} Nullable(${isInt(column) ? 'Int32' : 'String'})`);
		const nulls = columns.map(() => 'NULL');
		return `values(${clickHouseText(types.join(', '))}, ${rowsOf({text: clickHouseText, nulls}, columns, rows)})`;
	},
	noText: 'CAST(NULL AS Nullable(String))',
};

export const dialects = {duckDb, trino, clickHouse} as const;
