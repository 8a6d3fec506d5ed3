import type {KeyFilters, licenseKeys} from '../../../contract/license-keys.ts';
import {maxKeysPerPage} from '../../../contract/words.ts';
import type {Assumed} from '../../assumptions/table.ts';
import type {Handler, Service} from '../../handler.ts';
import {matchTexts} from '../../query/regular-expressions.ts';
import type {Account} from '../../state/accounts.ts';
import type {ProductKeys, RegisteredKey} from '../../state/key-registry.ts';
import {type CountedKey, createKeyFilter, type KeySorting, shuffleTies, sortKeys} from './key-selection.ts';
import type {LicenseKeyParts} from './license-keys.ts';

/** Installations that use each key of a product. */
export type KeyCounter = (product: number) => Promise<ReadonlyMap<string, number>>;

const defaultLimit = 100;
/** Lists kept for the next page: one for each of some clients that page at a time. */
const mostLists = 8;

/** Lists by query, as long as nothing is written to their product. */
function createListCache() {
	const kept = new Map<number, {version: number; lists: Map<string, readonly CountedKey[]>}>();
	const listsOf = (product: number, version: number) => {
		const current = kept.get(product);
		if (current?.version === version) return current.lists;
		const lists = new Map<string, readonly CountedKey[]>();
		kept.set(product, {version, lists});
		return lists;
	};
	return async (product: number, version: number, name: string, make: () => Promise<readonly CountedKey[]>) => {
		const lists = listsOf(product, version);
		const list = lists.get(name) ?? (await make());
		lists.delete(name);
		lists.set(name, list);
		const [oldest] = lists.keys();
		if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest);
		return list;
	};
}

/** Names of the flags as the answer has them (wire-facts 2.3). */
function namedFlags({activated, blacklisted, expired, whitelisted}: RegisteredKey['licenseStatus'], assume: Assumed) {
	return assume['flag-names'] === 'blocked'
		? {activated, blocked: blacklisted, expired, allowed: whitelisted}
		: {activated, blacklisted, expired, whitelisted};
}

/** Who edited it last: null for nobody, empty for a user who was removed. */
function editorOf(user: string | null, accounts: readonly Account[]) {
	if (user === null) return null;
	const account = accounts.find(item => item.user === user);
	return account ? {name: account.name, surname: account.surname, email: account.email} : {};
}

const toRecord = ({key, ...counts}: CountedKey, accounts: readonly Account[], assume: Assumed) => ({
	licenseKey: key.licenseKey,
	licenseType: key.licenseType,
	licenseStatus: namedFlags(key.licenseStatus, assume),
	expiryDate: key.expiryDate,
	installQuota: key.installQuota,
	installCount: counts.installCount,
	overQuotaCount: counts.overQuotaCount,
	addedDate: key.addedDate,
	autoCollected: key.autoCollected,
	lastEditedDate: key.lastEditedDate,
	lastEditedBy: editorOf(key.lastEditedBy, accounts),
	notes: key.notes,
});

/** Keys that the filter on licenseKey leaves to look at: the named ones, or all, in the order of their places. */
function candidates({keys}: ProductKeys, filter: KeyFilters['licenseKey']): readonly RegisteredKey[] {
	if (!filter || filter.type === 'regex') return [...keys.values()];
	const names = new Set(filter.type === 'string' ? [filter.value] : filter.value);
	return Array.from(names, name => keys.get(name))
		.filter(key => key !== undefined)
		.sort((left, right) => left.place - right.place);
}

type Query = {readonly filters: KeyFilters; readonly sorting: KeySorting};

/** Lists keys (service-api.md, POST /licenseKeys/listKeys): filtered, sorted, a page of them. */
export function createKeyLister({
	registry,
	installCounts,
	accounts,
}: LicenseKeyParts): Handler<typeof licenseKeys.list> {
	const cached = createListCache();

	const select = async (product: number, keys: ProductKeys, {filters, sorting}: Query, {database, assume}: Service) => {
		const counts = await installCounts(product);
		const {licenseKey} = filters;
		const pattern = licenseKey?.type === 'regex' ? licenseKey.value : undefined;
		const texts = pattern === undefined ? [] : [...keys.keys.keys()];
		const matched = pattern === undefined ? new Set<string>() : await matchTexts(database, {pattern, texts, assume});
		const counted = candidates(keys, licenseKey).map(key => {
			const installCount = counts.get(key.licenseKey) ?? 0;
			return {key, installCount, overQuotaCount: installCount - key.installQuota};
		});
		const found = counted.filter(createKeyFilter(filters, matched));
		return assume['key-ties'] === 'shuffled' ? shuffleTies(found, sorting) : sortKeys(found, sorting);
	};

	/** The whole list, from the page before where nothing was written since. */
	const listOf = async (product: number, query: Query, service: Service) => {
		const keys = (await registry()).product(product);
		const make = () => select(product, keys, query, service);
		if (service.assume['key-ties'] === 'shuffled') return make();
		return cached(product, keys.version, JSON.stringify(query), make);
	};

	return async ({filters = {}, sorting = {}, paging = {}}, {product}, service) => {
		const list = await listOf(product, {filters, sorting}, service);
		const start = paging.startAt ?? 0;
		const page = list.slice(start, start + Math.min(paging.limit ?? defaultLimit, maxKeysPerPage));
		return {
			returnedKeysCount: page.length,
			matchingKeysCount: list.length,
			results: page.map(key => toRecord(key, accounts, service.assume)),
		};
	};
}
