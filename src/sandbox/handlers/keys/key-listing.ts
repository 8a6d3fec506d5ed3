import {renameMembers} from '../../../contract/newer-names.ts';
import type {KeyFilters, licenseKeys} from '../../../contract/operations/license-keys.ts';
import type {Handler, Service} from '../../handler.ts';
import {getFlagName} from '../../options/license-flag-names.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {matchTexts} from '../../query/regular-expressions.ts';
import type {Account} from '../../state/accounts.ts';
import type {KeyRegistry, ProductKeys, RegisteredKey} from '../../state/key-registry.ts';
import {type CountedKey, createKeyFilter, type KeySorting, shuffleTies, sortKeys} from './key-selection.ts';

type KeyCounts = ReadonlyMap<string, number>;

export type KeyListParts = {
	readonly registry: (service: Service) => Promise<KeyRegistry>;
	/** Returns the same map as long as the counts are the same. */
	readonly installCounts: (product: number, service: Service) => Promise<KeyCounts>;
	readonly accounts: readonly Account[];
};

const defaultLimit = 100;

/** Caches the last list of each product for the pages that follow, until one of its keys is written or the clock advances. */
function createListCache() {
	const lists = new Map<
		number,
		{readonly name: string; readonly counts: KeyCounts; readonly list: readonly CountedKey[]}
	>();
	return async (
		product: number,
		{name, counts}: {readonly name: string; readonly counts: KeyCounts},
		make: () => Promise<readonly CountedKey[]>,
	) => {
		const last = lists.get(product);
		if (last?.name === name && last.counts === counts) return last.list;
		const list = await make();
		lists.set(product, {name, counts, list});
		return list;
	};
}

/** Returns null for a key that was never edited, and an empty object for a user who was removed. */
function toEditor(user: string | null, accounts: readonly Account[]) {
	if (user === null) return null;
	const account = accounts.find(item => item.user === user);
	return account ? {name: account.name, surname: account.surname, email: account.email} : {};
}

const toRecord = ({key, ...counts}: CountedKey, accounts: readonly Account[], options: SandboxOptions) => ({
	licenseKey: key.licenseKey,
	licenseType: key.licenseType,
	licenseStatus:
		options['flag-names'] === 'blacklisted'
			? key.licenseStatus
			: renameMembers(key.licenseStatus, flag => getFlagName(flag, options)),
	expiryDate: key.expiryDate,
	installQuota: key.installQuota,
	installCount: counts.installCount,
	overQuotaCount: counts.overQuotaCount,
	addedDate: key.addedDate,
	autoCollected: key.autoCollected,
	lastEditedDate: key.lastEditedDate,
	lastEditedBy: toEditor(key.lastEditedBy, accounts),
	notes: key.notes,
});

/** Returns the keys that the filter on licenseKey can match, in the order of the registry. */
function getCandidates({keys}: ProductKeys, filter: KeyFilters['licenseKey']): readonly RegisteredKey[] {
	if (!filter || filter.type === 'regex') return [...keys.values()];
	const names = new Set(filter.type === 'string' ? [filter.value] : filter.value);
	return Array.from(names, name => keys.get(name))
		.filter(key => key !== undefined)
		.sort((left, right) => left.place - right.place);
}

type Query = {readonly filters: KeyFilters; readonly sorting: KeySorting};

export function createKeyLister({registry, installCounts, accounts}: KeyListParts): Handler<typeof licenseKeys.list> {
	const cached = createListCache();

	const select = async (
		keys: ProductKeys,
		counts: KeyCounts,
		{filters, sorting}: Query,
		{database, options}: Service,
	) => {
		const {licenseKey} = filters;
		const pattern = licenseKey?.type === 'regex' ? licenseKey.value : undefined;
		// One more text, so that an invalid expression is rejected even if there are no keys.
		const texts = ['', ...keys.keys.keys()];
		const matched = pattern === undefined ? new Set<string>() : await matchTexts(database, {pattern, options}, texts);
		const counted = getCandidates(keys, licenseKey).map(key => {
			const installCount = counts.get(key.licenseKey) ?? 0;
			return {key, installCount, overQuotaCount: installCount - key.installQuota};
		});
		const found = counted.filter(createKeyFilter(filters, matched));
		return options['key-ties'] === 'shuffled' ? shuffleTies(found, sorting) : sortKeys(found, sorting);
	};

	const getList = async (product: number, query: Query, service: Service) => {
		const keys = (await registry(service)).product(product);
		const counts = await installCounts(product, service);
		const make = () => select(keys, counts, query, service);
		if (service.options['key-ties'] === 'shuffled') return make();
		return cached(product, {name: `${keys.version} ${JSON.stringify(query)}`, counts}, make);
	};

	return async ({filters = {}, sorting = {}, paging = {}}, {product}, service) => {
		const list = await getList(product, {filters, sorting}, service);
		const start = paging.startAt ?? 0;
		const page = list.slice(start, start + (paging.limit ?? defaultLimit));
		return {
			returnedKeysCount: page.length,
			matchingKeysCount: list.length,
			results: page.map(key => toRecord(key, accounts, service.options)),
		};
	};
}
