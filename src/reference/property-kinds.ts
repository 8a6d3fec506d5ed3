import type {Property} from '../contract/properties.ts';

const kinds: Readonly<Record<Property['kind'], string>> = {
	text: 'text',
	number: 'number',
	date: 'date',
	boolean: 'boolean',
	flags: 'flags',
	levels: 'parts',
	eventCount: 'count of events',
	campaigns: 'campaigns',
};

/** Returns `number in MB`, `parts (platform, version, edition)`. */
export const describeKind = ({kind, parts, unit}: Property): string =>
	[kinds[kind], unit && `in ${unit}`, parts && `(${parts.join(', ')})`].filter(Boolean).join(' ');
