import {type Property, properties} from '../../../contract/properties.ts';
import type {Assumed} from '../../assumptions/table.ts';
import {groupBy} from '../../query/grouping.ts';

/** Descriptors of productProperties (docs/service.md#properties). */

const customCategory = 'Custom Properties';

/** The listed properties and the custom properties in use. */
const listedProperties = (usedCustom: ReadonlySet<string>): readonly Property[] =>
	properties.flatMap(property => {
		if (property.listed) return [property];
		const listed = {category: customCategory, filterType: 'standard', dataType: 'string'} as const;
		return usedCustom.has(property.name) ? [{...property, listed}] : [];
	});

const parts = ({parts: names = [], partNames = []}: Property, dataType: string) =>
	names.map((name, index) => ({name, friendlyName: partNames[index] ?? name, dataType}));

/** Flags are sub-properties, levels are granularities. */
function partMembers(property: Property): object {
	if (property.kind === 'flags') return {subProperties: parts(property, 'boolean')};
	return property.kind === 'levels' ? {granularityLevels: parts(property, 'string')} : {};
}

/** Members that later servers add. */
const supportMembers = ({kind, nullable}: Property) => ({
	supportsRegex: kind === 'text',
	supportsMeta: kind === 'text' || kind === 'number' || kind === 'levels',
	supportsNull: nullable,
});

const describe = (property: Property, assume: Assumed) => ({
	name: property.name,
	friendlyName: property.friendlyName,
	filterType: property.listed?.filterType,
	dataType: property.listed?.dataType,
	...(property.listed?.units === undefined ? {} : {units: property.listed.units}),
	...partMembers(property),
	...(assume['support-members'] === 'present' ? supportMembers(property) : {}),
});

/** A group with a property that is not described. */
const undescribed = {
	category: 'Power',
	properties: [{name: 'batteryWear', friendlyName: 'Battery wear', filterType: 'currentData', dataType: 'integer'}],
} as const;

/** The groups of productProperties, in the order of the catalogue. */
export function groupProperties(usedCustom: ReadonlySet<string>, assume: Assumed) {
	const groups = groupBy(listedProperties(usedCustom), ({listed}) => listed?.category ?? customCategory);
	const described = Array.from(groups, ([category, members]) => ({
		category,
		properties: members.map(property => describe(property, assume)),
	}));
	return assume.collected === 'more' ? [...described, undescribed] : described;
}
