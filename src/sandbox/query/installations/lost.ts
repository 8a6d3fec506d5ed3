import type {Assumed} from '../../assumptions/assumption-table.ts';
import {and, raw, type Sql, sql} from '../sql-template.ts';
import {isLostOn, type LastContact, type LostRule, reportedLost} from './client-status.ts';

/** Installations that were lost in a range of days (docs/service.md#states). */

export type LostRange = {
	readonly product: number;
	readonly from: number;
	readonly to: number;
	readonly today: number;
};

/** As known today, or as known at the end of the range. */
export function lastContact({product, to, today}: LostRange, assume: Assumed): LastContact {
	if (assume['lost-as-of'] === 'now' || to >= today) return {day: raw('i.dateLastSeen'), join: raw(''), asOf: today};
	return {
		day: raw('coalesce(seen.last, i.dateLastSeen)'),
		join: sql`LEFT JOIN (SELECT installation, max(date) AS last FROM activity WHERE productId = ${product} AND date <= ${to}
			GROUP BY installation) AS seen ON seen.installation = i.installation`,
		asOf: to,
	};
}

/** Selects columns of the lost installations `i` that pass the filters. */
export function lostInstallations(
	columns: Sql,
	range: LostRange,
	{rule, filters, assume}: {readonly rule: LostRule; readonly filters: Sql; readonly assume: Assumed},
): Sql {
	const contact = lastContact(range, assume);
	const conditions = and([
		isLostOn(contact.asOf, rule, contact.day),
		sql`${reportedLost(rule, contact.day)} BETWEEN ${range.from} AND ${range.to}`,
		filters,
	]);
	return sql`SELECT ${columns} FROM installation AS i ${contact.join} WHERE i.productId = ${range.product} AND ${conditions}`;
}
