import {getProperty, type Property} from '../properties.ts';
import {cohortSegments} from '../request-words.ts';

/** Rules on properties, labels and splits that the schema of a segment cannot express (docs/service.md#segments). */

/** An error in a request. Client and sandbox use the same message. */
export type RequestError = {readonly path: readonly (string | number)[]; readonly message: string};

/** The members that these rules read. The type of the schema would be a circular import. */
export type SegmentItem = {
	readonly type?: string;
	readonly value?: unknown;
	readonly split?: boolean | undefined;
	readonly segmentLabel?: string | undefined;
	readonly limit?: number | undefined;
	readonly includeNull?: boolean | undefined;
};

export type Find = (name: string) => Property | undefined;

type LevelsOf<Level> = Readonly<Partial<Record<'level1' | 'level2' | 'level3', Level>>>;

/** Returns the levels of a request, outermost first. */
export const listLevels = <Level>({level1, level2, level3}: LevelsOf<Level>): readonly NonNullable<Level>[] =>
	[level1, level2, level3].filter(level => level != null);

export const nullLabel = '<NULL>';

const typesByKind: Readonly<Partial<Record<Property['kind'], readonly string[]>>> = {
	text: ['string', 'stringArray', 'regex'],
	levels: ['string', 'stringArray', 'regex'],
	number: ['number', 'numberRange'],
	boolean: ['boolean'],
};

export const isCohort = (name: string): boolean => (cohortSegments as readonly string[]).includes(name);

/** Returns undefined if only the service can know the property. `name` is `prodVersion` or `os.version`. */
function isSegmentable(name: string, find: Find): boolean | undefined {
	const [first = '', part, ...more] = name.split('.');
	const property = find(first);
	if (!property) return name === '' || isCohort(name) ? false : undefined;
	const fits = property.kind === 'levels' ? (property.parts ?? []).includes(part ?? '') : part === undefined;
	return property.segmentable && fits && more.length === 0;
}

/** If `split` is absent, a list or regular expression is split unless it has a label. */
function splitError({type = '', split, segmentLabel, limit}: SegmentItem): string | undefined {
	if (type !== 'stringArray' && type !== 'regex') return undefined;
	const splits = split ?? segmentLabel === undefined;
	if (!splits && limit !== undefined) return 'limit requires split';
	if (splits && segmentLabel !== undefined) return 'a split segment takes its labels from the data: omit segmentLabel';
	return splits || segmentLabel !== undefined ? undefined : `a segment of type ${type} needs a segmentLabel`;
}

function kindError({type, includeNull}: SegmentItem, {name, kind}: Property): string | undefined {
	const isAlone = type === undefined && includeNull === undefined;
	if (kind === 'flags') return isAlone ? undefined : `a segment of ${name} needs a segmentLabel and flags`;
	if (type === undefined) return isAlone ? `a segment of ${name} needs a type` : undefined;
	return typesByKind[kind]?.includes(type) ? undefined : `${name} does not support segments of type ${type}`;
}

/** Returns the labels that the request determines for a segment in the response. */
export function labelsOf({type, value, segmentLabel, includeNull}: SegmentItem): readonly string[] {
	if (segmentLabel !== undefined) return [segmentLabel];
	const named = type === 'string' || type === 'number' ? [String(value)] : [];
	return includeNull ? [...named, nullLabel] : named;
}

/** Without `segments` the service chooses the top values. */
export function findSegmentErrors(
	name: string,
	segments: readonly SegmentItem[] | undefined,
	find: Find = getProperty,
): readonly RequestError[] {
	if (isSegmentable(name, find) === false) return [{path: [], message: `this report cannot be segmented by ${name}`}];
	const property = find(name.split('.')[0] ?? name);
	if (!segments) return property?.kind === 'flags' ? [{path: [], message: `${name} needs segments`}] : [];
	if (segments.length === 0) return [{path: ['segments'], message: `segments of ${name} cannot be empty`}];
	const errors = segments.flatMap((segment, index) => {
		const message = (property && kindError(segment, property)) ?? splitError(segment);
		return message === undefined ? [] : [{path: ['segments', index], message}];
	});
	const labels = segments.flatMap(labelsOf);
	const twice = labels.find((label, index) => labels.indexOf(label) !== index);
	const message = `the segment label ${JSON.stringify(twice)} is used twice; labels must be unique`;
	return twice === undefined ? errors : [...errors, {path: ['segments'], message}];
}
