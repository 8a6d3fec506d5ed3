import {dayText} from '../calendar.ts';
import type {Database} from './store/database.ts';

/** A product of the sandbox. */
export type Product = {
	readonly id: number;
	readonly name: string;
	/** Oldest start date that the plan permits, `YYYY-MM-DD`. */
	readonly oldestDate: string;
};

/** Reads the products in the order of their ids. */
export async function loadProducts(database: Database): Promise<readonly Product[]> {
	const rows = await database.rows<{productId: number; name: string; oldest: number}>(
		'SELECT productId, name, oldestReportedDate AS oldest FROM product ORDER BY productId',
	);
	return rows.map(({productId, name, oldest}) => ({id: productId, name, oldestDate: dayText(oldest)}));
}
