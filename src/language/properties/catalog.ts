import {type KeyProperty, keyProperties} from '../../contract/key-properties.ts';
import {type Property, properties} from '../../contract/properties.ts';

export type Field = {
	readonly name: string;
	readonly title: string;
	readonly kind: Property['kind'];
	readonly nullable: boolean;
	readonly supportsRegex: boolean;
	readonly unit?: Property['unit'];
	/** True if values are always whole, so that `>4` can be sent as `>=5`. */
	readonly whole: boolean;
	/** True if the service accepts whole numbers only (key registry). */
	readonly integer: boolean;
	/** Levels (`os.version`) or flags (`licenseStatus.activated`), in API order. */
	readonly parts: readonly string[];
	readonly partTitles: readonly string[];
	/** Undefined for properties of the key registry. */
	readonly property?: Property;
};

/** A field and, if named, one of its parts: `geography` and `country`. */
export type Target = {readonly field: Field; readonly part?: string};

export type Catalog = {
	readonly kind: 'report' | 'keys' | 'records';
	readonly fields: readonly Field[];
	readonly byName: ReadonlyMap<string, Field>;
	/** By name in lower case, with parts and aliases. A Map, because user input is looked up. */
	readonly targets: ReadonlyMap<string, Target>;
	/** By friendly name in lower case. Friendly names contain spaces, so they are recognized only at the start of a clause. */
	readonly titles: ReadonlyMap<string, Target>;
	readonly names: readonly string[];
};

type Source = Pick<Property, 'name' | 'friendlyName' | 'kind'> & Partial<Property>;

export const createField = (
	{name, friendlyName, kind, nullable = false, unit, whole = false, parts = [], partNames = parts}: Source,
	more: Partial<Field> = {},
): Field => ({
	name,
	title: friendlyName,
	kind,
	nullable,
	supportsRegex: kind === 'text',
	whole,
	integer: false,
	parts,
	partTitles: partNames,
	...(unit ? {unit} : {}),
	...more,
});

const ofReport = (property: Property) => createField(property, {property});
const ofRegistry = (key: KeyProperty) =>
	createField(key, {supportsRegex: key.kind === 'text' && key.regex !== false, integer: key.integer ?? false});

/** Short names, accepted in expressions but not used in canonical text. */
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

export const targetTitle = ({field, part}: Target): string =>
	part === undefined ? field.title : (field.partTitles[field.parts.indexOf(part)] ?? part);

export const targetName = ({field, part}: Target): string =>
	part === undefined ? field.name : `${field.name}.${part}`;

/** Returns a hint for a condition that the API cannot negate. */
export const keepHint = (target: Target): string => {
	const name = targetName(target);
	const isRange = target.field.kind === 'number' || target.field.kind === 'date';
	return isRange ? `write a range to keep: ${name}=low..high` : `list the values to keep: ${name}=a,b`;
};

export const namesOf = (target: Target): readonly string[] => {
	const name = targetName(target);
	return [name, ...[...aliases].filter(([, own]) => own === name).map(([alias]) => alias)];
};

export const createCatalog = (kind: Catalog['kind'], fields: readonly Field[]): Catalog => {
	const all = fields.flatMap((field): Target[] => [{field}, ...field.parts.map(part => ({field, part}))]);
	const targets = new Map(all.map(target => [targetName(target).toLowerCase(), target]));
	for (const [alias, name] of aliases) {
		const target = targets.get(name.toLowerCase());
		if (target) targets.set(alias.toLowerCase(), target);
	}
	const written = all.filter(({field, part}) => part !== undefined || field.kind !== 'levels').map(targetName);
	// The first of equal titles wins: a product may give its own property the name of another.
	const titles = new Map(all.toReversed().map(target => [targetTitle(target).toLowerCase(), target]));
	const byName = new Map(fields.map(field => [field.name, field]));
	return {kind, fields, byName, targets, titles, names: written};
};

export const reportCatalog = createCatalog('report', properties.map(ofReport));
export const withOwnProperties = (catalog: Catalog, listed: readonly Property[] = []): Catalog =>
	catalog.kind !== 'report' || listed.length === 0
		? catalog
		: createCatalog(catalog.kind, [
				...catalog.fields,
				...listed.filter(({name}) => !catalog.targets.has(name.toLowerCase())).map(ofReport),
			]);
export const keyCatalog = createCatalog('keys', keyProperties.map(ofRegistry));
