import type {EventReference} from '../../../contract/event-reference.ts';
import type {endpoints} from '../../../contract/operations/endpoints.ts';
import type {Handler, Service} from '../../handler.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {average} from '../../query/averages.ts';
import {eventBins, histogram} from '../../query/bins.ts';
import {type AdvancedRow, advancedCounts} from '../../query/events/advanced-usage.ts';
import {findAdvancedEvents} from '../../query/events/event-selection.ts';
import {groupBySegment, mapValues, prepareReport} from '../../query/prepare-report.ts';
import {query} from '../../query/sql-template.ts';

type Input = Parameters<Handler<typeof endpoints.events.frequency>>[0];

/** A reference of the request with its index there and the numbers of its events. */
type Requested = {readonly reference: EventReference; readonly place: number; readonly events: readonly number[]};

/** Returns the references of the request, without those that the response omits. */
async function findRequested(
	{events}: Input,
	product: number,
	{database, options}: Service,
): Promise<readonly Requested[]> {
	const eventLists = await Promise.all(
		events.map(reference => findAdvancedEvents(database, product, {reference, options})),
	);
	return events.flatMap((reference, place) => {
		const own = eventLists[place];
		return own ? [{reference, place, events: own}] : [];
	});
}

const sum = (rows: readonly AdvancedRow[], figure: 'users' | 'sessions' | 'uses') =>
	rows.reduce((total, row) => total + row[figure], 0);

function toFigures(own: readonly AdvancedRow[], all: {users: number; sessions: number}) {
	const [uses, users] = [sum(own, 'uses'), sum(own, 'users')];
	return {
		eventCounts: uses,
		averageEventCountPerSessionUsedAtLeastOnce: average(uses, sum(own, 'sessions')),
		averageEventCountPerSessionAll: average(uses, all.sessions),
		averageEventCountPerUserAtLeastOnce: average(uses, users),
		averageEventCountPerUserAll: average(uses, all.users),
		uniqueUsersUsedAtLeastOnce: users,
		uniqueUsersNeverUsed: all.users - users,
		usageFrequency: histogram(
			own.map(row => ({bin: row.bin ?? 0, n: row.users})),
			eventBins,
		),
	};
}

const toNames = (reference: EventReference) =>
	'combiArray' in reference
		? {combiLabel: reference.combiLabel ?? null}
		: {category: reference.category, name: reference.name};

function toItems(rows: readonly AdvancedRow[], requested: readonly Requested[], options: SandboxOptions) {
	const all = rows.find(row => row.reference === null) ?? {users: 0, sessions: 0};
	return requested.map(({reference, place}) => {
		const own = rows.filter(row => row.reference === place);
		const figures = toFigures(own, all);
		return {...toNames(reference), ...(options['full-report-layout'] === 'flat' ? figures : {data: figures})};
	});
}

/** Segments with equal counts stay in label order. */
function sortSegments(
	segments: ReadonlyMap<string, readonly AdvancedRow[]>,
	{sort = 'alpha', sortDirection = 'asc'}: Input,
): ReadonlyMap<string, readonly AdvancedRow[]> {
	const entries = [...segments];
	if (sort !== 'alpha') entries.sort(([, left], [, right]) => sum(left, 'uses') - sum(right, 'uses'));
	return new Map(sortDirection === 'desc' ? entries.reverse() : entries);
}

export const fullReport: Handler<typeof endpoints.events.frequency> = async (input, {product}, service) => {
	const {database, options} = service;
	const {segmentBy} = input;
	const prepared = await prepareReport(input, product, {family: 'advanced', service});
	const requested = await findRequested(input, product, service);
	const counts = advancedCounts({...prepared, references: requested});
	const rows = await query<AdvancedRow>(database, counts);
	if (segmentBy === undefined) {
		const items = toItems(rows, requested, options);
		return {
			segmentBy: null,
			results: options['full-report-layout'] === 'detailed-report' ? {detailedReport: items} : items,
		};
	}
	const segments = sortSegments(groupBySegment(rows, prepared.segmentation), input);
	return {segmentBy, results: mapValues(segments, own => toItems(own, requested, options))};
};
