import type {Segmentation} from '../segments/compile-segments.ts';
import {and, raw, type Sql, sql} from '../sql-template.ts';
import {isLostIn, type LostRule, type ReportRange} from './client-status.ts';

/** Selects columns of the lost installations `i` (docs/service.md#states). */
export const lostInstallations = (
	columns: Sql,
	range: ReportRange,
	{rule, filters}: {readonly rule: LostRule; readonly filters: Sql},
): Sql =>
	sql`SELECT ${columns} FROM installation AS i WHERE i.productId = ${range.product} AND ${and([isLostIn(range, rule), filters])}`;

export type LostEventRow = {
	readonly label: string;
	/** Null in the row of the whole segment. */
	readonly event: number | null;
	readonly users: number;
	readonly uses: number;
};

/** Selects a row for each segment, and one for each event used in it. `lost` selects installation and k1. */
export const lostEventCounts = (lost: Sql, {product}: ReportRange, {mapping}: Segmentation): Sql =>
	sql`WITH lost AS MATERIALIZED (${lost}),
		v1 AS (SELECT k1 AS value, count(*) AS n FROM lost GROUP BY k1),
		m1 AS (${mapping(raw('v1'))}),
		used AS (SELECT k1, event, count(*) AS users, sum(uses) AS uses
			FROM lifetime_usage JOIN lost USING (installation) SEMI JOIN (SELECT event FROM event WHERE productId = ${product} AND advanced) USING (event)
			WHERE productId = ${product} GROUP BY ALL)
		SELECT label, NULL AS event, sum(n) AS users, 0 AS uses
		FROM v1 JOIN m1 ON v1.value IS NOT DISTINCT FROM m1.value GROUP BY label
		UNION ALL
		SELECT label, event, sum(users) AS users, sum(uses) AS uses
		FROM used JOIN m1 ON used.k1 IS NOT DISTINCT FROM m1.value GROUP BY label, event`;
