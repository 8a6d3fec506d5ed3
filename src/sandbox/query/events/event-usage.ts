import type {Database} from '../../store/database.ts';
import {isFirstOf, type Periods} from '../periods.ts';
import {query, raw, type Sql, sql} from '../sql.ts';

/** Statements of the basic event reports: sums of uses, and who was there to use. */

/** A product's events over a range of days, both ends included. */
export type EventRange = {readonly product: number; readonly from: number; readonly to: number};

/** Uses of an event, how many of them carried a custom value, and the sum of those. */
export type Usage = {readonly uses: number; readonly customValues: number; readonly customValueSum: number};
export type Named = {readonly category: string | null; readonly name: string};

/** Who was there: distinct active installations, their sessions and minutes of runtime. */
export type Population = {readonly users: number; readonly sessions: number; readonly minutes: number};

const sums = raw('sum(uses) AS uses, sum(customValues) AS "customValues", sum(customValueSum) AS "customValueSum"');
const within = ({product, from, to}: EventRange): Sql => sql`productId = ${product} AND date BETWEEN ${from} AND ${to}`;

/** An event, or with a null name a category. */
export type TableRow = Usage & {readonly category: string | null; readonly name: string | null};
const byEventAndCategory = raw('GROUP BY GROUPING SETS ((category, name), (category))');

/** Usage of every event of the product, also of those that did not occur, and of every category. */
export const readEventUsage = (database: Database, range: EventRange) =>
	query<TableRow>(
		database,
		sql`WITH used AS (SELECT event, ${sums} FROM event_usage WHERE ${within(range)} GROUP BY event)
			SELECT category, name, coalesce(sum(uses), 0) AS uses, coalesce(sum("customValues"), 0) AS "customValues",
				coalesce(sum("customValueSum"), 0) AS "customValueSum"
			FROM (SELECT * FROM event WHERE productId = ${range.product}) LEFT JOIN used USING (event) ${byEventAndCategory}`,
	);

/** Installations that used each event, and each category. */
export const readEventUsers = (database: Database, range: EventRange) =>
	query<{category: string | null; name: string | null; users: number}>(
		database,
		sql`SELECT category, name, count(DISTINCT installation) AS users
			FROM (SELECT DISTINCT event, installation FROM event_usage WHERE ${within(range)})
			JOIN (SELECT * FROM event WHERE productId = ${range.product}) USING (event) ${byEventAndCategory}`,
	);

/** Each installation counts on its first day of the period. */
const population = (first: Sql, from: number): Sql =>
	sql`count(*) FILTER (${isFirstOf(first, from)}) AS users, coalesce(sum(sessions), 0) AS sessions, coalesce(sum(runtimeMinutes), 0) AS minutes`;

/** Who was active in the range. */
export async function readPopulation(database: Database, range: EventRange): Promise<Population> {
	const counted = population(sql`${range.from}`, range.from);
	const [row] = await query<Population>(database, sql`SELECT ${counted} FROM activity WHERE ${within(range)}`);
	return row ?? {users: 0, sessions: 0, minutes: 0};
}

/** Who was active in each period of the range, by its first day. */
export async function readPopulations(
	database: Database,
	range: EventRange,
	periods: Periods,
): Promise<ReadonlyMap<number, Population>> {
	const rows = await query<Population & {readonly period: number}>(
		database,
		sql`SELECT period, ${population(raw('period'), range.from)}
			FROM (SELECT *, ${periods.of(raw('date'))} AS period FROM activity WHERE ${within(range)}) GROUP BY period`,
	);
	return new Map(rows.map(row => [row.period, row]));
}

/** Usage of some events, by period. */
export const readUsageOverTime = (
	database: Database,
	range: EventRange,
	{periods, events}: {readonly periods: Periods; readonly events: readonly number[]},
) =>
	query<Usage & {readonly period: number; readonly event: number}>(
		database,
		sql`SELECT ${periods.of(raw('date'))} AS period, event, ${sums} FROM event_usage
			WHERE ${within(range)} AND list_contains(${events}, event) GROUP BY period, event`,
	);

/** The product's events. */
export const readEvents = (database: Database, product: number) =>
	query<Named & {readonly event: number}>(
		database,
		sql`SELECT event, category, name FROM event WHERE productId = ${product}`,
	);
