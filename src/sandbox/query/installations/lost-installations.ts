import {and, type Sql, sql} from '../sql-template.ts';
import {isLostOn, type LostRule, reportedLost} from './client-status.ts';

export type LostRange = {
	readonly product: number;
	readonly from: number;
	readonly to: number;
	readonly today: number;
};

/**
 * Selects columns of the lost installations `i` (docs/service.md#states). An installation that came back is not lost.
 */
export function lostInstallations(
	columns: Sql,
	{product, from, to, today}: LostRange,
	{rule, filters}: {readonly rule: LostRule; readonly filters: Sql},
): Sql {
	const conditions = and([isLostOn(today, rule), sql`${reportedLost(rule)} BETWEEN ${from} AND ${to}`, filters]);
	return sql`SELECT ${columns} FROM installation AS i WHERE i.productId = ${product} AND ${conditions}`;
}
