import type {ClientStatus} from '../../../contract/words.ts';
import {and, raw, type Sql, sql} from '../sql.ts';

/** The conditions new, active and lost in a range of days that ends today (docs/service.md#states). */

export type LostRule = {
	readonly daysUntilDeclaredLost: number;
	readonly dateReportedLost: 'dateLastSeen' | 'dateDeclaredLost';
};

const lastSeen = raw('i.dateLastSeen');

/** The day on which a lost installation is reported. */
export const reportedLost = ({daysUntilDeclaredLost, dateReportedLost}: LostRule, last = lastSeen): Sql =>
	dateReportedLost === 'dateLastSeen' ? last : sql`(${last} + ${daysUntilDeclaredLost})`;

/** Condition that an installation is lost as of a day. */
export const isLostOn = (
	day: number,
	{daysUntilDeclaredLost}: Pick<LostRule, 'daysUntilDeclaredLost'>,
	last = lastSeen,
): Sql => sql`${last} + ${daysUntilDeclaredLost} <= ${day}`;

export type CurrentRange = {readonly start: number; readonly today: number; readonly lost: LostRule | undefined};

/** The condition of each status in the range from `start` until now; lost is false without a rule. */
export const statusConditions = ({start, today, lost}: CurrentRange): Readonly<Record<ClientStatus, Sql>> => ({
	new: sql`i.dateInstalled BETWEEN ${start} AND ${today}`,
	active: sql`i.dateLastSeen >= ${start}`,
	lost: lost ? and([isLostOn(today, lost), sql`${reportedLost(lost)} BETWEEN ${start} AND ${today}`]) : raw('false'),
});
