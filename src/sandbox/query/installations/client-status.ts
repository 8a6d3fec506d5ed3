import type {ClientStatus} from '../../../contract/request-words.ts';
import {and, raw, type Sql, sql} from '../sql-template.ts';

/** The conditions new, active and lost in a range of days (docs/service.md#states). */

export type LostRule = {
	readonly daysUntilDeclaredLost: number;
	readonly dateReportedLost: 'dateLastSeen' | 'dateDeclaredLost';
};

/** The day on which a lost installation is reported. */
export const reportedLost = ({daysUntilDeclaredLost, dateReportedLost}: LostRule): Sql =>
	dateReportedLost === 'dateLastSeen' ? raw('i.dateLastSeen') : sql`(i.dateLastSeen + ${daysUntilDeclaredLost})`;

/** Condition that an installation is lost as of a day. */
export const isLostOn = (day: number, {daysUntilDeclaredLost}: Pick<LostRule, 'daysUntilDeclaredLost'>): Sql =>
	sql`i.dateLastSeen + ${daysUntilDeclaredLost} <= ${day}`;

export type CurrentRange = {
	readonly product: number;
	readonly start: number;
	readonly stop: number;
	readonly today: number;
	readonly lost: LostRule | undefined;
};

/** Whoever was active later may have been active in the range too, which only the days tell. */
const isActive = ({product, start, stop, today}: CurrentRange): Sql =>
	stop >= today
		? sql`i.dateLastSeen >= ${start}`
		: sql`i.installation IN (SELECT installation FROM activity WHERE productId = ${product} AND date BETWEEN ${start} AND ${stop})`;

/** The condition of each status in the range; lost is false without a rule. */
export function statusConditions(range: CurrentRange): Readonly<Record<ClientStatus, Sql>> {
	const {start, stop, today, lost} = range;
	return {
		new: sql`i.dateInstalled BETWEEN ${start} AND ${stop}`,
		active: isActive(range),
		lost: lost ? and([isLostOn(today, lost), sql`${reportedLost(lost)} BETWEEN ${start} AND ${stop}`]) : raw('false'),
	};
}
