import {getProperty, type Property} from '../properties.ts';
import type {Segment} from '../segments.ts';
import {cohortSegments} from '../words.ts';

/** What the schema of one segment cannot say: rules of properties, labels and splits (docs/service.md#segments). */

/** What a request breaks, in the words of client and sandbox, and where. */
export type Fault = {readonly path: readonly (string | number)[]; readonly message: string};

export type Find = (name: string) => Property | undefined;

/** The label of nulls that are given none. */
export const nullLabel = '<NULL>';

/** Types of segments that properties of a kind take. */
const typesByKind: Readonly<Partial<Record<Property['kind'], readonly string[]>>> = {
	text: ['string', 'stringArray', 'regex'],
	levels: ['string', 'stringArray', 'regex'],
	number: ['number', 'numberRange'],
	boolean: ['boolean'],
};

export const isCohort = (name: string): boolean => (cohortSegments as readonly string[]).includes(name);

/** Whether a property segments by that name: `prodVersion`, `os.version`. Undefined for one that only the service may know. */
function isSegmentable(name: string, find: Find): boolean | undefined {
	const [first = '', part, ...more] = name.split('.');
	const property = find(first);
	if (!property) return name === '' || isCohort(name) ? false : undefined;
	const fits = property.kind === 'levels' ? (property.parts ?? []).includes(part ?? '') : part === undefined;
	return property.segmentable && fits && more.length === 0;
}

export const isSplitType = (type: string): type is 'stringArray' | 'regex' =>
	type === 'stringArray' || type === 'regex';

/** Of lists and regular expressions: the label decides where `split` is absent. */
function splitFault(segment: Segment): string | undefined {
	if (!('type' in segment) || !isSplitType(segment.type)) return undefined;
	const {split, segmentLabel, limit} = segment as Extract<Segment, {type: 'regex'}>;
	const splits = split ?? segmentLabel === undefined;
	if (!splits && limit !== undefined) return 'limit goes with split only';
	if (splits && segmentLabel !== undefined) return 'a split segment takes its labels from the data: no segmentLabel';
	return splits || segmentLabel !== undefined ? undefined : `a segment of type ${segment.type} needs a segmentLabel`;
}

/** What a property refuses of a segment. */
function kindFault(segment: Segment, {name, kind}: Property): string | undefined {
	const isTyped = 'type' in segment;
	if (kind === 'flags')
		return isTyped || 'includeNull' in segment ? `a ${name} segment holds a segmentLabel and flags` : undefined;
	if (!isTyped) return 'includeNull' in segment ? undefined : `a segment of ${name} needs a type`;
	return typesByKind[kind]?.includes(segment.type) ? undefined : `${name} takes no segment of type ${segment.type}`;
}

/** The labels that a segment has in the answer, as far as the request decides. */
function labelsOf(segment: Segment): readonly string[] {
	const own = segment.segmentLabel;
	if (own !== undefined) return [own];
	const value =
		'type' in segment && (segment.type === 'string' || segment.type === 'number') ? [String(segment.value)] : [];
	return 'includeNull' in segment && segment.includeNull ? [...value, nullLabel] : value;
}

/** What segments of a property break; `segments` absent: the service takes the top values. */
export function findSegmentFaults(
	name: string,
	segments: readonly Segment[] | undefined,
	find: Find = getProperty,
): readonly Fault[] {
	if (isSegmentable(name, find) === false)
		return [{path: [], message: `${name} is no property to segment this report by`}];
	const property = find(name.split('.')[0] ?? name);
	if (!segments) return property?.kind === 'flags' ? [{path: [], message: `${name} needs segments`}] : [];
	if (segments.length === 0) return [{path: ['segments'], message: `segments of ${name} must not be empty`}];
	const faults = segments.flatMap((segment, index) => {
		const message = (property && kindFault(segment, property)) ?? splitFault(segment);
		return message === undefined ? [] : [{path: ['segments', index], message}];
	});
	const labels = segments.flatMap(labelsOf);
	const twice = labels.find((label, index) => labels.indexOf(label) !== index);
	const message = `the segment label ${JSON.stringify(twice)} comes twice: labels must be unique`;
	return twice === undefined ? faults : [...faults, {path: ['segments'], message}];
}
