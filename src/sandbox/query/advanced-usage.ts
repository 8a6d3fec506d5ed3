import {type Bin, binOf} from './bins.ts';
import type {EventRange} from './event-usage.ts';
import type {Segmentation} from './segments.ts';
import {raw, type Sql, sql} from './sql.ts';

/** Statement of the advanced report (service-api.md, POST /reporting/eventTracking/advanced/fullReport). */

/** Events that each reference of the request means, by its place in the request. */
export type Meant = readonly {readonly reference: number; readonly event: number}[];

/** Figures of a segment: of all its installations where `reference` is null, else of those in one bin of one event's uses. */
export type AdvancedRow = {
	readonly label: string;
	readonly item: number;
	readonly reference: number | null;
	readonly bin: number | null;
	readonly users: number;
	readonly sessions: number;
	readonly uses: number;
};

type Population = {
	readonly range: EventRange;
	/** Condition on the installation `i`, and on `s`, the row of its history that held. */
	readonly filters: Sql;
	readonly segmentation: Segmentation;
	readonly isSpanNeeded: boolean;
};

/**
 * In scope is who was active in the range with the wanted values: those of the day itself for properties with a history.
 * Uses and sessions are counted where those values held, so that an installation that changed counts on either side.
 */
const membersOf = ({range: {product, from, to}, filters, segmentation, isSpanNeeded}: Population): Sql => sql`
	days AS (SELECT installation, span, sum(sessions) AS sessions FROM activity
		WHERE productId = ${product} AND date BETWEEN ${from} AND ${to} GROUP BY ALL),
	scope AS MATERIALIZED (SELECT d.installation, d.span, d.sessions, ${segmentation.key} AS k1
		FROM days AS d JOIN installation AS i ON i.installation = d.installation
		${raw(isSpanNeeded ? 'JOIN property_span AS s ON s.installation = d.installation AND s.span = d.span' : '')}
		WHERE i.productId = ${product} AND ${filters}),
	v1 AS (SELECT k1 AS value, count(DISTINCT installation) AS n FROM scope GROUP BY k1),
	m1 AS (${segmentation.mapping(raw('v1'))}),
	members AS MATERIALIZED (SELECT label, item, installation, span, sessions
		FROM scope JOIN m1 ON scope.k1 IS NOT DISTINCT FROM m1.value)`;

/** Rows of every segment, and of every bin of every event in it. */
export const advancedCounts = (population: Population, meant: Meant, bins: readonly Bin[]): Sql => {
	const {product, from, to} = population.range;
	return sql`WITH ${membersOf(population)},
		meant AS (SELECT unnest(${meant.map(({reference}) => reference)}) AS reference, unnest(${meant.map(({event}) => event)}) AS event),
		used AS (SELECT installation, span, reference, sum(uses) AS uses FROM event_usage JOIN meant USING (event)
			WHERE productId = ${product} AND date BETWEEN ${from} AND ${to} GROUP BY ALL),
		by_user AS (SELECT label, reference, installation, sum(uses) AS uses FROM used JOIN members USING (installation, span) GROUP BY ALL),
		users AS (SELECT label, min(item) AS item, installation, sum(sessions) AS sessions FROM members GROUP BY label, installation)
		SELECT label, min(item) AS item, NULL AS reference, NULL AS bin, count(*) AS users, sum(sessions) AS sessions, 0 AS uses
		FROM users GROUP BY label
		UNION ALL
		SELECT label, min(item) AS item, reference, ${binOf('uses', bins)} AS bin, count(*) AS users, sum(sessions) AS sessions, sum(uses) AS uses
		FROM by_user JOIN users USING (label, installation) GROUP BY label, reference, bin`;
};
