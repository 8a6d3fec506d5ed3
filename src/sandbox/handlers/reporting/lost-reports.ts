import type {endpoints} from '../../../contract/endpoints.ts';
import type {GlobalFilters} from '../../../contract/filters.ts';
import type {ReportFamily} from '../../../contract/properties.ts';
import type {Assumed} from '../../assumptions/table.ts';
import {dayNumber} from '../../calendar.ts';
import {type Handler, type Handlers, Refusal, type Service} from '../../handler.ts';
import {type Bin, binOf, countBins, eventBins, histogram, runtimeBins} from '../../query/bins.ts';
import {type Columns, createColumns} from '../../query/columns.ts';
import {findAdvancedEvents, type ListedEvent, listAdvancedEvents} from '../../query/events/events.ts';
import {type LostEventRow, lostEventCounts} from '../../query/events/lost-events.ts';
import {average, percent} from '../../query/figures.ts';
import {checkGroupBy} from '../../query/group-by.ts';
import {type LostRange, lostInstallations} from '../../query/installations/lost.ts';
import type {LostRule} from '../../query/installations/status.ts';
import {validatePatterns} from '../../query/patterns.ts';
import {compileSegments, orderLabels, wholeSegment} from '../../query/segments/segments.ts';
import {query, raw, type Sql, sql} from '../../query/sql.ts';
import {compileFilters} from '../../query/where.ts';

/** Reports on installations that were lost (service-api.md, /reporting/…/churn/…; wire-facts 1.8 to 1.10). */

type LostInput = LostRule & {
	readonly startDate: string;
	readonly stopDate: string;
	readonly globalFilters?: GlobalFilters | undefined;
};
type Asked = {readonly range: LostRange; readonly lost: (columns: Sql) => Sql; readonly columns: Columns};

/** Range and population of a report; the expressions of the request have been looked at. */
async function prepare(
	input: LostInput,
	product: number,
	{family, service}: {family: ReportFamily; service: Service},
): Promise<Asked> {
	const {database, today, assume} = service;
	const columns = createColumns(family, assume);
	const range = {
		product,
		from: dayNumber(input.startDate),
		to: dayNumber(input.stopDate),
		today: dayNumber(today),
	};
	const filters = compileFilters(input.globalFilters, {columns, product});
	await validatePatterns(input, database, assume);
	return {range, columns, lost: selected => lostInstallations(selected, range, {rule: input, filters, assume})};
}

/** A histogram of one figure of the lost installations. */
const lostHistogram =
	(figure: string, binsOf: (assume: Assumed) => readonly Bin[]): Handler<typeof endpoints.lost.days> =>
	async (input, {product}, service) => {
		const bins = binsOf(service.assume);
		const {lost} = await prepare(input, product, {family: 'lost', service});
		const rows = sql`SELECT ${binOf(figure, bins)} AS bin, count(*) AS n FROM (${lost(raw('i.*'))}) GROUP BY bin`;
		return {results: histogram(await query(service.database, rows), bins)};
	};

const eventHistogram: Handler<typeof endpoints.lost.event> = async (input, {product}, service) => {
	const {database, assume} = service;
	checkGroupBy(input.groupBy, assume);
	const {lost} = await prepare(input, product, {family: 'lostEvents', service});
	const events = await findAdvancedEvents(database, product, {reference: input.event, assume});
	const bins = eventBins(assume);
	if (!events || events.length === 0) return {results: histogram([], bins)};
	const uses = sql`SELECT installation, sum(uses) AS uses FROM lifetime_usage
		WHERE productId = ${product} AND event IN (SELECT unnest(${events})) GROUP BY installation`;
	const rows = sql`SELECT ${binOf('uses', bins)} AS bin, count(*) AS n
		FROM (${uses}) JOIN (${lost(raw('i.installation'))}) USING (installation) GROUP BY bin`;
	return {results: histogram(await query(database, rows), bins)};
};

type Used = Pick<LostEventRow, 'users' | 'uses'>;

