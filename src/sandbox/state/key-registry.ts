import type {KeyUpdate} from '../../contract/license-keys.ts';
import type {KeyFlag} from '../../contract/words.ts';
import {createAppendLog} from './append-log.ts';

/** A license key as it is stored (docs/service.md#key-record), without the figures that are counted from installations. */
export type RegisteredKey = {
	readonly licenseKey: string;
	licenseType: string;
	readonly licenseStatus: Record<KeyFlag, boolean>;
	expiryDate: string | null;
	installQuota: number;
	readonly addedDate: string;
	readonly autoCollected: boolean;
	lastEditedDate: string | null;
	/** User name; that of no account is a user who was removed. */
	lastEditedBy: string | null;
	notes: string;
	/** Place in the registry: what was added later has a greater one. */
	readonly place: number;
};

/** Keys that were sent and accepted, by one user at one time. */
export type KeyBatch = {
	readonly product: number;
	readonly user: string;
	/** `YYYY-MM-DDThh:mm:ss`. */
	readonly at: string;
	readonly keys: readonly KeyUpdate[];
};

export type KeyCounts = {readonly inserted: number; readonly updated: number};

/** The keys of one product, by key, in the order of their places. */
export type ProductKeys = {
	readonly keys: ReadonlyMap<string, RegisteredKey>;
	/** Changes with every write. */
	readonly version: number;
};

/** The key registry: the data's keys, and over them what was written to the log. */
export type KeyRegistry = {
	/** As of now, other processes' writes included. */
	readonly product: (product: number) => ProductKeys;
	readonly write: (batch: KeyBatch) => KeyCounts;
	readonly close: () => void;
};

type Store = {readonly keys: Map<string, RegisteredKey>; version: number};

const createFlags = (flags: KeyUpdate['licenseStatus']): Record<KeyFlag, boolean> => ({
	activated: flags?.activated ?? false,
	blacklisted: flags?.blacklisted ?? false,
	expired: flags?.expired ?? false,
	whitelisted: flags?.whitelisted ?? false,
});

/** Absent fields of a new key get the defaults of the license key record. */
const createKey = (update: KeyUpdate, {at, user}: KeyBatch, place: number): RegisteredKey => ({
	licenseKey: update.licenseKey,
	licenseType: update.licenseType ?? 'unknown',
	licenseStatus: createFlags(update.licenseStatus),
	expiryDate: update.expiryDate ?? null,
	installQuota: update.installQuota ?? 1,
	addedDate: at,
	autoCollected: false,
	lastEditedDate: at,
	lastEditedBy: user,
	notes: update.notes ?? '',
	place,
});

/** Fields that were not sent are left as they are. */
function editKey(key: RegisteredKey, update: KeyUpdate, {at, user}: KeyBatch): void {
	key.licenseType = update.licenseType ?? key.licenseType;
	key.installQuota = update.installQuota ?? key.installQuota;
	key.notes = update.notes ?? key.notes;
	if (update.expiryDate !== undefined) key.expiryDate = update.expiryDate;
	if (update.licenseStatus) Object.assign(key.licenseStatus, update.licenseStatus);
	key.lastEditedDate = at;
	key.lastEditedBy = user;
}

function applyBatch(store: Store, batch: KeyBatch): KeyCounts {
	const before = store.keys.size;
	for (const update of batch.keys) {
		const key = store.keys.get(update.licenseKey);
		if (key) editKey(key, update, batch);
		else store.keys.set(update.licenseKey, createKey(update, batch, store.keys.size));
	}
	store.version++;
	const inserted = store.keys.size - before;
	return {inserted, updated: batch.keys.length - inserted};
}

/** `initial` are the keys that the data has, by product, in the order of their places. */
export function createKeyRegistry(path: string, initial: ReadonlyMap<number, Map<string, RegisteredKey>>): KeyRegistry {
	const stores = new Map<number, Store>(Array.from(initial, ([product, keys]) => [product, {keys, version: 0}]));
	const storeOf = (product: number): Store => {
		const store = stores.get(product) ?? {keys: new Map(), version: 0};
		stores.set(product, store);
		return store;
	};
	const log = createAppendLog<KeyBatch, KeyCounts>(path, batch => applyBatch(storeOf(batch.product), batch));
	return {
		product: product => {
			log.refresh();
			return storeOf(product);
		},
		write: log.append,
		close: log.close,
	};
}
