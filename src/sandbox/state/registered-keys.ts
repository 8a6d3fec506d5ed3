import {dayText, timestampText} from '../../calendar.ts';
import type {Database} from '../store/database.ts';
import type {KeyRow} from '../store/key-row.ts';
import type {RegisteredKey} from './key-registry.ts';

const toKey = (row: KeyRow, place: number): RegisteredKey => ({
	licenseKey: row.licenseKey,
	licenseType: row.licenseType ?? 'unknown',
	licenseStatus: {
		activated: row.activated,
		blacklisted: row.blacklisted,
		expired: row.expired,
		whitelisted: row.whitelisted,
	},
	expiryDate: row.expiryDate === null ? null : dayText(row.expiryDate),
	installQuota: row.installQuota,
	addedDate: timestampText(row.addedDate),
	autoCollected: row.autoCollected,
	lastEditedDate: row.lastEditedDate === null ? null : timestampText(row.lastEditedDate),
	lastEditedBy: row.lastEditedBy,
	notes: row.notes ?? '',
	place,
});

/** Reads the keys of the data by product, in the order of addition. */
export async function loadRegisteredKeys(database: Database): Promise<Map<number, Map<string, RegisteredKey>>> {
	const rows = await database.rows<KeyRow>('SELECT * FROM license_key ORDER BY productId, addedDate, licenseKey');
	const products = new Map<number, Map<string, RegisteredKey>>();
	for (const row of rows) {
		const keys = products.get(row.productId) ?? new Map<string, RegisteredKey>();
		products.set(row.productId, keys.set(row.licenseKey, toKey(row, keys.size)));
	}
	return products;
}

/** Counts the installations of a product by key, once, because the data does not change. */
export function createKeyCounter(database: Database): (product: number) => Promise<ReadonlyMap<string, number>> {
	const counts = new Map<number, Promise<ReadonlyMap<string, number>>>();
	const load = async (product: number) => {
		const rows = await database.rows<{licenseKey: string; installations: number}>(
			'SELECT licenseKey, count(*) AS installations FROM installation WHERE productId = $1 AND licenseKey IS NOT NULL GROUP BY licenseKey',
			[product],
		);
		return new Map(rows.map(row => [row.licenseKey, row.installations]));
	};
	return product => {
		const known = counts.get(product) ?? load(product);
		counts.set(product, known);
		return known;
	};
}
