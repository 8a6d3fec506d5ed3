import type {Database} from '../../store/database.ts';
import {isFirstOf, type Periods} from '../calendar-periods.ts';
import {query, raw, type Sql, sql} from '../sql-template.ts';

/** Both days are included. */
export type EventRange = {readonly product: number; readonly from: number; readonly to: number};

/** The uses of an event, the number of uses with a custom value, and the sum of these values. */
export type Usage = {readonly uses: number; readonly customValues: number; readonly customValueSum: number};

export type Population = {readonly users: number; readonly sessions: number; readonly minutes: number};
export const nobody: Population = {users: 0, sessions: 0, minutes: 0};

const sums = raw('sum(uses) AS uses, sum(customValues) AS "customValues", sum(customValueSum) AS "customValueSum"');
const within = ({product, from, to}: EventRange): Sql => sql`productId = ${product} AND date BETWEEN ${from} AND ${to}`;

/** The usage of an event, or of a category if the name is null. */
export type TableRow = Usage & {readonly category: string | null; readonly name: string | null};

/** Includes unused events, and a row for each category. */
export const readEventUsage = (database: Database, range: EventRange) =>
	query<TableRow>(
		database,
		sql`WITH used AS (SELECT event, ${sums} FROM event_usage WHERE ${within(range)} GROUP BY event)
			SELECT category, name, coalesce(sum(uses), 0) AS uses, coalesce(sum("customValues"), 0) AS "customValues",
				coalesce(sum("customValueSum"), 0) AS "customValueSum"
			FROM (SELECT * FROM event WHERE productId = ${range.product}) LEFT JOIN used USING (event)
			GROUP BY GROUPING SETS ((category, name), (category))`,
	);

/** Counts each installation on its first day of the period. */
const population = (first: Sql, from: number): Sql =>
	sql`count(*) FILTER (${isFirstOf(first, from)}) AS users, coalesce(sum(sessions), 0) AS sessions, coalesce(sum(runtimeMinutes), 0) AS minutes`;

export async function readPopulation(database: Database, range: EventRange): Promise<Population> {
	const counted = population(sql`${range.from}`, range.from);
	const [row] = await query<Population>(database, sql`SELECT ${counted} FROM activity WHERE ${within(range)}`);
	return row ?? nobody;
}

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
