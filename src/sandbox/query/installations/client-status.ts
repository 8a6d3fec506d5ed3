import type {ClientStatus} from '../../../contract/request-words.ts';
import {and, raw, type Sql, sql} from '../sql-template.ts';

/** See docs/service.md#states. */

export type LostRule = {
	readonly daysUntilDeclaredLost: number;
	readonly dateReportedLost: 'dateLastSeen' | 'dateDeclaredLost';
};

export const reportedLost = ({daysUntilDeclaredLost, dateReportedLost}: LostRule): Sql =>
	dateReportedLost === 'dateLastSeen' ? raw('i.dateLastSeen') : sql`(i.dateLastSeen + ${daysUntilDeclaredLost})`;

export const isLostOn = (day: number, {daysUntilDeclaredLost}: Pick<LostRule, 'daysUntilDeclaredLost'>): Sql =>
	sql`i.dateLastSeen + ${daysUntilDeclaredLost} <= ${day}`;

/** Days are counted from 1970-01-01; both ends are included. */
export type ReportRange = {
	readonly product: number;
	readonly from: number;
	readonly to: number;
	readonly today: number;
};

/** An installation that came back is not lost. */
export const isLostIn = ({from, to, today}: ReportRange, rule: LostRule): Sql =>
	and([isLostOn(today, rule), sql`${reportedLost(rule)} BETWEEN ${from} AND ${to}`]);

/** An installation that was active later can have been active in the range too, which only `activity` shows. */
const isActive = ({product, from, to, today}: ReportRange): Sql =>
	to >= today
		? sql`i.dateLastSeen >= ${from}`
		: sql`i.installation IN (SELECT installation FROM activity WHERE productId = ${product} AND date BETWEEN ${from} AND ${to})`;

/** Without a rule, no installation is lost. */
export const statusConditions = (
	range: ReportRange,
	rule: LostRule | undefined,
): Readonly<Record<ClientStatus, Sql>> => ({
	new: sql`i.dateInstalled BETWEEN ${range.from} AND ${range.to}`,
	active: isActive(range),
	lost: rule ? isLostIn(range, rule) : raw('false'),
});
