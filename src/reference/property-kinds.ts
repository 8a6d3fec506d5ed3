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

/** Describes the kind, for example `number in MB` or `parts (platform, version, edition)`. */
export const describeKind = ({kind, parts, unit}: Property): string =>
	[kinds[kind], unit && `in ${unit}`, parts && `(${parts.join(', ')})`].filter(Boolean).join(' ');
