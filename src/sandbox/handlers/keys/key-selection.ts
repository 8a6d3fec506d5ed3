import type {KeyFilters} from '../../../contract/license-keys.ts';
import type {RegisteredKey} from '../../state/key-registry.ts';

/** Which keys listKeys gives, and in which order (service-api.md, listKeys). */

/** A key with the figures that are counted. */
export type CountedKey = {readonly key: RegisteredKey; readonly installCount: number; readonly overQuotaCount: number};

type Predicate = (counted: CountedKey) => boolean;
type Range = {readonly min?: string | number | undefined; readonly max?: string | number | undefined};

const isWithin = (value: string | number, {min, max}: Range) =>
	(min === undefined || value >= min) && (max === undefined || value <= max);

/** A date is compared by its day; a key without one matches no filter on it. */
function matchDay(filter: NonNullable<KeyFilters['addedDate']>, date: string | null): boolean {
	const day = date?.slice(0, 10);
	if (day === undefined) return false;
	return filter.type === 'date' ? day === filter.value : isWithin(day, filter);
}

/** One predicate for each member; `matched` are the keys that the regular expression of the filter matches. */
const predicates: {
	readonly [Name in keyof Required<KeyFilters>]: (
		filter: NonNullable<KeyFilters[Name]>,
		matched: ReadonlySet<string>,
	) => Predicate;
} = {
	licenseKey: (filter, matched) => {
		if (filter.type === 'regex') return ({key}) => matched.has(key.licenseKey);
		const wanted = new Set(filter.type === 'string' ? [filter.value] : filter.value);
		return ({key}) => wanted.has(key.licenseKey);
	},
	addedDate:
		filter =>
		({key}) =>
			matchDay(filter, key.addedDate),
	expiryDate:
		filter =>
		({key}) =>
			matchDay(filter, key.expiryDate),
	autoCollected:
		filter =>
		({key}) =>
			key.autoCollected === filter,
	overQuotaCount:
		filter =>
		({overQuotaCount}) =>
			filter.type === 'number' ? overQuotaCount === filter.value : isWithin(overQuotaCount, filter),
	licenseType: filter => {
		const wanted = new Set(filter.type === 'string' ? [filter.value] : filter.value);
		return ({key}) => wanted.has(key.licenseType);
	},
	licenseStatus: alternatives => {
		const wanted = alternatives.map(flags => Object.entries(flags).filter(([, value]) => value !== undefined));
		return ({key}) =>
			wanted.some(flags => flags.every(([flag, value]) => key.licenseStatus[flag as 'activated'] === value));
	},
};

/** True for a key that all given members match. */
export function createKeyFilter(filters: KeyFilters, matched: ReadonlySet<string>): Predicate {
	const given = Object.entries(filters).flatMap(([name, filter]) => {
		const create = predicates[name as keyof KeyFilters] as (filter: unknown, matched: ReadonlySet<string>) => Predicate;
		return filter === undefined ? [] : [create(filter, matched)];
	});
	return counted => given.every(predicate => predicate(counted));
}

export type KeySorting = {
	readonly field?: 'addedDate' | 'overQuotaCount' | undefined;
	readonly order?: 'ascending' | 'descending' | undefined;
};

/** Sorted as asked; keys that sort equal stay in the order they came in. */
export function sortKeys(keys: readonly CountedKey[], sorting: KeySorting): readonly CountedKey[] {
	const value = ({key, overQuotaCount}: CountedKey) =>
		sorting.field === 'overQuotaCount' ? overQuotaCount : key.addedDate;
	const sign = sorting.order === 'descending' ? -1 : 1;
	const compare = (left: CountedKey, right: CountedKey) => {
		const [one, other] = [value(left), value(right)];
		return one < other ? -sign : one > other ? sign : 0;
	};
	// Keys come in the order of their adding, mostly: looking is cheaper than sorting.
	const sorted = keys.every((key, index) => index === 0 || compare(keys[index - 1] as CountedKey, key) <= 0);
	return sorted ? keys : [...keys].sort(compare);
}

/** In an order that is another one each time. */
export function shuffleTies(keys: readonly CountedKey[], sorting: KeySorting): readonly CountedKey[] {
	const shuffled = keys.map(key => ({key, rank: Math.random()})).sort((left, right) => left.rank - right.rank);
	return sortKeys(
		shuffled.map(({key}) => key),
		sorting,
	);
}
