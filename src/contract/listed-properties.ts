import {getProperty, type Property, type PropertyKind} from './properties.ts';

/**
 * Properties that the service lists and the catalogue does not have: products have properties of their own, and later
 * servers more (docs/service.md#properties).
 */

type Part = {readonly name: string; readonly friendlyName?: string | undefined};
/** A property as the service describes it. */
export type Descriptor = Part & {
	readonly filterType?: string | undefined;
	readonly dataType?: string | undefined;
	readonly supportsNull?: boolean | undefined;
	readonly subProperties?: readonly Part[] | undefined;
	readonly granularityLevels?: readonly Part[] | undefined;
};

/** The kinds that a property outside the catalogue can have; the others have a form of their own. */
type ListedKind = Exclude<PropertyKind, 'eventCount' | 'campaigns'>;

/** The words for types; those beside `string` and `numeric` are guesses. */
const kinds: ReadonlyMap<string, ListedKind> = new Map([
	['string', 'text'],
	['text', 'text'],
	['numeric', 'number'],
	['number', 'number'],
	['integer', 'number'],
	['boolean', 'boolean'],
	['date', 'date'],
]);

function kindOf({dataType = '', subProperties = [], granularityLevels = []}: Descriptor): ListedKind | undefined {
	if (granularityLevels.length > 0) return 'levels';
	return subProperties.length > 0 ? 'flags' : kinds.get(dataType.toLowerCase());
}

/** A name that an expression can hold. */
const isWritable = (name: string) => /^\w+$/.test(name) && !/^(?:and|or|not|in|is|null)$/i.test(name);

/** A property outside the catalogue. Every report takes it as far as is known, and it may be null. */
export const makeProperty = (name: string, kind: ListedKind, face: Partial<Property> = {}): Property => ({
	name,
	friendlyName: name,
	kind,
	nullable: kind !== 'boolean' && kind !== 'date' && kind !== 'flags',
	sets: ['full', 'event'],
	history: false,
	segmentable: kind !== 'date' && kind !== 'flags',
	...face,
});

/** The property of a descriptor; undefined where the catalogue has it, and where its type is not known here. */
export function readListed(descriptor: Descriptor): Property | undefined {
	const {name, friendlyName = name, supportsNull, subProperties = [], granularityLevels = []} = descriptor;
	const kind = kindOf(descriptor);
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
