import {dayText, timestampSeconds, timestampText} from '../../calendar.ts';
import type {Service} from '../handler.ts';
import type {Database} from '../store/database.ts';
import type {KeyRow} from '../store/key-row.ts';
import {createFlags, createKeyRegistry, type KeyRegistry, type RegisteredKey} from './key-registry.ts';

const toKey = (row: KeyRow, place: number): RegisteredKey => ({
	licenseKey: row.licenseKey,
	licenseType: row.licenseType,
	licenseStatus: createFlags(row),
	expiryDate: row.expiryDate === null ? null : dayText(row.expiryDate),
	installQuota: row.installQuota,
	addedDate: timestampText(row.addedDate),
	autoCollected: row.autoCollected,
	lastEditedDate: row.lastEditedDate === null ? null : timestampText(row.lastEditedDate),
	lastEditedBy: row.lastEditedBy,
	notes: row.notes,
	place,
});

/** In the order of addition. */
type KnownKeys = {
	readonly products: ReadonlyMap<number, Map<string, RegisteredKey>>;
	/** The time at which the next key of the data is added, or undefined if there is none. */
	readonly next: string | undefined;
};

/** Reads the keys added until a time. Later edits are not visible. */
async function loadRegisteredKeys(database: Database, until: string): Promise<KnownKeys> {
	const rows = await database.rows<KeyRow>('SELECT * FROM license_key ORDER BY productId, addedDate, licenseKey');
	const now = timestampSeconds(until);
	const products = new Map<number, Map<string, RegisteredKey>>();
	let next = Number.POSITIVE_INFINITY;
	for (const row of rows) {
		if (row.addedDate > now) {
			next = Math.min(next, row.addedDate);
			continue;
		}
		const keys = products.get(row.productId) ?? new Map<string, RegisteredKey>();
		const edited =
			row.lastEditedDate !== null && row.lastEditedDate > now ? {lastEditedDate: null, lastEditedBy: null} : {};
		products.set(row.productId, keys.set(row.licenseKey, toKey({...row, ...edited}, keys.size)));
	}
	return {products, next: Number.isFinite(next) ? timestampText(next) : undefined};
}

type Moment = Pick<Service, 'database' | 'now'>;

/** Reopens the registry when the clock reaches further keys. */
export function createCurrentRegistry(path: string) {
	let opened: {database: Database; from: string; next: string | undefined; registry: KeyRegistry} | undefined;
	const open = async ({database, now}: Moment): Promise<KeyRegistry> => {
		if (opened?.database === database && now >= opened.from && (opened.next === undefined || now < opened.next))
			return opened.registry;
		const {products, next} = await loadRegisteredKeys(database, now);
		opened?.registry.close();
		opened = {database, from: now, next, registry: createKeyRegistry(path, products)};
		return opened.registry;
	};
	return {open, close: () => opened?.registry.close()};
}

type Counts = {readonly at: string; readonly byProduct: Map<number, Promise<ReadonlyMap<string, number>>>};

async function countByKey(database: Database, product: number): Promise<ReadonlyMap<string, number>> {
	const rows = await database.rows<{licenseKey: string; installations: number}>(
		'SELECT licenseKey, count(*) AS installations FROM installation WHERE productId = $1 AND licenseKey IS NOT NULL GROUP BY licenseKey',
		[product],
	);
	return new Map(rows.map(row => [row.licenseKey, row.installations]));
}

/** Counts the installations of a product by key, once for each time of the clock. */
export function createKeyCounter() {
	const countsOf = new WeakMap<Database, Counts>();
	return (product: number, {database, now}: Moment): Promise<ReadonlyMap<string, number>> => {
		const last = countsOf.get(database);
		const counts: Counts = last?.at === now ? last : {at: now, byProduct: new Map()};
		countsOf.set(database, counts);
		const known = counts.byProduct.get(product) ?? countByKey(database, product);
		counts.byProduct.set(product, known);
		return known;
	};
}
