import {continentNames, countriesOf, usStates} from '../../contract/geography.ts';
import {systemLanguages} from './values/languages.ts';
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

/** Returns all values that the service knows, also those that no installation has. ICU names countries and languages; it takes long to load. */
export function listPropertyValues(): readonly Value[] {
	const namesOf = (type: 'region' | 'language', codes: readonly string[]) => {
		const names = new Intl.DisplayNames(['en'], {type});
		return codes.map(code => [code, names.of(code) ?? code] as const);
	};
	return [
		...systemValues('platform', everySystem),
		...systemValues('version', everySystem),
		...systemValues('edition', everySystem),
		...named('osLanguage', namesOf('language', systemLanguages)),
		...named('geography.continent', continentNames),
		...named('geography.country', namesOf('region', [...countriesOf.values()].flat())),
		...Array.from(usStates, ([code, fullName]) => ({property: 'geography.usState', value: `US-${code}`, fullName})),
	];
}
