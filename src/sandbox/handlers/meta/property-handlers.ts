import type {meta} from '../../../contract/operations/meta.ts';
import {type Property, properties, propertyNames} from '../../../contract/properties.ts';
import {groupBy} from '../../../text/group-by.ts';
import type {Handlers} from '../../handler.ts';
import {capitalize, getFlagName} from '../../options/license-flag-names.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {undocumentedProperties} from '../../query/more-properties.ts';
import type {Database} from '../../store/database.ts';
import {listPropertyValues} from './property-values-handler.ts';

const customCategory = 'Custom Properties';

const listedProperties = (customProperties: ReadonlySet<string>): readonly Property[] =>
	properties.flatMap(property => {
		if (property.listed) return [property];
		const listed = {category: customCategory, filterType: 'standard', dataType: 'string'} as const;
		return customProperties.has(property.name) ? [{...property, listed}] : [];
	});

const parts = ({parts: names = [], partNames = []}: Property, dataType: string) =>
	names.map((name, index) => ({name, friendlyName: partNames[index] ?? name, dataType}));

const flagParts = (property: Property, options: SandboxOptions) =>
	parts(property, 'boolean').map(part => {
		const name = getFlagName(part.name, options);
		return name === part.name ? part : {...part, name, friendlyName: capitalize(name)};
	});

function partMembers(property: Property, options: SandboxOptions): object {
	if (property.kind === 'flags') return {subProperties: flagParts(property, options)};
	return property.kind === 'levels' ? {granularityLevels: parts(property, 'string')} : {};
}

/** Newer servers add these members. */
const supportMembers = ({kind, nullable}: Property) => ({
	supportsRegex: kind === 'text',
	supportsMeta: kind === 'text' || kind === 'number' || kind === 'levels',
	supportsNull: nullable,
});

const describe = (property: Property, options: SandboxOptions) => ({
	name: property.name,
	friendlyName: property.friendlyName,
	filterType: property.listed?.filterType,
	dataType: property.listed?.dataType,
	...(property.listed?.units === undefined ? {} : {units: property.listed.units}),
	...partMembers(property, options),
	...(options['support-members'] === 'present' ? supportMembers(property) : {}),
});

export function groupProperties(customProperties: ReadonlySet<string>, options: SandboxOptions) {
	const undocumented = options.collected === 'more' ? undocumentedProperties : [];
	const groups = groupBy(
		[...listedProperties(customProperties), ...undocumented],
		({listed}) => listed?.category ?? customCategory,
	);
	return Array.from(groups, ([category, members]) => ({
		category,
		properties: members.map(property => describe(property, options)),
	}));
}

const customNames = propertyNames('text').filter(name => /^C\d\d$/.test(name));

async function getUsedCustom(database: Database, product: number): Promise<ReadonlySet<string>> {
	const counts = customNames.map(name => `count("${name}") AS "${name}"`).join(', ');
	const [row] = await database.rows<Record<string, number>>(
		`SELECT ${counts} FROM property_span WHERE productId = $1`,
		[product],
	);
	return new Set(customNames.filter(name => (row?.[name] ?? 0) > 0));
}

/** See docs/service.md#properties. */
export const metaHandlers: Handlers<typeof meta> = {
	productProperties: async (_input, {product}, {database, options}) => ({
		results: groupProperties(
			options.collected === 'custom' ? await getUsedCustom(database, product) : new Set(),
			options,
		),
	}),
	propertyValues: listPropertyValues,
	oldestReportedDate: async (_input, {oldestDate}) => ({oldestDate}),
};
