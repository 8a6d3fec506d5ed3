import type {endpoints} from '../../../contract/operations/endpoints.ts';
import type {ReportFamily} from '../../../contract/properties.ts';
import {groupBy} from '../../../text/group-by.ts';
import type {Handler, Handlers, Service} from '../../handler.ts';
import {average, percent} from '../../query/averages.ts';
import {type Bin, binOf, countBins, eventBins, histogram, runtimeBins} from '../../query/bins.ts';
import {findAdvancedEvents, type ListedEvent, listAdvancedEvents} from '../../query/events/event-selection.ts';
import type {LostRule} from '../../query/installations/client-status.ts';
import {type LostEventRow, lostEventCounts, lostInstallations} from '../../query/installations/lost-installations.ts';
import {groupBySegment, mapValues, prepareReport, type ReportInput} from '../../query/prepare-report.ts';
import {query, raw, type Sql, sql} from '../../query/sql-template.ts';

/** See docs/service.md#lost-histograms, #lost-events and #lost-event-histogram. */

/** The function `lost` of the result selects columns of the lost installations `i`. */
async function prepareLost(
	input: LostRule & ReportInput,
	product: number,
	{family, service}: {family: ReportFamily; service: Service},
) {
	const prepared = await prepareReport(input, product, {family, service});
	const {range, filters} = prepared;
	const lost = (columns: Sql) => lostInstallations(columns, range, {rule: input, filters});
	return {...prepared, lost};
}

const lostHistogram =
	(figure: string, bins: readonly Bin[]): Handler<typeof endpoints.lost.days> =>
	async (input, {product}, service) => {
		const {lost} = await prepareLost(input, product, {family: 'lost', service});
		const rows = sql`SELECT ${binOf(figure, bins)} AS bin, count(*) AS n FROM (${lost(raw('i.*'))}) GROUP BY bin`;
		return {results: histogram(await query(service.database, rows), bins)};
	};

const eventHistogram: Handler<typeof endpoints.lost.event> = async (input, {product}, service) => {
	const {database, options} = service;
	const {lost} = await prepareLost(input, product, {family: 'lostEvents', service});
	const events = await findAdvancedEvents(database, product, {reference: input.event, options});
	if (!events || events.length === 0) return {results: histogram([], eventBins)};
	const uses = sql`SELECT installation, sum(uses) AS uses FROM lifetime_usage
		WHERE productId = ${product} AND event IN (SELECT unnest(${events})) GROUP BY installation`;
	const rows = sql`SELECT ${binOf('uses', eventBins)} AS bin, count(*) AS n
		FROM (${uses}) JOIN (${lost(raw('i.installation'))}) USING (installation) GROUP BY bin`;
	return {results: histogram(await query(database, rows), eventBins)};
};

const toLine = ({category, name}: ListedEvent, {users, uses}: Pick<LostEventRow, 'users' | 'uses'>, all: number) => {
	return {
		eventCategory: category,
		eventName: name,
		eventCount: uses,
		eventCountPerUser: average(uses, users),
		usersUsedAtLeastOnce: users,
		percentUsedAtLeastOnce: percent(users, all, 2),
		usersNeverUsed: all - users,
		percentNeverUsed: percent(all - users, all, 2),
	};
};
type Line = ReturnType<typeof toLine>;
type Sorting = Pick<Parameters<typeof eventTable>[0], 'sort' | 'sortDirection' | 'categorizeEvents'>;

/** Events with equal counts keep their order. */
function sortLines(lines: readonly Line[], {sort = 'alpha', sortDirection = 'asc'}: Sorting): readonly Line[] {
	const sign = sortDirection === 'desc' ? -1 : 1;
	if (sort === 'alpha') return sign === 1 ? lines : lines.toReversed();
	return lines.toSorted((left, right) => sign * (left.eventCount - right.eventCount));
}

/** See docs/service.md#newer-events. */
const categorize = (lines: readonly Line[]) =>
	Array.from(
		groupBy(lines, line => line.eventCategory),
		([eventCategory, own]) => ({eventCategory, categoryData: own.map(({eventCategory: _, ...line}) => line)}),
	);

function toTable(rows: readonly LostEventRow[], events: readonly ListedEvent[], input: Sorting): readonly unknown[] {
	const all = rows.find(({event}) => event === null)?.users ?? 0;
	const used = new Map(rows.map(row => [row.event, row]));
	const lines = events.map(event => toLine(event, used.get(event.event) ?? {users: 0, uses: 0}, all));
	const sorted = sortLines(lines, input);
	return input.categorizeEvents ? categorize(sorted) : sorted;
}

const eventTable: Handler<typeof endpoints.lost.events> = async (input, {product}, service) => {
	const {database, options} = service;
	const {segmentBy} = input;
	const {range, lost, segmentation} = await prepareLost(input, product, {family: 'lostEvents', service});
	const counts = lostEventCounts(lost(sql`i.installation, ${segmentation.key} AS k1`), range, segmentation);
	const rows = await query<LostEventRow>(database, counts);
	const events = await listAdvancedEvents(database, product);
	const table = (own: readonly LostEventRow[]) => toTable(own, events, input);
	const whole = options['segment-echo'] === 'always' ? {segmentBy: null} : {};
	if (segmentBy === undefined) return {...whole, results: table(rows)};
	return {segmentBy, results: mapValues(groupBySegment(rows, segmentation), table)};
};

export const lossReports: Handlers<typeof endpoints.lost> = {
	days: lostHistogram('activeDays', countBins),
	sessions: lostHistogram('lifetimeSessionCount', countBins),
	runtime: lostHistogram('lifetimeRuntimeMinutes', runtimeBins),
	events: eventTable,
	event: eventHistogram,
};
