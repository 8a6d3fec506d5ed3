import {renameMembers} from '../../../contract/newer-names.ts';
import type {KeyFilters, licenseKeys} from '../../../contract/operations/license-keys.ts';
import type {Handler, Service} from '../../handler.ts';
import {getFlagName} from '../../options/license-flag-names.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {matchTexts} from '../../query/regular-expressions.ts';
import type {Account} from '../../state/accounts.ts';
import type {KeyRegistry, ProductKeys, RegisteredKey} from '../../state/key-registry.ts';
import {type CountedKey, createKeyFilter, type KeySorting, shuffle, sortKeys} from './key-selection.ts';

type KeyCounts = ReadonlyMap<string, number>;

export type KeyListParts = {
	readonly registry: (service: Service) => Promise<KeyRegistry>;
	/** Returns the same map as long as the counts are the same. */
	readonly installCounts: (product: number, service: Service) => Promise<KeyCounts>;
	readonly accounts: readonly Account[];
};

const defaultLimit = 100;

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

/** Returns the keys that the filter on licenseKey matches, in the order of the registry. */
async function findByName(
	{keys}: ProductKeys,
	filter: KeyFilters['licenseKey'],
	{database, options}: Service,
): Promise<readonly RegisteredKey[]> {
	if (!filter) return [...keys.values()];
	const names =
		filter.type === 'regex'
			? // One more text, so that an invalid expression is rejected even if there are no keys.
				await matchTexts(database, {pattern: filter.value, options}, ['', ...keys.keys()])
			: new Set([filter.value].flat());
	return Array.from(names, name => keys.get(name))
		.filter(key => key !== undefined)
		.sort((left, right) => left.place - right.place);
}

type Query = {readonly filters: KeyFilters; readonly sorting: KeySorting};

async function select(
	keys: ProductKeys,
	counts: KeyCounts,
	{filters: {licenseKey, ...filters}, sorting}: Query,
	service: Service,
): Promise<readonly CountedKey[]> {
	const counted = (await findByName(keys, licenseKey, service)).map(key => {
		const installCount = counts.get(key.licenseKey) ?? 0;
		return {key, installCount, overQuotaCount: installCount - key.installQuota};
	});
	const found = counted.filter(createKeyFilter(filters));
	return sortKeys(service.options['key-ties'] === 'shuffled' ? shuffle(found) : found, sorting);
}

type LastList = {readonly name: string; readonly counts: KeyCounts; readonly list: readonly CountedKey[]};

export function createKeyLister({registry, installCounts, accounts}: KeyListParts): Handler<typeof licenseKeys.list> {
	/** By product, for the pages that follow, until a key is written or the clock advances. */
	const lastLists = new Map<number, LastList>();
	const getList = async (product: number, query: Query, service: Service) => {
		const keys = (await registry(service)).product(product);
		const counts = await installCounts(product, service);
		const name = `${keys.version} ${JSON.stringify(query)}`;
		const last = lastLists.get(product);
		const isReused = service.options['key-ties'] !== 'shuffled' && last?.name === name && last.counts === counts;
		const list = isReused ? last.list : await select(keys, counts, query, service);
		lastLists.set(product, {name, counts, list});
		return list;
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
