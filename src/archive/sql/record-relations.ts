import type {FilterModel} from '../../language/filter/filter-model.ts';
import type {LogKind} from '../log-kinds.ts';
import {serviceColumns, toColumn} from '../record-columns.ts';
import {type Dialect, dialects} from './dialects.ts';
import {getFilterColumns, getFilterConditions} from './record-condition.ts';

/**
 * The two relations that answer every query: `lines` with the necessary columns of each record and, for crashes,
 * `samples` with the number of reports and the texts of one report per fingerprint.
 */

export const groupColumns: Readonly<Record<LogKind, readonly string[]>> = {
	exceptions: ['fingerprint'],
	events: ['event_category', 'event_name'],
};

/** Names in the relation `lines` by column; a file may lack any of the columns. */
const recordColumns = {
	client: 'clientId',
	version: 'prodVersion',
	os: 'os_version',
	country: 'geography_country',
} as const;
const sampleColumns = {
	class: 'exception_class',
	method: 'exception_method',
	message: 'exception_message',
	stack: 'exception_stackTrace',
	version: 'prodVersion',
	build: 'prodBuild',
} as const;
/** Longer stacks are cut; the rest distinguishes no crashes. */
export const maxStackLength = 20_000;

export type RecordFilter = {
	readonly properties: FilterModel;
	/** A condition on the columns, in the SQL of the engine. */
	readonly where: string | undefined;
	/** A key of the data of events, whose value becomes the column `data`. */
	readonly dataKey?: string | undefined;
};

export const noFilter: RecordFilter = {properties: new Map(), where: undefined};
export const hasConditions = ({properties, where}: RecordFilter) => properties.size > 0 || where !== undefined;

function getFilterCondition(dialect: Dialect, {properties, where}: RecordFilter): string {
	const conditions = [...getFilterConditions(dialect, properties), ...(where === undefined ? [] : [`(${where}\n)`])];
	return conditions.length > 0 ? `coalesce(${conditions.join(' AND ')}, false)` : 'true';
}

const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Selects the first value of a key in `(Key,Value)&&(Key,Value)` (docs/service.md#help-event-data), and other data as they are. */
function selectDataValue({quoteName, matches, firstGroup}: Dialect, key: string): string {
	const data = `coalesce(${quoteName('event_data')}, '')`;
	const value = firstGroup(data, `^\\((?:.*?\\)&&\\()??${escapeRegex(key)},(.*?)(?:\\)&&\\(.*)?\\)$`);
	return `CASE WHEN ${matches(data, '^\\([^,]+,.*\\)$')} THEN coalesce(${value}, '') ELSE ${data} END AS data`;
}

/** No column of a file has this name. */
const chosenColumn = 'is chosen';

/**
 * Returns the relation `lines`: groups, `client`, `version`, `os`, `country`, `day`, and `chosen` for whether the
 * filter selects the record.
 */
export function selectRecords(
	dialect: Dialect,
	{kind, filter}: {readonly kind: LogKind; readonly filter: RecordFilter},
	relation: string,
): string {
	const {quoteName, dayOfTimestamp} = dialect;
	const texts = [...groupColumns[kind].map(column => [column, column]), ...Object.entries(recordColumns)];
	// Fingerprints are never null; without coalesce, engines can skip row groups by their bounds.
	const cells = texts.map(([own = '', column = '']) =>
		own === 'fingerprint' ? own : `coalesce(${quoteName(column)}, '') AS ${own}`,
	);
	const {dataKey} = filter;
	const data = dataKey === undefined ? [] : [selectDataValue(dialect, dataKey)];
	const counted = `(SELECT *, ${getFilterCondition(dialect, filter)} AS ${quoteName(chosenColumn)} FROM ${relation})`;
	return `(SELECT ${[...cells, ...data].join(', ')}, ${dayOfTimestamp} AS day, ${quoteName(chosenColumn)} AS chosen FROM ${counted} AS each)`;
}

/**
 * Selects the earliest sample of each fingerprint, and of equally early ones the first by its texts. `withTexts`
 * contains at least the earliest samples with their texts.
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

/**
 * Returns the relation `samples`: `fingerprint`, `seen`, `first_day`, `lines`, `class`, `method`, `message` and
 * `stack`.
 */
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

/** Returns the columns that a query may use, whether or not a record has them. */
const getNeededColumns = (kind: LogKind, {properties, where, dataKey}: RecordFilter): readonly string[] => [
	...new Set([
		'timestamp',
		...Object.values(recordColumns),
		...groupColumns[kind],
		...(kind === 'exceptions' ? Object.values(sampleColumns) : []),
		...getFilterColumns(properties),
		...(dataKey === undefined ? [] : ['event_data']),
		...(where === undefined ? [] : serviceColumns.map(toColumn)),
	]),
];

/** Returns undefined if a condition may use any column. */
export const getUsedColumns = (kind: LogKind, filter: RecordFilter): readonly string[] | undefined =>
	filter.where === undefined ? getNeededColumns(kind, filter) : undefined;

/** Adds the necessary columns that a relation lacks as null. */
export function addMissingColumns(relation: string, kind: LogKind, filter: RecordFilter): string {
	const cells = getNeededColumns(kind, filter).map(
		column =>
			`CAST(NULL AS ${column === 'timestamp' ? 'TIMESTAMP' : 'VARCHAR'}) AS ${dialects.duckDb.quoteName(column)}`,
	);
	return `(SELECT ${cells.join(', ')} WHERE false UNION ALL BY NAME SELECT * FROM ${relation})`;
}
