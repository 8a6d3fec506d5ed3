import type {endpoints} from '../../../contract/endpoints.ts';
import type {EventReference} from '../../../contract/event-reference.ts';
import type {Assumed} from '../../assumptions/table.ts';
import {dayNumber} from '../../calendar.ts';
import {type Handler, Refusal, type Service} from '../../handler.ts';
import {eventBins, histogram} from '../../query/bins.ts';
import {createColumns} from '../../query/columns.ts';
import {type AdvancedRow, advancedCounts} from '../../query/events/advanced-usage.ts';
import {findAdvancedEvents} from '../../query/events/events.ts';
import {average} from '../../query/figures.ts';
import {validatePatterns} from '../../query/patterns.ts';
import {compileSegments, orderLabels, type Segmentation, wholeSegment} from '../../query/segments/segments.ts';
import {query} from '../../query/sql.ts';
import {compileFilters} from '../../query/where.ts';

type Input = Parameters<Handler<typeof endpoints.events.frequency>>[0];

/** A reference of the request with the events it means, unless it is left out. */
type Asked = {readonly reference: EventReference; readonly place: number; readonly events: readonly number[]};

async function findAsked({events}: Input, product: number, {database, assume}: Service): Promise<readonly Asked[]> {
	const found = await Promise.all(events.map(reference => findAdvancedEvents(database, product, {reference, assume})));
	return events.flatMap((reference, place) => {
		const own = found[place];
		return own ? [{reference, place, events: own}] : [];
	});
}

const sum = (rows: readonly AdvancedRow[], figure: 'users' | 'sessions' | 'uses') =>
	rows.reduce((total, row) => total + row[figure], 0);

/** Figures of one event in one segment (wire-facts 1.19). */
function figuresOf(
	own: readonly AdvancedRow[],
	all: {readonly users: number; readonly sessions: number},
	assume: Assumed,
) {
	const [uses, users] = [sum(own, 'uses'), sum(own, 'users')];
	return {
		eventCounts: uses,
		averageEventCountPerSessionUsedAtLeastOnce: average(uses, sum(own, 'sessions'), assume),
		averageEventCountPerSessionAll: average(uses, all.sessions, assume),
		averageEventCountPerUserAtLeastOnce: average(uses, users, assume),
		averageEventCountPerUserAll: average(uses, all.users, assume),
		uniqueUsersUsedAtLeastOnce: users,
		uniqueUsersNeverUsed: all.users - users,
		usageFrequency: histogram(
			own.map(row => ({bin: row.bin ?? 0, n: row.users})),
			eventBins(assume),
		),
	};
}

/** What names an event in the answer: category and name, or the label of the combination. */
const identityOf = (reference: EventReference) =>
	'combiArray' in reference
		? {combiLabel: reference.combiLabel ?? null}
		: {category: reference.category, name: reference.name};

/** One item for each event, in the order of the request. */
function itemsOf(rows: readonly AdvancedRow[], asked: readonly Asked[], assume: Assumed) {
	const all = rows.find(row => row.reference === null) ?? {users: 0, sessions: 0};
	return asked.map(({reference, place}) => {
		const figures = figuresOf(
			rows.filter(row => row.reference === place),
			all,
			assume,
		);
		const inside = assume['full-report-layout'] !== 'flat';
		return {...identityOf(reference), ...(inside ? {data: figures} : figures)};
	});
}

/** `sort` orders the segments (wire-facts 1.19, H); equal counts stay in order of labels. */
function sortLabels(
	labels: readonly string[],
	rows: readonly AdvancedRow[],
	{sort = 'alpha', sortDirection = 'asc'}: Input,
): readonly string[] {
	const uses = new Map(
		labels.map(label => [
			label,
			sum(
				rows.filter(row => row.label === label),
				'uses',
			),
		]),
	);
	const ordered =
		sort === 'alpha' ? labels : [...labels].sort((left, right) => (uses.get(left) ?? 0) - (uses.get(right) ?? 0));
	return sortDirection === 'desc' ? [...ordered].reverse() : ordered;
}

function answerOf(
	rows: readonly AdvancedRow[],
	asked: readonly Asked[],
	{input, segmentation, assume}: {readonly input: Input; readonly segmentation: Segmentation; readonly assume: Assumed},
) {
	const frame = (items: unknown) =>
		assume['full-report-layout'] === 'detailed-report' ? {detailedReport: items} : items;
	if (input.segmentBy === undefined) return {segmentBy: null, results: frame(itemsOf(rows, asked, assume))};
	const found = new Map(rows.map(row => [row.label, row]));
	const labels = sortLabels(orderLabels(found, segmentation, assume), rows, input);
	const segments = labels.map(
		label =>
			[
				label,
				itemsOf(
					rows.filter(row => row.label === label),
					asked,
					assume,
				),
			] as const,
	);
	return {segmentBy: input.segmentBy, results: new Map(segments)};
}

/** Usage frequency of advanced events (service-api.md, POST /reporting/eventTracking/advanced/fullReport; wire-facts 1.19). */
export const fullReport: Handler<typeof endpoints.events.frequency> = async (input, {product}, service) => {
	const {database, assume} = service;
	const {segmentBy, segments} = input;
	if (segments && segmentBy === undefined) throw new Refusal('SYNTAX ERROR', 'segments need segmentBy');
	const columns = createColumns('advanced', assume);
	const segmentation = segmentBy === undefined ? wholeSegment : compileSegments(segmentBy, segments, columns);
	const filters = compileFilters(input.globalFilters, {columns, product});
	await validatePatterns(input, database, assume);
	const asked = await findAsked(input, product, service);
	const meant = asked.map(({place, events}) => ({reference: place, events}));
	const isSpanNeeded = columns.isSpanNeeded(
		Object.keys(input.globalFilters ?? {}),
		segmentBy === undefined ? [] : [segmentBy],
	);
	const range = {product, from: dayNumber(input.startDate), to: dayNumber(input.stopDate)};
	const bins = eventBins(assume);
	const counts = advancedCounts({range, filters, segmentation, isSpanNeeded, meant, bins});
	return answerOf(await query<AdvancedRow>(database, counts), asked, {input, segmentation, assume});
};
