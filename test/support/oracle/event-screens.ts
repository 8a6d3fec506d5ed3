import {filters, levelColumns, type Sql} from './exported-tables.ts';
import type {Days, Split} from './screens.ts';

/**
 * Lost installations and uses of events in SQL over the exported tables, without the program's own code. Rows have `label`,
 * `category`, `name` and a figure for each heading of the screen.
 */

export type EventsAsked = {
	readonly days: Days;
	readonly by: string | undefined;
	readonly filter: string;
	readonly lostAfter: number;
};
export type Figures = Readonly<Record<string, unknown>>;

const labelOf = (by: string | undefined) => levelColumns[by ?? ''] ?? (["''", 'true'] as const);

/** In reports on events, these have the value at the time of the event, the others the latest. */
const latest = ['ram', 'formFactor'];
const qualify = (text: string) =>
	text.replace(/\b(?=prod|os|geo|ram|form)/g, () => (latest.some(name => text.includes(name)) ? 'i.' : 's.'));

export function createEventOracle(sql: Sql, today: string) {
	const lost = ({days: {first, last}, by, filter, lostAfter}: EventsAsked) => `(
		SELECT *, coalesce(${labelOf(by)[0]}, '(none)') AS label FROM installation
		WHERE dateLastSeen BETWEEN '${first}' AND '${last}' AND dateLastSeen + ${lostAfter} <= DATE '${today}'
			AND ${filters[filter]} AND ${labelOf(by)[1]})`;
	/** Sessions and uses with the values of their time. */
	const valued = (table: string, {days: {first, last}, by, filter}: EventsAsked) => `(
		SELECT t.*, coalesce(${qualify(labelOf(by)[0])}, '(none)') AS label FROM ${table} t
		JOIN installation i USING (installation) JOIN property_span s USING (installation, span)
		WHERE t.date BETWEEN '${first}' AND '${last}' AND ${qualify(filters[filter] as string)} AND ${qualify(labelOf(by)[1])})`;
	const inRange = ({first, last}: Days) => `date BETWEEN '${first}' AND '${last}'`;
	return {
		/** Returns the number of lost installations by value of a column, or by uses of an event. */
		listLost: (asked: EventsAsked, figure: string): Promise<readonly Figures[]> =>
			sql(
				figure.includes('/')
					? `SELECT value, count(*) AS n FROM (
							SELECT sum(u.uses) AS value FROM ${lost(asked)} JOIN lifetime_usage u USING (installation) JOIN event e USING (event)
							WHERE e.category || '/' || e.name = '${figure}' GROUP BY installation) GROUP BY ALL`
					: `SELECT ${figure} AS value, count(*) AS n FROM ${lost(asked)} GROUP BY ALL`,
			),
		/** Returns the number of installations active in the range by `sum(…)` or `count(…)` over their days. */
		listActive: ({days, filter}: EventsAsked, figure: string): Promise<readonly Figures[]> =>
			sql(`SELECT value, count(*) AS n FROM (
				SELECT ${figure} AS value FROM activity JOIN installation USING (installation)
				WHERE ${inRange(days)} AND ${filters[filter]} GROUP BY installation) GROUP BY ALL`),
		lostEvents: (asked: EventsAsked): Promise<readonly Figures[]> =>
			sql(`
				WITH lost AS ${lost(asked)}, size AS (SELECT label, count(*) AS n FROM lost GROUP BY ALL)
				SELECT size.label, category, name, coalesce(sum(u.uses), 0) AS "Uses", count(u.uses) AS "Used it",
					sum(u.uses) / count(u.uses) AS "Uses/user", 100 * count(u.uses) / any_value(n) AS "Used it %",
					any_value(n) - count(u.uses) AS "Never used", 100 - "Used it %" AS "Never used %"
				FROM size CROSS JOIN event e LEFT JOIN lost USING (label)
					LEFT JOIN lifetime_usage u ON u.installation = lost.installation AND u.event = e.event
				WHERE e.advanced GROUP BY ALL`),
		eventTable: ({days}: {readonly days: Days}): Promise<readonly Figures[]> =>
			sql(`
				WITH active AS (
					SELECT count(DISTINCT installation) AS users, sum(sessions) AS sessions, sum(runtimeMinutes) / 60 AS hours
					FROM activity WHERE ${inRange(days)}),
				used AS (SELECT * FROM event_usage WHERE ${inRange(days)}),
				counted AS (
					SELECT category, coalesce(event.name, '') AS name, coalesce(sum(uses), 0) AS uses,
						CASE WHEN sum(customValues) > 0 THEN sum(customValueSum) END::DOUBLE AS total
					FROM event LEFT JOIN used USING (event) GROUP BY GROUPING SETS ((category, event.name), (category)))
				SELECT '' AS label, category, name, counted.uses AS "Uses", counted.uses / users AS "Uses/all users",
					counted.uses / sessions AS "Uses/all sessions", counted.uses / hours AS "Uses/hour", total AS "Values",
					total / counted.uses AS "Value/use", total / users AS "Value/all users", total / sessions AS "Value/all sessions",
					total / hours AS "Value/hour"
				FROM counted CROSS JOIN active`),
		timeline: (
			{days}: {readonly days: Days},
			{split, view, per}: {readonly split: Split; readonly view: string; readonly per: string},
		): Promise<readonly Figures[]> => {
			const date = `date_trunc('${split}', date)::DATE::VARCHAR`;
			const amount = view === 'values' ? 'coalesce(sum(customValueSum), 0)::DOUBLE' : 'coalesce(sum(uses), 0)';
			const divisors: Record<string, string> = {users: 'any_value(users)', sessions: 'any_value(sessions)'};
			const divisor = {...divisors, runtime: 'any_value(hours)', usage: 'nullif(sum(uses), 0)'}[per] ?? '1';
			return sql(`
				WITH active AS (
					SELECT ${date} AS label, count(DISTINCT installation) AS users, sum(sessions) AS sessions, sum(runtimeMinutes) / 60 AS hours
					FROM activity WHERE ${inRange(days)} GROUP BY ALL),
				used AS (SELECT *, ${date} AS label FROM event_usage WHERE ${inRange(days)})
				SELECT label, category, name, ${amount} / ${divisor} AS value
				FROM active CROSS JOIN event LEFT JOIN used USING (event, label) GROUP BY ALL`);
		},
		/** Combinations are events without a category, by their label. */
		frequency: (asked: EventsAsked, events: Readonly<Record<string, string>>): Promise<readonly Figures[]> =>
			sql(`
				WITH scope AS (
					SELECT label, count(DISTINCT installation) AS n, sum(sessions) AS sessions FROM ${valued('activity', asked)} GROUP BY ALL),
				used AS (SELECT label, installation, uses, e.category || '/' || e.name AS event FROM ${valued('event_usage', asked)} u JOIN event e USING (event))
				SELECT label, name, uses AS "Uses", users AS "Used it", uses / sessions AS "Uses/all sessions",
					uses / nullif(users, 0) AS "Uses/user", uses / n AS "Uses/all users", n - users AS "Never used",
					100 * users / n AS "Used it %"
				FROM (
				SELECT scope.label, title AS name, any_value(n) AS n, any_value(sessions) AS sessions,
					coalesce(sum(used.uses), 0) AS uses, count(DISTINCT installation) AS users
				FROM scope CROSS JOIN (VALUES ${Object.entries(events)
					.map(([title, pattern]) => `('${title}', '${pattern}')`)
					.join(', ')}) AS asked(title, pattern)
				LEFT JOIN used ON used.label = scope.label AND regexp_full_match(used.event, pattern) GROUP BY ALL)`),
	};
}
