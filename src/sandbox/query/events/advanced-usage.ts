import {binOf, eventBins} from '../bins.ts';
import type {PreparedReport} from '../prepare-report.ts';
import {raw, type Sql, sql} from '../sql-template.ts';

/** The statement of the full report (docs/service.md#full-report). */

/** `place` is the index of the reference in the request. */
type ReferencedEvents = {readonly place: number; readonly events: readonly number[]};

/**
 * The figures of a whole segment or, if `reference` is not null, of the installations in one bin of one event's histogram.
 */
export type AdvancedRow = {
	readonly label: string;
	readonly reference: number | null;
	readonly bin: number | null;
	readonly users: number;
	readonly sessions: number;
	readonly uses: number;
};

type AdvancedQuery = PreparedReport & {readonly references: readonly ReferencedEvents[]};

/** The numbers come from the database, not from the request. */
const isOneOf = (events: readonly number[]): string =>
	events.length === 0 ? 'false' : `event IN (${events.join(', ')})`;

const useColumns = ({references}: AdvancedQuery, column: (uses: string, isReferenced: string) => string): Sql =>
	raw(references.map(({events}, index) => column(`u${index}`, isOneOf(events))).join(''));

/** `k1` is the value that determines the segment. */
const installationScope = ({range: {product, from, to}, filters, segmentation}: AdvancedQuery): Sql =>
	sql`candidates AS MATERIALIZED (
			SELECT i.installation, ${segmentation.key} AS k1 FROM installation AS i
			WHERE i.productId = ${product} AND i.dateInstalled <= ${to} AND i.dateLastSeen >= ${from} AND ${filters}),
		days AS (SELECT installation, sum(sessions)::BIGINT AS sessions FROM activity
			WHERE productId = ${product} AND date BETWEEN ${from} AND ${to} GROUP BY ALL),
		scope AS MATERIALIZED (SELECT * FROM days JOIN candidates USING (installation)),
		v1 AS (SELECT k1 AS value, count(*) AS n FROM scope GROUP BY k1)`;

/** Reads single days only for rows of the history that the range cuts. */
const spanScope = ({range: {product, from, to}, filters, segmentation}: AdvancedQuery): Sql =>
	sql`candidates AS MATERIALIZED (
			SELECT i.installation, s.span, ${segmentation.key} AS k1, s.sessions, s.fromDate >= ${from} AND s.lastDate <= ${to} AS whole
			FROM installation AS i JOIN property_span AS s ON s.installation = i.installation
			WHERE i.productId = ${product} AND s.productId = ${product} AND s.fromDate <= ${to} AND s.lastDate >= ${from} AND ${filters}),
		scope AS MATERIALIZED (
			SELECT installation, span, k1, sessions FROM candidates WHERE whole
			UNION ALL
			SELECT c.installation, c.span, c.k1, sum(a.sessions)::BIGINT FROM candidates AS c JOIN activity AS a ON a.span = c.span
			WHERE NOT c.whole AND a.productId = ${product} AND a.date BETWEEN ${from} AND ${to} GROUP BY ALL),
		v1 AS (SELECT k1 AS value, count(*) AS n FROM (SELECT DISTINCT k1, installation FROM scope) GROUP BY k1)`;

/**
 * Selects the installations that were active in the range with the wanted values: for properties with a history, those
 * of the day. Uses and sessions count while these values held, so an installation that changed can be in two segments.
 */
const scopeSql = (report: AdvancedQuery): Sql =>
	sql`${report.isSpanNeeded ? spanScope(report) : installationScope(report)},
		named AS (${report.segmentation.mapping(raw('v1'))}),
		segments AS (SELECT label, (row_number() OVER (ORDER BY label))::INTEGER AS segment FROM named GROUP BY label),
		m1 AS (SELECT value, segment FROM named JOIN segments USING (label))`;

function peopleSql(report: AdvancedQuery): Sql {
	const {range, isSpanNeeded, references} = report;
	const {product, from, to} = range;
	const key = raw(isSpanNeeded ? 'span' : 'installation');
	const wanted = [...new Set(references.flatMap(({events}) => events))];
	const together = useColumns(report, uses => `, sum(${uses})::BIGINT AS ${uses}`);
	return sql`used AS (SELECT ${key}${useColumns(report, (uses, isReferenced) => `, (sum(uses) FILTER (${isReferenced}))::BIGINT AS ${uses}`)}
			FROM event_usage WHERE productId = ${product} AND date BETWEEN ${from} AND ${to} AND ${raw(isOneOf(wanted))} GROUP BY ALL),
		people AS MATERIALIZED (SELECT segment, installation, sum(sessions)::BIGINT AS sessions${together}
			FROM scope JOIN m1 ON scope.k1 IS NOT DISTINCT FROM m1.value LEFT JOIN used USING (${key}) GROUP BY ALL)`;
}

/** Unnests the references, so that one expression finds the bin of each. */
function usesByReference({references}: AdvancedQuery): Sql {
	const places = references.map(({place}) => place).join(', ');
	const uses = references.map((_, index) => `u${index}`).join(', ');
	return raw(`SELECT segment, sessions, unnest([${places}]) AS reference, unnest([${uses}]) AS uses FROM people`);
}

export function advancedCounts(report: AdvancedQuery): Sql {
	const bins = sql`UNION ALL
		SELECT label, reference, bin, users, sessions, uses FROM segments JOIN (
			SELECT segment, reference, ${binOf('uses', eventBins)} AS bin, count(*) AS users, sum(sessions) AS sessions, sum(uses) AS uses
			FROM (${usesByReference(report)}) WHERE uses > 0 GROUP BY segment, reference, bin) USING (segment)`;
	return sql`WITH ${scopeSql(report)}, ${peopleSql(report)}
		SELECT label, NULL AS reference, NULL AS bin, users, sessions, 0 AS uses
		FROM segments JOIN (SELECT segment, count(*) AS users, sum(sessions) AS sessions FROM people GROUP BY segment) USING (segment)
		${report.references.length === 0 ? raw('') : bins}`;
}
