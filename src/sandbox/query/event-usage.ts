import type {Database} from '../store/database.ts';
import type {Periods} from './periods.ts';
import {query, raw, type Sql, sql} from './sql.ts';

/** A product's events over a range of days, both ends included. */
export type EventRange = {readonly product: number; readonly from: number; readonly to: number};

/** Uses of an event, how many of them carried a custom value, the sum of those, and who used it. */
export type Usage = {
	readonly uses: number;
	readonly customValues: number;
	readonly customValueSum: number;
	readonly users: number;
};
export type Named = {readonly category: string | null; readonly name: string};

/** Who was there: distinct active installations, their sessions and minutes of runtime. */
export type Population = {readonly users: number; readonly sessions: number; readonly minutes: number};

const usage = raw(`coalesce(sum(u.uses), 0)::BIGINT AS uses, coalesce(sum(u.customValues), 0)::BIGINT AS "customValues",
	coalesce(sum(u.customValueSum), 0)::DOUBLE AS "customValueSum", count(DISTINCT u.installation)::BIGINT AS users`);
const population = raw(`count(DISTINCT installation)::BIGINT AS users, coalesce(sum(sessions), 0)::BIGINT AS sessions,
	coalesce(sum(runtimeMinutes), 0)::BIGINT AS minutes`);
const within = ({product, from, to}: EventRange): Sql => sql`productId = ${product} AND date BETWEEN ${from} AND ${to}`;

/** Usage of every event of the product, also of those that did not occur, and of every category: there `name` is null. */
export const readEventUsage = (database: Database, range: EventRange) =>
	query<Usage & {readonly category: string | null; readonly name: string | null}>(
		database,
		sql`SELECT e.category AS category, e.name AS name, ${usage}
			FROM event AS e LEFT JOIN (SELECT * FROM event_usage WHERE ${within(range)}) AS u ON u.event = e.event
			WHERE e.productId = ${range.product} GROUP BY GROUPING SETS ((e.category, e.name), (e.category))`,
	);

/** Who was active in the range. */
export async function readPopulation(database: Database, range: EventRange): Promise<Population> {
	const [row] = await query<Population>(database, sql`SELECT ${population} FROM activity WHERE ${within(range)}`);
	return row as Population;
}

/** Who was active in each period of the range, by its first day. */
export async function readPopulations(
	database: Database,
	range: EventRange,
	periods: Periods,
): Promise<ReadonlyMap<number, Population>> {
	const rows = await query<Population & {readonly period: number}>(
		database,
		sql`SELECT ${periods.of(raw('date'))} AS period, ${population}
			FROM activity WHERE ${within(range)} GROUP BY period`,
	);
	return new Map(rows.map(row => [row.period, row]));
}

/** Usage of every event that occurred, by period. */
export const readUsageOverTime = (database: Database, range: EventRange, periods: Periods) =>
	query<Usage & Named & {readonly period: number}>(
		database,
		sql`SELECT ${periods.of(raw('u.date'))} AS period, e.category AS category, e.name AS name, ${usage}
			FROM (SELECT * FROM event_usage WHERE ${within(range)}) AS u
			JOIN event AS e ON e.productId = ${range.product} AND e.event = u.event
			GROUP BY period, e.category, e.name`,
	);

/** The product's events. */
export const readEvents = (database: Database, product: number) =>
	query<Named & {readonly event: number; readonly advanced: boolean}>(
		database,
		sql`SELECT event, category, name, advanced FROM event WHERE productId = ${product}`,
	);
