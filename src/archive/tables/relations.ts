import type {FilterModel} from '../../language/filter/filter-model.ts';
import type {LogKind} from '../files/log-kinds.ts';
import {type Dialect, dialects} from './engine/dialects.ts';
import {serviceColumns, toColumn} from './read/record-columns.ts';
import {getFilterColumns, getFilterConditions} from './record-condition.ts';

/**
 * Two relations that answer every question about lines: `lines`, with the columns that questions need of each line, and, for
 * crashes, `samples`, with the number of lines and the texts of one line for each fingerprint. As SQL for each engine.
 */

/** The columns that records are grouped by. */
export const groupColumns: Readonly<Record<LogKind, readonly string[]>> = {
	exceptions: ['fingerprint'],
	events: ['event_category', 'event_name'],
};

/** Columns that all questions need, by their names in `lines`; a file may lack any of them. */
export const recordColumns = {
	client: 'clientId',
	version: 'prodVersion',
	os: 'os_version',
	country: 'geography_country',
} as const;
export const sampleColumns = {
	class: 'exception_class',
	method: 'exception_method',
	message: 'exception_message',
	stack: 'exception_stackTrace',
} as const;
/** Characters of a stack that are kept; what follows distinguishes no crashes. */
const maxStackLength = 20_000;

/** Selects records, apart from their day. */
export type RecordFilter = {
	/** The filter of the language, by property. */
	readonly properties: FilterModel;
	/** A condition over the columns, in the SQL of the engine. */
	readonly where: string | undefined;
};

export const noFilter: RecordFilter = {properties: new Map(), where: undefined};
/** Returns false for a filter that leaves out nothing. */
export const selectsSome = ({properties, where}: RecordFilter) => properties.size > 0 || where !== undefined;

/** Returns the filter as a condition. */
function getFilterCondition(dialect: Dialect, {properties, where}: RecordFilter): string {
	const conditions = [...getFilterConditions(dialect, properties), ...(where === undefined ? [] : [`(${where}\n)`])];
	return conditions.length > 0 ? `coalesce(${conditions.join(' AND ')}, false)` : 'true';
}

/** A name that no column of a file has. */
const chosenColumn = 'is chosen';

/** The relation `lines` over one of whole lines: groups, `client`, `version`, `os`, `country`, `day`, and whether the filter has `chosen` it. */
export function selectRecords(
	dialect: Dialect,
	{kind, filter}: {readonly kind: LogKind; readonly filter: RecordFilter},
	relation: string,
): string {
	const {quoteName, dayOfTimestamp} = dialect;
	const texts = [...groupColumns[kind].map(column => [column, column]), ...Object.entries(recordColumns)];
	// No line is without a fingerprint; as it is, engines compare it with the bounds of row groups.
	const cells = texts.map(([own = '', column = '']) =>
		own === 'fingerprint' ? own : `coalesce(${quoteName(column)}, '') AS ${own}`,
	);
	const counted = `(SELECT *, ${getFilterCondition(dialect, filter)} AS ${quoteName(chosenColumn)} FROM ${relation})`;
	return `(SELECT ${cells.join(', ')}, ${dayOfTimestamp} AS day, ${quoteName(chosenColumn)} AS chosen FROM ${counted} AS each)`;
}

/**
 * The earliest of the samples of each fingerprint; of those at the same time, the first by its texts. `withTexts`: samples that
 * have the texts, of which at least the earliest are in it.
 */
export function selectEarliest({record, recordCell: cell}: Dialect, relation: string, withTexts = relation): string {
	const texts = Object.keys(sampleColumns);
	const cells = texts.map((name, at) => `${cell('first', at + 1)} AS ${name}`);
	const earliest = `(SELECT fingerprint, min(seen) AS seen, min(first_day) AS first_day, CAST(sum(lines) AS BIGINT) AS lines FROM ${relation} AS each GROUP BY fingerprint)`;
	return `(SELECT fingerprint, seen, first_day, lines, ${cells.join(', ')} FROM (
		SELECT every.fingerprint AS fingerprint, every.seen AS seen, earliest.first_day AS first_day, earliest.lines AS lines, min(${record(texts)}) AS first
		FROM ${withTexts} AS every JOIN ${earliest} AS earliest ON every.fingerprint = earliest.fingerprint AND every.seen = earliest.seen
		GROUP BY 1, 2, 3, 4) AS found)`;
}

/** The relation `samples` over one of whole lines: `fingerprint`, `seen`, `first_day`, `lines`, `class`, `method`, `message` and `stack`. */
export function selectSamples(dialect: Dialect, relation: string): string {
	const {quoteName, milliseconds, dayOfTimestamp, firstCharacters} = dialect;
	const texts = Object.entries(sampleColumns).map(([own, column]) => {
		const text = `coalesce(${quoteName(column)}, '')`;
		return `${own === 'stack' ? firstCharacters(text, maxStackLength) : text} AS ${own}`;
	});
	return selectEarliest(
		dialect,
		`(SELECT fingerprint, ${milliseconds} AS seen, ${dayOfTimestamp} AS first_day, 1 AS lines, ${texts.join(', ')} FROM ${relation} AS whole)`,
	);
}

/** Columns that a question may use, whether or not any line has them. */
const getNeededColumns = (kind: LogKind, {properties, where}: RecordFilter): readonly string[] => [
	...new Set([
		'timestamp',
		...Object.values(recordColumns),
		...groupColumns[kind],
		...(kind === 'exceptions' ? Object.values(sampleColumns) : []),
		...getFilterColumns(properties),
		...(where === undefined ? [] : serviceColumns.map(toColumn)),
	]),
];

/** Columns of a file that are used at all; undefined where a condition may use any. */
export const getUsedColumns = (kind: LogKind, filter: RecordFilter): readonly string[] | undefined =>
	filter.where === undefined ? getNeededColumns(kind, filter) : undefined;

/** Returns a relation of the embedded engine with the needed columns, null where it lacks them. */
export function addMissingColumns(relation: string, kind: LogKind, filter: RecordFilter): string {
	const cells = getNeededColumns(kind, filter).map(
		column =>
			`CAST(NULL AS ${column === 'timestamp' ? 'TIMESTAMP' : 'VARCHAR'}) AS ${dialects.duckDb.quoteName(column)}`,
	);
	return `(SELECT ${cells.join(', ')} WHERE false UNION ALL BY NAME SELECT * FROM ${relation})`;
}
