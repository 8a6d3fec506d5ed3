import {endOfPeriod, isDay} from '../../calendar.ts';
import type {EventReference} from '../../contract/event-reference.ts';
import type {Cell, Column, Row} from '../../output/dataset.ts';
import type {Footnote} from '../../output/footnotes.ts';
import {groupBy} from '../../text/group-by.ts';
import {counted, printCount} from '../../text/wording.ts';

export type RowCaveats = {
	/** Explains the marks of the rows. */
	readonly marks: readonly Footnote[];
	readonly texts: readonly string[];
	/** True if a limit of segments was reached, so that rows may be missing. */
	readonly isCut: boolean;
};

type Cut = Omit<RowCaveats, 'marks'>;
type Table = {readonly columns: readonly Column[]; readonly rows: readonly Row[]};

const none: Cut = {texts: [], isCut: false};
const findColumns = (columns: readonly Column[], isWanted: (column: Column) => boolean): readonly number[] =>
	columns.flatMap((column, index) => (isWanted(column) ? [index] : []));
const isLabel = ({kind}: Column) => kind === 'label';
const keyOf = (row: Row, places: readonly number[]) => JSON.stringify(places.map(place => row[place] ?? null));
const countValues = (rows: readonly Row[], place: number): number => new Set(rows.map(row => row[place])).size;

/**
 * Detects that a property's segments reached their limit. Whether a limit applies to all rows or inside each outer segment is
 * undocumented; more labels than the limit mean inside.
 */
function findReachedLimit({columns, rows}: Table, [property, limit]: readonly [string, number]): Cut {
	const at = columns.findIndex(({key}) => key === property);
	if (at < 0) return none;
	const outerAt = findColumns(columns, isLabel).filter(place => place < at);
	// Rows of outer levels (`--totals`) have no label here.
	const labeled = rows.filter(row => row[at] !== null);
	const all = countValues(labeled, at);
	const inside = [...groupBy(labeled, row => keyOf(row, outerAt)).values()].map(own => countValues(own, at));
	if (all !== limit && !(all > limit && inside.some(count => count >= limit))) return none;
	return {texts: [`${property} shows ${limit} values because of its limit; there may be more`], isCut: true};
}

/** A request without segments gets top values; even if there are few, others may be missing. */
function findTopValues({columns, rows}: Table, property: string | undefined): Cut {
	const at = columns.findIndex(({key}) => key === property);
	if (at < 0 || rows.length === 0) return none;
	const labeled = rows.filter(row => row[at] !== null);
	const values = counted(countValues(labeled, at), 'value');
	return {
		texts: [`${property} shows ${values} that the service chose as the largest; there may be more`],
		isCut: true,
	};
}

const eventKey = (event: EventReference) =>
	'combiArray' in event
		? JSON.stringify([null, null, event.combiLabel ?? null])
		: JSON.stringify([event.category, event.name, null]);
const eventName = (event: EventReference) =>
	'combiArray' in event ? `'${event.combiLabel}'` : `${event.category ?? 'null'}/${event.name}`;

/** Finds requested events that the response omits, entirely or in some segments; the meaning of that is undocumented. */
function findMissingEvents({columns, rows}: Table, events: readonly EventReference[]): readonly string[] {
	if (events.length === 0 || !columns.some(({key}) => key === 'name')) return [];
	const eventAt = ['category', 'name', 'combiLabel'].map(key => columns.findIndex(column => column.key === key));
	const labelAt = findColumns(columns, isLabel);
	const countSegments = (own: readonly Row[]) => new Set(own.map(row => keyOf(row, labelAt))).size;
	const all = countSegments(rows);
	const rowsOf = groupBy(rows, row => keyOf(row, eventAt));
	const missing = events.filter(event => !rowsOf.has(eventKey(event))).map(eventName);
	const partly = events.flatMap(event => {
		const own = rowsOf.get(eventKey(event));
		const count = own ? all - countSegments(own) : 0;
		return count > 0
			? [`the service returned no data for ${eventName(event)} in ${printCount(count)} of ${printCount(all)} segments`]
			: [];
	});
	return [
		...(missing.length > 0 ? [`the service returned no data for ${missing.join(', ')}, which does not mean 0`] : []),
		...partly,
	];
}

/** Finds a week or month that begins before the range or ends after it. A range that includes today has no last day here. */
function findPartialPeriods({columns, rows}: Table, first: string, last: string | undefined): readonly string[] {
	const dateAt = columns.findIndex(({kind, unit}) => kind === 'date' && (unit === 'week' || unit === 'month'));
	const unit = columns[dateAt]?.unit;
	const dates = rows.map((row): Cell => row[dateAt] ?? null).filter(isDay);
	const began = dates.findLast(date => date < first);
	const ends = dates
		.filter(date => last !== undefined && date <= last && endOfPeriod(date, unit) > last)
		.map(date => endOfPeriod(date, unit))
		.at(-1);
	return [
		...(began ? [`the first ${unit} began on ${began} and is counted from ${first}`] : []),
		...(ends ? [`the last ${unit} ends on ${ends} and is counted until ${last}`] : []),
	];
}

function findIncompleteLosses({columns, rows}: Table): readonly string[] {
	const completeAt = columns.findIndex(({marksIncomplete}) => Array.isArray(marksIncomplete));
	const isHigh = columns.some(({key}) => key === 'engaged') && rows.some(row => row[completeAt] === false);
	return isHigh ? ['engaged is too high while losses are incomplete'] : [];
}

export function findRowCaveats(
	table: Table,
	{
		first,
		last,
		limits,
		topValuesOf,
		events,
	}: {
		readonly first: string;
		/** Absent if the range includes today. */
		readonly last?: string | undefined;
		readonly limits: ReadonlyMap<string, number>;
		readonly topValuesOf?: string | undefined;
		readonly events: readonly EventReference[];
	},
): RowCaveats {
	const cuts = [...[...limits].map(limit => findReachedLimit(table, limit)), findTopValues(table, topValuesOf)];
	return {
		marks: [...findPartialPeriods(table, first, last), ...findIncompleteLosses(table)].map(text => ({
			kind: 'mark',
			text,
		})),
		texts: [...cuts.flatMap(({texts}) => texts), ...findMissingEvents(table, events)],
		isCut: cuts.some(({isCut}) => isCut),
	};
}
