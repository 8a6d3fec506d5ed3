import type {Property, PropertyKind} from '../../contract/properties.ts';
import {printLabel, quoteIfNeeded} from '../../language/values/quoting.ts';
import type {Group} from '../../why/breakdown.ts';

/** A property with the expressions that break installations down by it, and that select one of its groups. */
export type BreakdownProperty = {
	/** Such as `geography.country`. */
	readonly name: string;
	/** The expression of `--level` and `--segment-by`. */
	readonly segments: string;
	/** The labels of segments that are not values, with the filters that select the same. */
	readonly filters: ReadonlyMap<string, string>;
};

/** Numbers have no segment for each value, so these are their ranges. Figures that grow with every use describe no kind of installation. */
const cuts: Readonly<Record<string, readonly (readonly [label: string, range: string])[]>> = {
	cpuCores: [
		['up to 2', '..2'],
		['3 to 4', '3..4'],
		['5 to 8', '5..8'],
		['more than 8', '9..'],
	],
	displayCount: [
		['one', '..1'],
		['two', '2..2'],
		['more than two', '3..'],
	],
	ram: [
		['less than 4 GB', '..<4GB'],
		['4 to 8 GB', '4GB..<8GB'],
		['8 to 16 GB', '8GB..<16GB'],
		['16 to 32 GB', '16GB..<32GB'],
		['32 GB or more', '32GB..'],
	],
	resolutionWidth: [
		['less than 1366', '..<1366'],
		['1366 to 1919', '1366..<1920'],
		['1920', '1920..1920'],
		['more than 1920', '1921..'],
	],
	resolutionHeight: [
		['less than 1080', '..<1080'],
		['1080', '1080..1080'],
		['more than 1080', '1081..'],
	],
};

/** Each installation has a value of its own. */
const identifiers: ReadonlySet<string> = new Set(['machineId', 'clientId', 'licenseKey']);

type Item = readonly [label: string, segment: string, filter: string];

const fromItems = (name: string, property: string, items: readonly Item[], nullable: boolean): BreakdownProperty => ({
	name,
	segments: `${property}: ${[...items.map(([label, segment]) => `${printLabel(label, "'")} = ${segment}`), ...(nullable ? ['null'] : [])].join(', ')}`,
	filters: new Map(items.map(([label, , filter]) => [label, filter])),
});

const fromValues = (name: string, nullable: boolean): BreakdownProperty => ({
	name,
	filters: new Map(),
	segments: `${name}: each *${nullable ? ', null' : ''}`,
});

const fromFlags = (property: string, parts: readonly string[]): readonly BreakdownProperty[] =>
	parts.map(part => {
		const items: readonly Item[] = [
			[`is ${part}`, part, `${property}.${part}`],
			[`not ${part}`, `not ${part}`, `not ${property}.${part}`],
		];
		return fromItems(`${property}.${part}`, property, items, false);
	});

const fromBoolean = (name: string): BreakdownProperty => ({
	name,
	segments: `${name}: true, false`,
	filters: new Map(['true', 'false'].map(value => [value, `${name}=${value}`])),
});

function fromRanges(name: string, nullable: boolean): readonly BreakdownProperty[] {
	const items = cuts[name]?.map(([label, range]): Item => [label, range, `${name}=${range}`]);
	return items ? [fromItems(name, name, items, nullable)] : [];
}

/** The breakdowns by a property, by its kind. Properties of other kinds have none. */
const byKind: Partial<Readonly<Record<PropertyKind, (property: Property) => readonly BreakdownProperty[]>>> = {
	text: ({name, nullable}) => [fromValues(name, nullable)],
	levels: ({name, nullable, parts = []}) => parts.map(part => fromValues(`${name}.${part}`, nullable)),
	boolean: ({name}) => [fromBoolean(name)],
	flags: ({name, parts = []}) => fromFlags(name, parts),
	number: ({name, nullable}) => fromRanges(name, nullable),
};

/** Returns the properties, levels and flags that installations can be broken down by, in the given order. */
export const listBreakable = (properties: readonly Property[]): readonly BreakdownProperty[] =>
	properties
		.filter(({name, segmentable}) => segmentable && !identifiers.has(name))
		.flatMap(property => byKind[property.kind]?.(property) ?? []);

/** Returns the filter that selects a group; undefined for joined groups and for what the groups leave. */
export function getGroupFilter(
	{name, filters}: BreakdownProperty,
	{kind, value}: Pick<Group, 'kind' | 'value'>,
): string | undefined {
	if (kind === 'none') return `${name} is null`;
	if (kind !== 'value') return undefined;
	return filters.get(value) ?? `${name}=${quoteIfNeeded(value, "'")}`;
}
