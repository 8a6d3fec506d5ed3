import {literal} from '../../text/sql-literal.ts';
import {identifier} from './sql-literals.ts';

/**
 * The parts of SQL that differ between engines; the rest of each query is understood by all. Text is put into SQL only
 * through `textLiteral` and `quoteName`.
 */
export type Dialect = {
	readonly quoteName: (name: string) => string;
	readonly textLiteral: (value: string) => string;
	/** `day` is `YYYY-MM-DD`. */
	readonly dayLiteral: (day: string) => string;
	/** SQL for the day of the column `timestamp` in UTC. */
	readonly dayOfTimestamp: string;
	/** SQL for the column `timestamp` in milliseconds since 1970. */
	readonly milliseconds: string;
	/** SQL that formats a date as `YYYY-MM-DD`. */
	readonly dayText: (day: string) => string;
	readonly firstCharacters: (text: string, length: number) => string;
	/** Tests whether a regular expression matches part of a text; `.` matches any character. */
	readonly matches: (text: string, regex: string) => string;
	/** The first group of a regular expression that matches the text. */
	readonly firstGroup: (text: string, regex: string) => string;
	readonly toNumber: (text: string) => string;
	/** A value composed of several, which compares by them in order. */
	readonly record: (cells: readonly string[]) => string;
	readonly recordCell: (record: string, at: number) => string;
	/** A relation of texts, or of whole numbers in columns whose name ends with `:int`. */
	readonly values: (columns: readonly string[], rows: readonly (readonly string[])[]) => string;
};

const isInt = (column: string) => column.endsWith(':int');
const removeType = (column: string) => column.replace(':int', '');

/** Prepends a row of nulls, which no condition matches, to give the columns their types. */
const formatRows = (
	{textLiteral, nulls}: Pick<Dialect, 'textLiteral'> & {readonly nulls: readonly string[]},
	columns: readonly string[],
	rows: readonly (readonly string[])[],
) =>
	[
		nulls,
		...rows.map(row => row.map((cell, at) => (isInt(columns[at] as string) ? `${Number(cell)}` : textLiteral(cell)))),
	]
		.map(cells => `(${cells.join(', ')})`)
		.join(', ');

const standardValues: Dialect['values'] = (columns, rows) => {
	const nulls = columns.map(column => `CAST(NULL AS ${isInt(column) ? 'INTEGER' : 'VARCHAR'})`);
	const names = columns.map(removeType).join(', ');
	return `(SELECT * FROM (VALUES ${formatRows({textLiteral: literal, nulls}, columns, rows)}) AS each (${names}))`;
};

const standardSql = {
	quoteName: identifier,
	textLiteral: literal,
	dayLiteral: text => `DATE ${literal(text)}`,
	dayText: day => `CAST(${day} AS VARCHAR)`,
	toNumber: text => `TRY_CAST(${text} AS DOUBLE)`,
	recordCell: (record, at) => `${record}[${at}]`,
	values: standardValues,
} satisfies Partial<Dialect>;

const duckDb: Dialect = {
	...standardSql,
	dayOfTimestamp: 'CAST("timestamp" AS DATE)',
	milliseconds: 'epoch_ms("timestamp")',
	firstCharacters: (text, length) => `left(${text}, ${length})`,
	matches: (text, regex) => `regexp_matches(${text}, ${literal(regex)}, 's')`,
	firstGroup: (text, regex) => `regexp_extract(${text}, ${literal(regex)}, 1, 's')`,
	record: cells => `{${cells.map((cell, at) => `c${at + 1}: ${cell}`).join(', ')}}`,
	recordCell: (record, at) => `${record}.c${at}`,
};

/** In Java, `$` also matches before a line feed at the end. */
const toJavaRegex = (regex: string) => `(?s)${regex.replace(/(?<=(?:^|[^\\])(?:\\\\)*)\$$/, '\\z')}`;

const trino: Dialect = {
	...standardSql,
	dayOfTimestamp: `CAST("timestamp" AT TIME ZONE 'UTC' AS DATE)`,
	milliseconds: `CAST(to_unixtime("timestamp") * 1000 AS BIGINT)`,
	firstCharacters: (text, length) => `substr(${text}, 1, ${length})`,
	matches: (text, regex) => `regexp_like(${text}, ${literal(toJavaRegex(regex))})`,
	firstGroup: (text, regex) => `regexp_extract(${text}, ${literal(toJavaRegex(regex))}, 1)`,
	record: cells => `ROW(${cells.join(', ')})`,
};

/** For dialects in which a backslash is an escape character in quoted names and strings. */
const quoteWithBackslashes = (text: string, quote: string) =>
	`${quote}${text.replace(/[\\'`]/g, found => `\\${found}`)}${quote}`;
const clickHouseText = (value: string) => quoteWithBackslashes(value, `'`);

const clickHouse: Dialect = {
	quoteName: name => quoteWithBackslashes(name, '`'),
	textLiteral: clickHouseText,
	dayLiteral: day => `toDate32(${clickHouseText(day)})`,
	dayOfTimestamp: `toDate32(timestamp, 'UTC')`,
	milliseconds: 'toUnixTimestamp64Milli(timestamp)',
	dayText: day => `toString(${day})`,
	firstCharacters: (text, length) => `substringUTF8(${text}, 1, ${length})`,
	firstGroup: (text, regex) => `extract(${text}, ${clickHouseText(`(?s)${regex}`)})`,
	matches: (text, regex) => `match(${text}, ${clickHouseText(`(?s)${regex}`)})`,
	toNumber: text => `toFloat64OrNull(${text})`,
	record: cells => `tuple(${cells.join(', ')})`,
	recordCell: (record, at) => `tupleElement(${record}, ${at})`,
	values: (columns, rows) => {
		const types = columns.map(column => `${removeType(column)} Nullable(${isInt(column) ? 'Int32' : 'String'})`);
		const nulls = columns.map(() => 'NULL');
		return `values(${clickHouseText(types.join(', '))}, ${formatRows({textLiteral: clickHouseText, nulls}, columns, rows)})`;
	},
};

export const dialects = {duckDb, trino, clickHouse} as const;
