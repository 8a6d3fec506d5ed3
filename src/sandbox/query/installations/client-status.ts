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

export type CurrentRange = {
	readonly product: number;
	readonly start: number;
	readonly stop: number;
	readonly today: number;
	readonly lost: LostRule | undefined;
};

/** An installation that was active later can have been active in the range too, which only `activity` shows. */
const isActive = ({product, start, stop, today}: CurrentRange): Sql =>
	stop >= today
		? sql`i.dateLastSeen >= ${start}`
		: sql`i.installation IN (SELECT installation FROM activity WHERE productId = ${product} AND date BETWEEN ${start} AND ${stop})`;

/** Without a rule, no installation is lost. */
export function statusConditions(range: CurrentRange): Readonly<Record<ClientStatus, Sql>> {
	const {start, stop, today, lost} = range;
	return {
		new: sql`i.dateInstalled BETWEEN ${start} AND ${stop}`,
		active: isActive(range),
		lost: lost ? and([isLostOn(today, lost), sql`${reportedLost(lost)} BETWEEN ${start} AND ${stop}`]) : raw('false'),
	};
}
