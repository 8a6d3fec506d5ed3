import type {DateSplit} from '../../../contract/request-words.ts';
import {createPeriods, firstDay} from '../calendar-periods.ts';
import type {PreparedReport} from '../prepare-report.ts';
import {raw, type Sql, sql} from '../sql-template.ts';
import {isLostOn} from './client-status.ts';

/** The statements of churn retention (docs/service.md#churn-retention). */

type EngagementQuery = PreparedReport & {readonly daysUntilDeclaredLost: number; readonly split: DateSplit};

export type EngagementRow = {
	readonly label: string;
	/** Counted from 0, the period of the install date. */
	readonly period: number;
	/** Installations whose last observable period is this one. */
	readonly ending: number;
	readonly endingLost: number;
	/** Installations that are lost from this period on, however long they are observable. */
	readonly losing: number;
};

/** Returns SQL for the number of periods between the install date and a day. */
function createPeriodCount(from: number, to: number, split: DateSplit): (day: Sql) => Sql {
	if (split === 'day') return day => sql`(${day} - i.dateInstalled)`;
	// The difference between the indexes of two days is the number of periods between them.
	const firsts = createPeriods({from, to}, split).firsts;
	const place = new Map(firsts.map((first, index) => [first, index]));
	const places = Array.from({length: to - from + 1}, (_, index) => place.get(firstDay(from + index, split)) ?? 0);
	const at = (day: Sql) => sql`(${places})[${day} - ${raw(String(from))} + 1]`;
	return day => sql`(${at(day)} - ${at(raw('i.dateInstalled'))})`;
}

/**
 * Selects rows (label, period, ending, endingLost, losing). An installation is observable until the period of stopDate,
 * or of today if that is earlier. It is lost from the period after its last contact on.
 */
export function engagementCounts(report: EngagementQuery): Sql {
	const {range, daysUntilDeclaredLost, filters, segmentation, isSpanNeeded} = report;
	const {product, from, to, today} = range;
	const count = createPeriodCount(from, Math.max(from, today), report.split);
	const until = count(sql`${Math.min(to, today)}`);
	const loss = sql`${count(raw('i.dateLastSeen'))} + 1`;
	const span = isSpanNeeded
		? sql`JOIN property_span AS s ON s.installation = i.installation AND s.nth = 0 AND s.productId = ${product}`
		: raw('');
	const isLost = isLostOn(today, {daysUntilDeclaredLost});
	return sql`WITH followed AS MATERIALIZED (
			SELECT ${segmentation.key} AS k1, ${until} AS until, CASE WHEN ${isLost} THEN ${loss} END AS loss
			FROM installation AS i ${span}
			WHERE i.productId = ${product} AND i.dateInstalled BETWEEN ${from} AND ${Math.min(to, today)} AND ${filters}),
		cells AS (
			SELECT k1, until AS period, count(*) AS ending, count(*) FILTER (loss <= until) AS endingLost, 0 AS losing FROM followed GROUP BY k1, until
			UNION ALL SELECT k1, loss, 0, 0, count(*) FROM followed WHERE loss <= until GROUP BY k1, loss),
		v1 AS (SELECT k1 AS value, sum(ending) AS n FROM cells GROUP BY k1),
		m1 AS (${segmentation.mapping(raw('v1'))})
		SELECT label, period, sum(ending) AS ending, sum(endingLost) AS endingLost, sum(losing) AS losing
		FROM cells JOIN m1 ON cells.k1 IS NOT DISTINCT FROM m1.value GROUP BY label, period`;
}
