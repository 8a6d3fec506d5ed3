import {dayOf, type Family, type Installation, type Values, valueIn} from './model.ts';

/** `globalFilters` as the specification words them, one property at a time. */

// biome-ignore lint/suspicious/noExplicitAny: wire JSON of many shapes, read as the text of the law reads it
type Wire = any;

const isText = (value: unknown): value is string => typeof value === 'string';

function textMatches(filter: Wire, value: unknown): boolean {
	if (value === null) return filter.includeNull === true;
	if (filter.type === undefined) return filter.includeNull === false;
	if (filter.type === 'string') return value === filter.value;
	if (filter.type === 'stringArray') return filter.value.some((item: string) => item === value);
	return isText(value) && new RegExp(filter.value, 'u').test(value);
}

function numberMatches(filter: Wire, value: unknown): boolean {
	if (value === null) return filter.includeNull === true;
	if (filter.type === 'number') return value === filter.value;
	if (filter.type !== 'numberRange') return filter.includeNull === false;
	return (
		(filter.min === undefined || Number(value) >= filter.min) &&
		(filter.max === undefined || Number(value) <= filter.max)
	);
}

function dateMatches(filter: Wire, day: number): boolean {
	if (filter.value !== undefined) return day === dayOf(filter.value);
	return (
		(filter.min === undefined || day >= dayOf(filter.min)) && (filter.max === undefined || day <= dayOf(filter.max))
	);
}

/** Flags within an object are ANDed, objects ORed. */
const flagsMatch = (filter: Wire, flag: (name: string) => unknown) =>
	filter.some((wanted: Record<string, boolean>) => Object.entries(wanted).every(([name, on]) => flag(name) === on));

/** "Null country matches only clients whose continent is known but country is not", and so on. */
function levelIsNull(property: string, level: string, get: (name: string) => unknown): boolean {
	if (get(`${property}.${level}`) !== null) return false;
	if (property !== 'geography') return true;
	if (level === 'country') return get('geography.continent') !== null;
	if (level === 'usState') return get('geography.continent') !== null && get('geography.country') === 'US';
	return true;
}

/** Levels are alternatives; `includeNull` sits inside a level. */
function levelsMatch(property: string, filter: Wire, get: (name: string) => unknown): boolean {
	return Object.entries(filter).some(([level, wanted]: [string, Wire]) => {
		if (level === 'type') return false;
		const value = get(`${property}.${level}`);
		const nested = typeof wanted === 'object' && !Array.isArray(wanted);
		const listed = nested ? wanted.value : wanted;
		if (nested && wanted.includeNull === true && levelIsNull(property, level, get)) return true;
		if (nested && listed === undefined && wanted.includeNull === false && value !== null) return true;
		return value !== null && (Array.isArray(listed) ? listed.includes(value) : listed === value);
	});
}

const within = (total: number, {min, max}: Wire) =>
	(min === undefined || total >= min) && (max === undefined || total <= max);

function eventUsageMatches(filter: Wire, installation: Installation): boolean {
	const wanted = filter.combiArray ?? [
		{categoryType: 'string', nameType: 'string', category: filter.category, name: filter.name},
	];
	const part = (type: string, pattern: string | null, value: string | null) =>
		type === 'regex' ? value !== null && new RegExp(pattern ?? '', 'u').test(value) : value === pattern;
	const matched = installation.lifetime.filter(event =>
		wanted.some(
			(item: Wire) =>
				part(item.categoryType, item.category, event.category) && part(item.nameType, item.name, event.name),
		),
	);
	return within(
		matched.reduce((sum, event) => sum + event.count, 0),
		filter,
	);
}

const outreachMatches = (filter: Wire, installation: Installation) =>
	filter.some((wanted: Wire) =>
		['auto', 'manual'].every(kind => {
			const {delivered = [], undelivered = []} = wanted[kind] ?? {};
			const got = (campaign: string) => installation.delivered.has(`${kind}/${campaign}`);
			return delivered.every(got) && !undelivered.some(got);
		}),
	);

const dates: Readonly<Record<string, (installation: Installation) => number>> = {
	dateInstalled: ({installed}) => installed,
	dateLastSeen: ({lastSeen}) => lastSeen,
};
const numbers = new Set(
	'cpuCores displayCount ram resolutionWidth resolutionHeight lifetimeRuntimeMinutes lifetimeSessionCount screenPpi javaVmRam'.split(
		' ',
	),
);

function oneMatches(name: string, filter: Wire, installation: Installation, get: (name: string) => unknown): boolean {
	if (name in dates) return dateMatches(filter, (dates[name] as (installation: Installation) => number)(installation));
	if (name === 'touchScreen') return get(name) === filter.value;
	if (name === 'licenseStatus' || name === 'optOut' || name === 'backOff')
		return flagsMatch(filter, flag => get(`${name}.${flag}`));
	if (name === 'os' || name === 'geography' || name === 'gpu') return levelsMatch(name, filter, get);
	if (name === 'lifetimeEventUsage') return eventUsageMatches(filter, installation);
	if (name === 'outreachDeliveries') return outreachMatches(filter, installation);
	return numbers.has(name) ? numberMatches(filter, get(name)) : textMatches(filter, get(name));
}

/** True when the installation passes every filter, by the value basis of the report. */
export const passes = (filters: Wire, installation: Installation, family: Family, at?: Values): boolean =>
	Object.entries(filters ?? {}).every(([name, filter]) =>
		oneMatches(name, filter, installation, property => valueIn(family, installation, property, at)),
	);