/** One line of the table, for an event and the installations of a segment. */
const eventLine = (
	{category, name}: ListedEvent,
	used: Used,
	{users: all, assume}: {users: number; assume: Assumed},
) => ({
	eventCategory: category,
	eventName: name,
	eventCount: used.uses,
	eventCountPerUser: average(used.uses, used.users, assume),
	usersUsedAtLeastOnce: used.users,
	percentUsedAtLeastOnce: percent(used.users, all, 2, assume),
	usersNeverUsed: all - used.users,
	percentNeverUsed: percent(all - used.users, all, 2, assume),
});
type Line = ReturnType<typeof eventLine>;
type Sorting = Pick<Parameters<typeof eventTable>[0], 'sort' | 'sortDirection' | 'categorizeEvents'>;

/** Events come in order; equal counts keep it. */
function sortLines(lines: readonly Line[], {sort = 'alpha', sortDirection = 'asc'}: Sorting): readonly Line[] {
	const sign = sortDirection === 'desc' ? -1 : 1;
	if (sort === 'alpha') return sign === 1 ? lines : [...lines].reverse();
	return [...lines].sort((left, right) => sign * (left.eventCount - right.eventCount));
}

/** Lines by category, as later servers give them on demand (wire-facts 2.1, H). */
function categorized(lines: readonly Line[]): readonly unknown[] {
	const categories = new Map<string | null, Omit<Line, 'eventCategory'>[]>();
	for (const {eventCategory, ...line} of lines) {
		const known = categories.get(eventCategory);
		if (known) known.push(line);
		else categories.set(eventCategory, [line]);
	}
	return [...categories].map(([eventCategory, categoryData]) => ({eventCategory, categoryData}));
}

const nothing: Used = {users: 0, uses: 0};

/** The lines of one segment. */
function segmentTable(
	rows: readonly LostEventRow[],
	events: readonly ListedEvent[],
	{input, assume}: {readonly input: Sorting; readonly assume: Assumed},
): readonly unknown[] {
	const users = rows.find(({event}) => event === null)?.users ?? 0;
	const used = new Map(rows.map(row => [row.event, row]));
	const lines = events
		.map(event => eventLine(event, used.get(event.event) ?? nothing, {users, assume}))
		.filter(({eventCount}) => eventCount > 0 || assume['listed-events'] === 'all');
	const sorted = sortLines(lines, input);
	return input.categorizeEvents ? categorized(sorted) : sorted;
}

const eventTable: Handler<typeof endpoints.lost.events> = async (input, {product}, service) => {
	const {database, assume} = service;
	const {segmentBy, segments} = input;
	checkGroupBy(input.groupBy, assume);
	if (segments && segmentBy === undefined) throw new Refusal('SYNTAX ERROR', 'segments need segmentBy');
	const {range, lost, columns} = await prepare(input, product, {family: 'lostEvents', service});
	const segmentation = segmentBy === undefined ? wholeSegment : compileSegments(segmentBy, segments, columns);
	const counts = lostEventCounts(lost(sql`i.installation, ${segmentation.key} AS k1`), range, segmentation);
	const rows = await query<LostEventRow>(database, counts);
	const events = await listAdvancedEvents(database, product, assume);
	const table = (own: readonly LostEventRow[]) => segmentTable(own, events, {input, assume});
	if (segmentBy === undefined) return {segmentBy: null, results: table(rows)};
	const labels = orderLabels(new Map(rows.map(row => [row.label, row])), segmentation, assume);
	return {segmentBy, results: new Map(labels.map(label => [label, table(rows.filter(row => row.label === label))]))};
};

export const lostReports: Handlers<typeof endpoints.lost> = {
	days: lostHistogram('activeDays', countBins),
	sessions: lostHistogram('lifetimeSessionCount', countBins),
	runtime: lostHistogram('lifetimeRuntimeMinutes', runtimeBins),
	events: eventTable,
	event: eventHistogram,
};
