import {renameMembers} from '../../../contract/newer-names.ts';
import type {KeyFilters, licenseKeys} from '../../../contract/operations/license-keys.ts';
import type {Handler, Service} from '../../handler.ts';
import {getFlagName} from '../../options/license-flag-names.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {matchTexts} from '../../query/regular-expressions.ts';
import type {Account} from '../../state/accounts.ts';
import type {KeyRegistry, ProductKeys, RegisteredKey} from '../../state/key-registry.ts';

/** See docs/service.md#list-keys. */

type CountedKey = {readonly key: RegisteredKey; readonly installCount: number; readonly overQuotaCount: number};

type Range = {readonly min?: string | number | undefined; readonly max?: string | number | undefined};

const isWithin = (value: string | number, {min, max}: Range) =>
	(min === undefined || value >= min) && (max === undefined || value <= max);

/** Compares a date by its day. A key without the date matches no filter. */
function matchDay(filter: NonNullable<KeyFilters['addedDate']>, date: string | null): boolean {
	const day = date?.slice(0, 10);
	if (day === undefined) return false;
	return filter.type === 'date' ? day === filter.value : isWithin(day, filter);
}

type Predicate = (counted: CountedKey) => boolean;

type OtherFilters = Omit<KeyFilters, 'licenseKey'>;

const predicates: {
	readonly [Name in keyof Required<OtherFilters>]: (filter: NonNullable<OtherFilters[Name]>) => Predicate;
} = {
	addedDate: filter => counted => matchDay(filter, counted.key.addedDate),
	expiryDate: filter => counted => matchDay(filter, counted.key.expiryDate),
	autoCollected: filter => counted => counted.key.autoCollected === filter,
	overQuotaCount: filter => counted =>
		filter.type === 'number' ? counted.overQuotaCount === filter.value : isWithin(counted.overQuotaCount, filter),
	licenseType: filter => {
		const wanted = new Set([filter.value].flat());
		return ({key}) => wanted.has(key.licenseType);
	},
	licenseStatus: alternatives => {
		const wanted = alternatives.map(flags => Object.entries(flags).filter(([, value]) => value !== undefined));
		return ({key}) =>
			wanted.some(flags => flags.every(([flag, value]) => key.licenseStatus[flag as 'activated'] === value));
	},
};

function createKeyFilter(filters: OtherFilters): Predicate {
	const given = Object.entries(filters).flatMap(([name, filter]) => {
		const create = predicates[name as keyof OtherFilters] as (filter: unknown) => Predicate;
		return filter === undefined ? [] : [create(filter)];
	});
	return counted => given.every(predicate => predicate(counted));
}

type KeySorting = {
	readonly field?: 'addedDate' | 'overQuotaCount' | undefined;
	readonly order?: 'ascending' | 'descending' | undefined;
};

/** Keys with equal sort values keep their order. */
function sortKeys(keys: readonly CountedKey[], sorting: KeySorting): readonly CountedKey[] {
	const value = ({key, overQuotaCount}: CountedKey) =>
		sorting.field === 'overQuotaCount' ? overQuotaCount : key.addedDate;
	const sign = sorting.order === 'descending' ? -1 : 1;
	const compare = (left: CountedKey, right: CountedKey) => {
		const [one, other] = [value(left), value(right)];
		return one < other ? -sign : one > other ? sign : 0;
	};
	return keys.toSorted(compare);
}

function shuffle(keys: readonly CountedKey[]): readonly CountedKey[] {
	const ranks = new Map(keys.map(key => [key, Math.random()]));
	return keys.toSorted((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0));
}

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
