import {addDays, dayText} from '../calendar.ts';
import type {SandboxOptions} from './options/option-table.ts';
import type {Database} from './store/database.ts';

export type Product = {
	readonly id: number;
	readonly name: string;
	/** The earliest start date that the plan allows, `YYYY-MM-DD`. */
	readonly oldestDate: string;
};

export function getOldestDate(
	{oldestDate: fixed}: Product,
	today: string,
	{'oldest-days': days}: SandboxOptions,
): string {
	const moving = days === 0 ? fixed : addDays(today, 1 - days);
	return moving > fixed ? moving : fixed;
}

export async function loadProducts(database: Database): Promise<readonly Product[]> {
	const rows = await database.rows<{productId: number; name: string; oldest: number}>(
		'SELECT productId, name, oldestReportedDate AS oldest FROM product ORDER BY productId',
	);
	return rows.map(({productId, name, oldest}) => ({id: productId, name, oldestDate: dayText(oldest)}));
}
