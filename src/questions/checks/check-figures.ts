import {isDay} from '../../calendar.ts';
import type {Column, Row} from '../../output/dataset.ts';
import {groupBy} from '../../text/group-by.ts';
import type {Check} from '../file/question-schema.ts';
import {findNamePlaces, keyOf, labelOf, type Result} from '../results/result.ts';
import {areLossesKnown, endOf, findDoubt, type Range, rangeOf, timeOf} from '../results/result-periods.ts';
import {columnsOf, rowCondition} from './check-columns.ts';

export type Subject = Pick<Check, 'column' | 'rows' | 'where' | 'each' | 'sum'>;

export type Figure = {
	readonly label: string;
	/** Null if the result has no figure for the group. */
	readonly value: number | null;
	/** The number of installations behind the figure, if the result contains it. */
	readonly size: number | undefined;
};
export type Figures =
	| {
			readonly groups: ReadonlyMap<string, Figure>;
			/** The day that all figures are from; undefined if they are from several days. */
			readonly day: string | undefined;
	  }
	| {readonly unknown: string};

const reasons = {
	unfinished: 'no period is complete yet',
	losses: 'losses in the last days are not final yet',
	partial: 'the range contains no whole period',
} as const;

const placeOf = (columns: readonly Column[], name: string) => columns.findIndex(({key}) => key === name);

export function matches(row: Row, columns: readonly Column[], condition: NonNullable<Check['where']>): boolean {
	return Object.entries(condition).every(([name, wanted]) => {
		const cell = row[placeOf(columns, name)] ?? null;
		return [wanted].flat().some(value => value === cell || String(value) === String(cell));
	});
}

type Whole = readonly Row[] | {readonly unknown: string};

/** Rows without dates cover the whole range. They can be checked unless it is only the current day, or losses are not final yet. */
function findWholeRange(
	rows: readonly Row[],
	key: string,
	{range, day}: {readonly range: Range; readonly day: string},
): Whole {
	if (!areLossesKnown(key, range, day)) return {unknown: reasons.losses};
	return range.first === day ? {unknown: 'the day is not over yet'} : rows;
}

/** Returns the rows of complete periods; for dates only those of the last one. */
function findWholePeriods(
	rows: readonly Row[],
	key: string,
	{result, range}: {readonly result: Result; readonly range: Range},
): Whole {
	const {columns} = result;
	const doubts = rows.map(row => findDoubt(row, key, result));
	const whole = rows.filter((_, at) => doubts[at] === undefined);
	const [doubt] = doubts.toSorted();
	if (whole.length === 0 && doubt !== undefined) return {unknown: reasons[doubt]};
	if (timeOf(columns).periodAt >= 0) return whole;
	const ends = whole.map(row => endOf(row, {columns, range}) ?? '');
	const last = ends.reduce((latest, end) => (end > latest ? end : latest), '');
	return whole.filter((_, at) => ends[at] === last);
}

/** Returns the rows that can be checked, or the reason why none can. Lists have no range, so all their rows can. */
function findWhole(rows: readonly Row[], key: string, result: Result): Whole {
	const {dateAt, periodAt} = timeOf(result.columns);
	const range = rangeOf(result);
	if (!range) return rows;
	return dateAt < 0 && periodAt < 0
		? findWholeRange(rows, key, {range, day: result.day})
		: findWholePeriods(rows, key, {result, range});
}

function sizeOf(row: Row, columns: readonly Column[]): number | undefined {
	const counts = columns.flatMap(({kind, unit}, place) =>
		kind === 'count' && unit === 'installations' ? [Number(row[place] ?? 0)] : [],
	);
	return counts.length > 0 ? Math.max(...counts) : undefined;
}

function groupPlaces({each, sum, rows}: Subject, columns: readonly Column[]): readonly number[] {
	if (each !== undefined) return [each].flat().map(name => placeOf(columns, name));
	if (sum || rows !== undefined) return [];
	const {dateAt, periodAt} = timeOf(columns);
	return findNamePlaces(columns).filter(place => periodAt >= 0 || place !== dateAt);
}

const missingColumns = (subject: Subject, columns: readonly Column[]): readonly string[] =>
	columnsOf(subject)
		.map(({key}) => key)
		.filter(name => placeOf(columns, name) < 0);

function toFigure(
	rows: readonly Row[],
	subject: Subject,
	{columns, places}: {readonly columns: readonly Column[]; readonly places: readonly number[]},
): Figure | string {
	const [first = []] = rows;
	const label = labelOf(first, columns, places);
	if (subject.column === undefined) return {label, value: rows.length, size: undefined};
	const at = placeOf(columns, subject.column);
	const kind = columns[at]?.kind;
	const cells = rows.map(row => row[at] ?? null).filter(cell => typeof cell === 'number');
	if (kind === 'count' || kind === 'sum') {
		const value = cells.length === 0 && rows.length > 0 ? null : cells.reduce((sum, cell) => sum + cell, 0);
		return {label, value, size: value ?? undefined};
	}
	if (rows.length > 1) return `${subject.column} cannot be added up over several rows: use each or where`;
	return {label, value: cells[0] ?? null, size: sizeOf(first, columns)};
}

function findOnlyDay(rows: readonly Row[], result: Result): string | undefined {
	const {columns} = result;
	const {dateAt, periodAt} = timeOf(columns);
	const range = rangeOf(result);
	if (!range || periodAt >= 0) return undefined;
	if (dateAt < 0) return range.first === range.last ? range.first : undefined;
	const [date] = rows.map(row => row[dateAt]);
	return columns[dateAt]?.unit === 'day' && isDay(date) ? date : undefined;
}

export function readFigures(result: Result, subject: Subject): Figures {
	const {columns} = result;
	const missing = missingColumns(subject, columns);
	if (missing.length > 0) return {unknown: `the result has no column ${missing.join(', ')}`};
	const wanted = result.rows.filter(row => matches(row, columns, {...subject.where, ...rowCondition(subject)}));
	const whole = findWhole(wanted, subject.column ?? '', result);
	if ('unknown' in whole) return whole;
	const places = groupPlaces(subject, columns);
	const groups: ReadonlyMap<string, readonly Row[]> =
		places.length === 0 ? new Map([[keyOf([], places), whole]]) : groupBy(whole, row => keyOf(row, places));
	const figures = new Map<string, Figure>();
	for (const [key, rows] of groups) {
		const figure = toFigure(rows, subject, {columns, places});
		if (typeof figure === 'string') return {unknown: figure};
		figures.set(key, figure);
	}
	return {groups: figures, day: findOnlyDay(whole, result)};
}
