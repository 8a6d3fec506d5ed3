import {dayText, timestampText} from '../../calendar.ts';
import type {RegisteredKey} from '../state/key-registry.ts';
import type {Database} from './database.ts';

/** A row of the table `license_key`: days and seconds since 1970-01-01. */
export type KeyRow = {
	readonly productId: number;
	readonly licenseKey: string;
	readonly licenseType: string | null;
	readonly activated: boolean;
	readonly blacklisted: boolean;
	readonly expired: boolean;
	readonly whitelisted: boolean;
	readonly expiryDate: number | null;
	readonly installQuota: number;
	readonly addedDate: number;
	readonly autoCollected: boolean;
	readonly lastEditedDate: number | null;
	readonly lastEditedBy: string | null;
	readonly notes: string | null;
};

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
