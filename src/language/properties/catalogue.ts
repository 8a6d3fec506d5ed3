import {type KeyProperty, keyProperties} from '../../contract/key-properties.ts';
import {type Property, properties} from '../../contract/properties.ts';

/** A property of reports or of the key registry, as the language needs it. */
export type Field = {
	readonly name: string;
	/** For people: `Product Version`. */
	readonly title: string;
	readonly kind: Property['kind'];
	readonly nullable: boolean;
	/** Takes regular expressions and patterns in a filter. */
	readonly regex: boolean;
	readonly unit?: Property['unit'];
	/** Numbers are whole by nature, so strict bounds can be moved by one. */
	readonly whole: boolean;
	/** Only whole numbers are accepted at all (key registry). */
	readonly integer: boolean;
	/** Levels (`os.version`) or flags (`licenseStatus.activated`), in API order. */
	readonly parts: readonly string[];
	/** The parts for people, in the same order. */
	readonly partTitles: readonly string[];
	/** The row of the property catalogue; absent in the key registry. */
	readonly property?: Property;
};

/** A field, and the part of it that was named: `geography` and `country`. */
export type Target = {readonly field: Field; readonly part?: string};

/** The fields that one kind of filter can name. */
export type Catalogue = {
	readonly kind: 'report' | 'keys';
	readonly fields: readonly Field[];
	/** By exact name. */
	readonly byName: ReadonlyMap<string, Field>;
	/** By name in lower case, parts and aliases included. A Map, since the words come from users. */
	readonly targets: ReadonlyMap<string, Target>;
	/** The same by friendly name: `product version`, `os version`. They may hold blanks, so only the start of a clause takes them. */
	readonly titles: ReadonlyMap<string, Target>;
	/** Every name that can begin a clause, as it is written. */
	readonly names: readonly string[];
};

const ofReport = (property: Property): Field => ({
	name: property.name,
	title: property.friendlyName,
	kind: property.kind,
	nullable: property.nullable,
	regex: property.kind === 'text',
	...(property.unit ? {unit: property.unit} : {}),
	whole: property.whole ?? false,
	integer: false,
	parts: property.parts ?? [],
	partTitles: property.partNames ?? [],
	property,
});
const ofRegistry = (key: KeyProperty): Field => ({
	name: key.name,
	title: key.friendlyName,
	kind: key.kind,
	nullable: false,
	regex: key.kind === 'text' && key.regex !== false,
	whole: key.whole ?? false,
	integer: key.integer ?? false,
	parts: key.parts ?? [],
	partTitles: key.parts ?? [],
});

/** Short names that people may write; the canonical text does not. */
export const aliases: ReadonlyMap<string, string> = new Map([
	['country', 'geography.country'],
	['continent', 'geography.continent'],
	['usState', 'geography.usState'],
	['events', 'lifetimeEventUsage'],
	['outreach', 'outreachDeliveries'],
	['reachOutDeliveries', 'outreachDeliveries'],
	['licenseStatus.blocked', 'licenseStatus.blacklisted'],
	['licenseStatus.allowed', 'licenseStatus.whitelisted'],
]);

/** The name for people: `OS Version`. */
export const targetTitle = ({field, part}: Target): string =>
	part === undefined ? field.title : (field.partTitles[field.parts.indexOf(part)] ?? part);

export const targetName = ({field, part}: Target): string =>
	part === undefined ? field.name : `${field.name}.${part}`;

/** The name, and the short ones. */
export const namesOf = (target: Target): readonly string[] => {
	const name = targetName(target);
	return [name, ...[...aliases].filter(([, own]) => own === name).map(([alias]) => alias)];
};

const createCatalogue = (kind: Catalogue['kind'], fields: readonly Field[]): Catalogue => {
	const all = fields.flatMap((field): Target[] => [{field}, ...field.parts.map(part => ({field, part}))]);
	const targets = new Map(all.map(target => [targetName(target).toLowerCase(), target]));
	for (const [alias, name] of aliases) {
		const target = targets.get(name.toLowerCase());
		if (target) targets.set(alias.toLowerCase(), target);
	}
	const written = all.filter(({field, part}) => part !== undefined || field.kind !== 'levels').map(targetName);
	// The first of a title wins: a product may call a property of its own as another is called.
	const titles = new Map(all.toReversed().map(target => [targetTitle(target).toLowerCase(), target]));
	const byName = new Map(fields.map(field => [field.name, field]));
	return {kind, fields, byName, targets, titles, names: written};
};

/** `globalFilters` of reports, and what segments can name. */
export const reportCatalogue = createCatalogue('report', properties.map(ofReport));
/** The catalogue, and properties that a product has beside it. */
export const withListed = (catalogue: Catalogue, listed: readonly Property[] = []): Catalogue =>
	catalogue.kind === 'keys' || listed.length === 0
		? catalogue
		: createCatalogue(catalogue.kind, [
				...catalogue.fields,
				...listed.filter(({name}) => !catalogue.targets.has(name.toLowerCase())).map(ofReport),
			]);
/** `filters` of listKeys. */
export const keyCatalogue = createCatalogue('keys', keyProperties.map(ofRegistry));
