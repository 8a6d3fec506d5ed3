import {endOfPeriod, isDay} from '../../calendar.ts';
import type {EventReference} from '../../contract/event-reference.ts';
import type {Column, Row} from '../../output/dataset.ts';
import {counted, printCount} from '../../text/wording.ts';

/** Collects caveats from rows as they pass. */
export type RowCaveats = {
	readonly add: (rows: readonly Row[]) => void;
	/** Returns the caveats after all rows were added. */
	readonly list: () => readonly string[];
	/** True if a limit of segments was reached, so that rows may be missing. */
	readonly isCut: () => boolean;
};
type Part = Omit<RowCaveats, 'isCut'> & Partial<RowCaveats>;

const findColumns = (columns: readonly Column[], isWanted: (column: Column) => boolean): readonly number[] =>
	columns.flatMap((column, index) => (isWanted(column) ? [index] : []));
const isLabel = ({kind}: Column) => kind === 'label';
const keyOf = (row: Row, places: readonly number[]) => JSON.stringify(places.map(place => row[place] ?? null));

/**
 * Detects that a property's segments reached their limit. Whether a limit applies to all rows or inside each outer segment is
 * undocumented; more labels than the limit mean inside.
 */
function findReachedLimit(columns: readonly Column[], [property, limit]: readonly [string, number]): Part {
	const at = columns.findIndex(({key}) => key === property);
	const outerAt = findColumns(columns, isLabel).filter(place => place < at);
	const all = new Set<unknown>();
	const inside = new Map<string, Set<unknown>>();
	const addRow = (row: Row) => {
		const label = row[at];
		// Rows of outer levels (`--totals`) have no label here.
		if (label === null) return;
		const outer = keyOf(row, outerAt);
		inside.set(outer, (inside.get(outer) ?? new Set()).add(label));
		all.add(label);
	};
	const isReached = () => {
		const most = [...inside.values()].reduce((size, labels) => Math.max(size, labels.size), 0);
		return all.size === limit || (all.size > limit && most >= limit);
	};
	return {
		add: rows => {
			if (at >= 0) rows.forEach(addRow);
		},
		list: () => (isReached() ? [`${property} shows ${limit} values because of its limit; there may be more`] : []),
		isCut: isReached,
	};
}

/** A request without segments gets top values; even if there are few, others may be missing. */
function findTopValues(columns: readonly Column[], property: string): Part {
	const at = columns.findIndex(({key}) => key === property);
	const values = new Set<unknown>();
	return {
		add: rows => {
			if (at >= 0) for (const row of rows) values.add(row[at]);
		},
		list: () =>
			values.size > 0
				? [
						`${property} shows ${counted(values.size, 'value')} that the service chose as the largest; there may be more`,
					]
				: [],
		isCut: () => values.size > 0,
	};
}

const eventKey = (event: EventReference) =>
	'combiArray' in event
		? JSON.stringify([null, null, event.combiLabel ?? null])
		: JSON.stringify([event.category, event.name, null]);
const eventName = (event: EventReference) =>
	'combiArray' in event ? `'${event.combiLabel}'` : `${event.category ?? 'null'}/${event.name}`;

/** Finds requested events that the response omits, entirely or in some segments; the meaning of that is undocumented. */
function findMissingEvents(columns: readonly Column[], events: readonly EventReference[]): Part {
	const eventAt = ['category', 'name', 'combiLabel'].map(key => columns.findIndex(column => column.key === key));
	const labelAt = findColumns(columns, isLabel);
	const hasEvents = events.length > 0 && columns.some(({key}) => key === 'name');
	const segments = new Set<string>();
	const segmentsOf = new Map<string, Set<string>>();
	const addRow = (row: Row) => {
		const segment = keyOf(row, labelAt);
		const event = keyOf(row, eventAt);
		segments.add(segment);
		segmentsOf.set(event, (segmentsOf.get(event) ?? new Set()).add(segment));
	};
	return {
		add: rows => {
			if (hasEvents) rows.forEach(addRow);
		},
		list: () => {
			if (!hasEvents) return [];
			const missing = events.filter(event => !segmentsOf.has(eventKey(event))).map(eventName);
			const partly = events.flatMap(event => {
				const count = segments.size - (segmentsOf.get(eventKey(event))?.size ?? segments.size);
				return count > 0
					? [
							`the service returned no data for ${eventName(event)} in ${printCount(count)} of ${printCount(segments.size)} segments`,
						]
					: [];
			});
			return [
				...(missing.length > 0
					? [`the service returned no data for ${missing.join(', ')}, which does not mean 0`]
					: []),
				...partly,
			];
		},
	};
}

/** Finds a week or month that begins before the range or ends after it. A range that includes today has no last day here. */
function findPartialPeriods(columns: readonly Column[], first: string, last: string | undefined): Part {
	const dateAt = columns.findIndex(({kind, unit}) => kind === 'date' && (unit === 'week' || unit === 'month'));
	const unit = columns[dateAt]?.unit;
	let began: string | undefined;
	let ends: string | undefined;
	const addDate = (date: Row[number] | undefined) => {
		if (typeof date === 'string' && /^\d{4}-/.test(date) && date < first) began = date;
		if (!isDay(date) || last === undefined || date > last) return;
		const end = endOfPeriod(date, unit);
		if (end > last) ends = end;
	};
	return {
		add: rows => {
			if (dateAt >= 0) for (const row of rows) addDate(row[dateAt]);
		},
		list: () => [
			...(began ? [`the first ${unit} is not complete: it began on ${began} and is counted from ${first}`] : []),
			...(ends ? [`the last ${unit} is not complete: it ends on ${ends} and is counted until ${last}`] : []),
		],
	};
}

function findIncompleteLosses(columns: readonly Column[]): Part {
	const completeAt = columns.findIndex(({marksIncomplete}) => marksIncomplete);
	const effect = columns.some(({key}) => key === 'engaged') ? ', so engaged is too high there' : '';
	let [incomplete, all] = [0, 0];
	return {
		add: rows => {
			if (completeAt < 0) return;
			all += rows.length;
			incomplete += rows.filter(row => row[completeAt] === false).length;
		},
		list: () =>
			incomplete === 0
				? []
				: [`losses are incomplete in ${printCount(incomplete)} of ${counted(all, 'figure')}${effect}`],
	};
}

export function createRowCaveats(
	columns: readonly Column[],
	scope: {
		readonly first: string;
		/** Absent if the range includes today. */
		readonly last?: string | undefined;
		readonly limits: ReadonlyMap<string, number>;
		readonly topValuesOf?: string | undefined;
		readonly events: readonly EventReference[];
	},
): RowCaveats {
	const {first, last, limits, topValuesOf, events} = scope;
	const parts: readonly Part[] = [
		findPartialPeriods(columns, first, last),
		findIncompleteLosses(columns),
		...[...limits].map(limit => findReachedLimit(columns, limit)),
		...(topValuesOf === undefined ? [] : [findTopValues(columns, topValuesOf)]),
		findMissingEvents(columns, events),
	];
	return {
		add: rows => {
			for (const part of parts) part.add(rows);
		},
		list: () => parts.flatMap(part => part.list()),
		isCut: () => parts.some(part => part.isCut?.() ?? false),
	};
}
