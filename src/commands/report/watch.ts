import type {EventReference} from '../../contract/event-reference.ts';
import type {Column, Row} from '../../output/dataset.ts';

/** Sees the rows of a report go by, and tells at the end what they cannot carry. */
export type Watch = {readonly see: (rows: readonly Row[]) => void; readonly caveats: () => readonly string[]};

/** A limit of segments by the key of its column. */
export type Limits = ReadonlyMap<string, number>;

const placesOf = (columns: readonly Column[], wanted: (column: Column) => boolean): readonly number[] =>
	columns.flatMap((column, index) => (wanted(column) ? [index] : []));
const keyOf = (row: Row, places: readonly number[]) => JSON.stringify(places.map(place => row[place] ?? null));

/** Fewer installations than this carry no percentage. */
const smallGroup = 30;

/** Figures that count the installations of a group, by report; a report that is not named has no such figure. */
const sizes: Readonly<Record<string, readonly string[]>> = {
	'report current': ['active', 'new', 'lost'],
	'report churn retention': ['engaged'],
	'report churn events': ['usersUsedAtLeastOnce', 'usersNeverUsed'],
	'report events frequency': ['uniqueUsersUsedAtLeastOnce', 'uniqueUsersNeverUsed'],
};
/** Figures that add up to the group; of the others the largest counts. */
const adds = new Set(['report churn events', 'report events frequency']);

function watchGroups(columns: readonly Column[], report: string): Watch {
	const sizeAt = placesOf(columns, ({key}) => sizes[report]?.includes(key) ?? false);
	const labelAt = placesOf(
		columns,
		({kind}) => kind === 'label' || (report === 'report churn retention' && kind === 'date'),
	);
	const periodAt = columns.findIndex(({kind}) => kind === 'period');
	let groups = 0;
	let small = 0;
	const count = (row: Row) => {
		if (periodAt >= 0 && String(row[periodAt]) !== '0') return;
		const parts = sizeAt.map(index => Number(row[index] ?? 0));
		const size = adds.has(report) ? parts.reduce((sum, part) => sum + part, 0) : Math.max(...parts);
		groups++;
		if (size < smallGroup) small++;
	};
	return {
		see: rows => {
			if (sizeAt.length > 0 && labelAt.length > 0) for (const row of rows) count(row);
		},
		caveats: () =>
			small > 0
				? [`${small} of ${groups} groups have fewer than ${smallGroup} installations: their shares say little`]
				: [],
	};
}

/**
 * Whether a limit of segments was reached. It may hold for all rows or inside each outer segment, the specification does
 * not say: more labels than it allows mean that it is held inside.
 */
function watchLimit(columns: readonly Column[], [name, limit]: readonly [string, number]): Watch {
	const at = columns.findIndex(({key}) => key === name);
	const outerAt = placesOf(columns, ({kind}) => kind === 'label').filter(place => place < at);
	const all = new Set<unknown>();
	const inside = new Map<string, Set<unknown>>();
	const add = (row: Row) => {
		const label = row[at];
		// A row of an outer level (`--totals`) has none.
		if (label === null) return;
		const outer = keyOf(row, outerAt);
		const labels = inside.get(outer) ?? new Set();
		inside.set(outer, labels.add(label));
		all.add(label);
	};
	return {
		see: rows => {
			if (at >= 0) for (const row of rows) add(row);
		},
		caveats: () => {
			const most = [...inside.values()].reduce((size, labels) => Math.max(size, labels.size), 0);
			const isReached = all.size === limit || (all.size > limit && most >= limit);
			return isReached ? [`${name} is limited to ${limit} values, and has as many: there may be more`] : [];
		},
	};
}

const eventKey = (event: EventReference) =>
	'combiArray' in event
		? JSON.stringify([null, null, event.combiLabel ?? null])
		: JSON.stringify([event.category, event.name, null]);
const eventName = (event: EventReference) =>
	'combiArray' in event ? `'${event.combiLabel}'` : `${event.category ?? 'null'}/${event.name}`;

/** Whether every event that was asked for came, and in every segment (wire-facts 1.19: what an absent one means is not known). */
function watchEvents(columns: readonly Column[], events: readonly EventReference[]): Watch {
	const eventAt = ['category', 'name', 'combiLabel'].map(key => columns.findIndex(column => column.key === key));
	const labelAt = placesOf(columns, ({kind}) => kind === 'label');
	const segments = new Set<string>();
	const seen = new Map<string, Set<string>>();
	const add = (row: Row) => {
		const segment = keyOf(row, labelAt);
		const key = keyOf(row, eventAt);
		segments.add(segment);
		seen.set(key, (seen.get(key) ?? new Set()).add(segment));
	};
	const isThere = (eventAt[1] ?? -1) >= 0 && events.length > 0;
	return {
		see: rows => {
			if (isThere) for (const row of rows) add(row);
		},
		caveats: () => {
			if (!isThere) return [];
			const missing = events.filter(event => !seen.has(eventKey(event)));
			const partly = events.filter(event => (seen.get(eventKey(event))?.size ?? segments.size) < segments.size);
			return [
				...(missing.length > 0
					? [`nothing came for ${missing.map(eventName).join(', ')}, which is not the same as 0`]
					: []),
				...partly.map(
					event =>
						`nothing came for ${eventName(event)} in ${segments.size - (seen.get(eventKey(event))?.size ?? 0)} of ${segments.size} segments`,
				),
			];
		},
	};
}

/** Everything that rows tell of themselves: groups that are small, limits that were reached, events that did not come. */
export function watchRows(
	columns: readonly Column[],
	{
		report,
		limits,
		events,
	}: {readonly report: string; readonly limits: Limits; readonly events: readonly EventReference[]},
): Watch {
	const watches = [
		watchGroups(columns, report),
		...[...limits].map(limit => watchLimit(columns, limit)),
		watchEvents(columns, events),
	];
	return {
		see: rows => {
			for (const {see} of watches) see(rows);
		},
		caveats: () => watches.flatMap(({caveats}) => caveats()),
	};
}
