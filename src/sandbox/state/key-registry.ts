import type {KeyUpdate} from '../../contract/operations/license-keys.ts';
import {type KeyFlag, keyFlags} from '../../contract/request-words.ts';
import {createAppendLog} from './append-log.ts';

/**
 * A license key as it is stored (docs/service.md#key-record), without the figures that are counted from installations.
 */
export type RegisteredKey = {
	readonly licenseKey: string;
	licenseType: string;
	readonly licenseStatus: Record<KeyFlag, boolean>;
	expiryDate: string | null;
	installQuota: number;
	readonly addedDate: string;
	readonly autoCollected: boolean;
	lastEditedDate: string | null;
	/** A user name without an account is a removed user. */
	lastEditedBy: string | null;
	notes: string;
	/** The index in the registry, in the order of addition. */
	readonly place: number;
};

type KeyBatch = {
	readonly product: number;
	readonly user: string;
	/** `YYYY-MM-DDThh:mm:ss`. */
	readonly at: string;
	readonly keys: readonly KeyUpdate[];
};

type KeyCounts = {readonly inserted: number; readonly updated: number};

export type ProductKeys = {
	readonly keys: ReadonlyMap<string, RegisteredKey>;
	/** Changes with every write, and differs from the version of every other registry. */
	readonly version: number;
};

export type KeyRegistry = {
	/** Includes the writes of other processes. */
	readonly product: (product: number) => ProductKeys;
	readonly write: (batch: KeyBatch) => KeyCounts;
	readonly close: () => void;
};

type Store = {readonly keys: Map<string, RegisteredKey>; version: number};

let versions = 0;
const newVersion = () => versions++;

/** An absent flag is false. */
export const createFlags = (flags: KeyUpdate['licenseStatus'] = {}): Record<KeyFlag, boolean> =>
	Object.fromEntries(keyFlags.map(flag => [flag, flags[flag] ?? false])) as Record<KeyFlag, boolean>;

/** Absent fields get the defaults of docs/service.md#key-record. */
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

/** Absent fields keep their values. */
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
	store.version = newVersion();
	const inserted = store.keys.size - before;
	return {inserted, updated: batch.keys.length - inserted};
}

/** `initial` holds the keys of the data by product, in the order of the registry. */
export function createKeyRegistry(path: string, initial: ReadonlyMap<number, Map<string, RegisteredKey>>): KeyRegistry {
	const stores = new Map<number, Store>(
		Array.from(initial, ([product, keys]) => [product, {keys, version: newVersion()}]),
	);
	const getStore = (product: number): Store => {
		const store = stores.get(product) ?? {keys: new Map(), version: newVersion()};
		stores.set(product, store);
		return store;
	};
	const log = createAppendLog<KeyBatch, KeyCounts>(path, batch => applyBatch(getStore(batch.product), batch));
	return {
		product: product => {
			log.refresh();
			return getStore(product);
		},
		write: log.append,
		close: log.close,
	};
}
