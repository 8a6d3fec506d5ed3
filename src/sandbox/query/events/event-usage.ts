import type {Database} from '../../store/database.ts';
import {isFirstOf, type Periods} from '../calendar-periods.ts';
import {query, raw, type Sql, sql} from '../sql-template.ts';

/** Statements of the basic event reports: sums of uses, and the active installations. */

/** A product and a range of days, both ends included. */
export type EventRange = {readonly product: number; readonly from: number; readonly to: number};

/** Uses of an event, the number of uses with a custom value, and the sum of these values. */
export type Usage = {readonly uses: number; readonly customValues: number; readonly customValueSum: number};
export type Named = {readonly category: string | null; readonly name: string};

/** Distinct active installations, their sessions and minutes of runtime. */
export type Population = {readonly users: number; readonly sessions: number; readonly minutes: number};

const sums = raw('sum(uses) AS uses, sum(customValues) AS "customValues", sum(customValueSum) AS "customValueSum"');
const within = ({product, from, to}: EventRange): Sql => sql`productId = ${product} AND date BETWEEN ${from} AND ${to}`;

/** An event, or a category if the name is null. */
export type TableRow = Usage & {readonly category: string | null; readonly name: string | null};

/** Reads the usage of every event, including unused ones, and of every category. */
export const readEventUsage = (database: Database, range: EventRange) =>
	query<TableRow>(
		database,
		sql`WITH used AS (SELECT event, ${sums} FROM event_usage WHERE ${within(range)} GROUP BY event)
			SELECT category, name, coalesce(sum(uses), 0) AS uses, coalesce(sum("customValues"), 0) AS "customValues",
				coalesce(sum("customValueSum"), 0) AS "customValueSum"
			FROM (SELECT * FROM event WHERE productId = ${range.product}) LEFT JOIN used USING (event)
			GROUP BY GROUPING SETS ((category, name), (category))`,
	);

/** Each installation counts on its first day of the period. */
const population = (first: Sql, from: number): Sql =>
	sql`count(*) FILTER (${isFirstOf(first, from)}) AS users, coalesce(sum(sessions), 0) AS sessions, coalesce(sum(runtimeMinutes), 0) AS minutes`;

/** Reads the active installations of the range. */
export async function readPopulation(database: Database, range: EventRange): Promise<Population> {
	const counted = population(sql`${range.from}`, range.from);
	const [row] = await query<Population>(database, sql`SELECT ${counted} FROM activity WHERE ${within(range)}`);
	return row ?? {users: 0, sessions: 0, minutes: 0};
}

/** Reads the active installations of each period, by its first day. */
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

/** Reads the usage of some events by period. */
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

/** Reads the events of a product. */
export const readEvents = (database: Database, product: number) =>
	query<Named & {readonly event: number}>(
		database,
		sql`SELECT event, category, name FROM event WHERE productId = ${product}`,
	);
