import {continents, usStates} from './values/countries.ts';
import {languages} from './values/languages.ts';
import type {ProductProfile} from './values/product-profiles.ts';
import {type System, systems, uncollectedSystems} from './values/systems.ts';
import {seedEvents} from './values/tracked-events.ts';

export const productRow = ({productId, name, oldest, overQuotaFrom}: ProductProfile, today: number) => ({
	productId,
	name,
	oldestReportedDate: oldest,
	overQuota: today >= overQuotaFrom,
});

export const eventRows = ({productId, events}: ProductProfile) =>
	seedEvents.slice(0, events).map(({category, name, advanced}, index) => ({
		productId,
		event: index + 1,
		category,
		name,
		advanced,
	}));

type Value = {
	readonly property: string;
	readonly value: string;
	readonly shortName?: string | null;
	readonly fullName?: string;
};

function systemValues(part: 'platform' | 'version' | 'edition', rows: readonly System[]): readonly Value[] {
	const found = new Map<string, Value>();
	for (const system of rows) {
		const value = system[part];
		const shortName = part === 'platform' ? value : system.shortName;
		if (value !== null && !found.has(value)) found.set(value, {property: `os.${part}`, value, shortName});
	}
	return [...found.values()];
}

const named = (property: string, values: Iterable<readonly [string, string]>): readonly Value[] =>
	[...values].map(([value, fullName]) => ({property, value, fullName}));

const everySystem = [...systems, ...uncollectedSystems];

/** Includes values that no installation has. */
export const propertyValueRows: readonly Value[] = [
	...systemValues('platform', everySystem),
	...systemValues('version', everySystem),
	...systemValues('edition', everySystem),
	...named('osLanguage', languages),
	...named(
		'geography.continent',
		continents.map(({code, name}) => [code, name] as const),
	),
	...named(
		'geography.country',
		continents.flatMap(({countries}) => [...countries]),
	),
	...named('geography.usState', usStates),
];
