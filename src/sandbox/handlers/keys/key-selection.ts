import type {KeyFilters} from '../../../contract/operations/license-keys.ts';
import type {RegisteredKey} from '../../state/key-registry.ts';

/** See docs/service.md#list-keys. */

export type CountedKey = {readonly key: RegisteredKey; readonly installCount: number; readonly overQuotaCount: number};

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

export function createKeyFilter(filters: OtherFilters): Predicate {
	const given = Object.entries(filters).flatMap(([name, filter]) => {
		const create = predicates[name as keyof OtherFilters] as (filter: unknown) => Predicate;
		return filter === undefined ? [] : [create(filter)];
	});
	return counted => given.every(predicate => predicate(counted));
}

export type KeySorting = {
	readonly field?: 'addedDate' | 'overQuotaCount' | undefined;
	readonly order?: 'ascending' | 'descending' | undefined;
};

/** Keys with equal sort values keep their order. */
export function sortKeys(keys: readonly CountedKey[], sorting: KeySorting): readonly CountedKey[] {
	const value = ({key, overQuotaCount}: CountedKey) =>
		sorting.field === 'overQuotaCount' ? overQuotaCount : key.addedDate;
	const sign = sorting.order === 'descending' ? -1 : 1;
	const compare = (left: CountedKey, right: CountedKey) => {
		const [one, other] = [value(left), value(right)];
		return one < other ? -sign : one > other ? sign : 0;
	};
	return keys.toSorted(compare);
}

export function shuffle(keys: readonly CountedKey[]): readonly CountedKey[] {
	const ranks = new Map(keys.map(key => [key, Math.random()]));
	return keys.toSorted((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0));
}
