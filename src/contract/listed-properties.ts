import {getProperty, type Property, type PropertyKind} from './properties.ts';

/**
 * Properties that the service lists but the catalog does not have: products define their own, and newer servers add some
 * (docs/service.md#properties).
 */

type Part = {readonly name: string; readonly friendlyName?: string | undefined};
export type Descriptor = Part & {
	readonly filterType?: string | undefined;
	readonly dataType?: string | undefined;
	readonly supportsNull?: boolean | undefined;
	readonly subProperties?: readonly Part[] | undefined;
	readonly granularityLevels?: readonly Part[] | undefined;
};

type ListedKind = Exclude<PropertyKind, 'eventCount' | 'campaigns'>;

/** Kinds by type name. Only `string` and `numeric` are documented; the others are guesses. */
const kinds: ReadonlyMap<string, ListedKind> = new Map([
	['string', 'text'],
	['text', 'text'],
	['numeric', 'number'],
	['number', 'number'],
	['integer', 'number'],
	['boolean', 'boolean'],
	['date', 'date'],
]);

function getKind({dataType = '', subProperties = [], granularityLevels = []}: Descriptor): ListedKind | undefined {
	if (granularityLevels.length > 0) return 'levels';
	return subProperties.length > 0 ? 'flags' : kinds.get(dataType.toLowerCase());
}

const isWritable = (name: string) => /^\w+$/.test(name) && !/^(?:and|or|not|in|is|null)$/i.test(name);

/** Creates a property outside the catalog. Nothing is known about it, so that every report and null are allowed. */
export const makeProperty = (name: string, kind: ListedKind, others: Partial<Property> = {}): Property => ({
	name,
	friendlyName: name,
	kind,
	nullable: kind !== 'boolean' && kind !== 'date' && kind !== 'flags',
	sets: ['full', 'event'],
	history: false,
	segmentable: kind !== 'date' && kind !== 'flags',
	...others,
});

/** Returns undefined if the catalog has the property or its type is unknown. */
export function readListed(descriptor: Descriptor): Property | undefined {
	const {name, friendlyName = name, supportsNull, subProperties = [], granularityLevels = []} = descriptor;
	const kind = getKind(descriptor);
	if (kind === undefined || getProperty(name) || !isWritable(name)) return undefined;
	const parts = [...granularityLevels, ...subProperties];
	return makeProperty(name, kind, {
		friendlyName,
		...(supportsNull === undefined ? {} : {nullable: supportsNull}),
		...(parts.length === 0
			? {}
			: {parts: parts.map(part => part.name), partNames: parts.map(part => part.friendlyName ?? part.name)}),
	});
}
