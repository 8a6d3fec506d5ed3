import type {EventReference} from '../../contract/event-reference.ts';
import {isCohort} from '../../contract/rules/segment-rules.ts';
import type {Range} from '../../output/dataset.ts';

/** Returns the range in the names of the API. */
export const toDates = ({first, last}: Range) => ({startDate: first, stopDate: last});

type Segments = readonly {
	readonly type?: string;
	readonly value?: unknown;
	readonly limit?: number;
	readonly min?: number;
	readonly max?: number;
	readonly includeNull?: boolean;
}[];

export type ReportRequest = {
	readonly startDate: string;
	readonly stopDate?: string;
	readonly clientStatus?: readonly string[];
	readonly dateSplit?: string | null;
	readonly daysUntilDeclaredLost?: number;
	readonly dateReportedLost?: string;
	readonly events?: readonly EventReference[];
	readonly segmentBy?: string;
	readonly segments?: Segments;
	readonly levels?: Readonly<Record<string, {readonly property: string; readonly segments: Segments} | undefined>>;
};

/**
 * Returns the segment limit of each property. Ignores a limit if the property has other items too, since
 * these may add labels. Of a property on two levels, uses the first.
 */
export function getSegmentLimits({segmentBy, segments = [], levels = {}}: ReportRequest): ReadonlyMap<string, number> {
	const groups = [...Object.values(levels), ...(segmentBy === undefined ? [] : [{property: segmentBy, segments}])];
	const limits = new Map<string, number | undefined>();
	for (const group of groups) {
		if (!group || limits.has(group.property)) continue;
		const [item, ...others] = group.segments;
		limits.set(group.property, others.length === 0 ? item?.limit : undefined);
	}
	return new Map([...limits].flatMap(([name, limit]) => (limit === undefined ? [] : [[name, limit] as const])));
}

const isWhole = (segments: Segments): boolean =>
	segments.some(({type, value, limit}) => type === 'boolean' || (type === 'regex' && value === '.*' && !limit)) &&
	segments.every(({type, includeNull}) => type === 'boolean' || type === 'regex' || includeNull);

/** Tests for segments that may overlap, or leave installations out, so that their sum is not the total. */
export function hasOwnSegments(request: ReportRequest): boolean {
	const {segments, levels = {}} = request;
	const given = [segments, ...Object.values(levels).map(level => level?.segments)];
	return getTopValuesProperty(request) !== undefined || given.some(each => each !== undefined && !isWhole(each));
}

const spanOf = ({type, value, min = -Infinity, max = Infinity}: Segments[number]) =>
	type === 'number' ? [Number(value), Number(value)] : [min, max];

/** Tests for segments of which an installation can be in two: patterns beside others, and values or ranges that repeat. */
function canOverlap(segments: Segments): boolean {
	const typed = segments.filter(({type, includeNull}) => type !== undefined || !includeNull);
	const are = (...types: readonly string[]) => typed.every(({type = ''}) => types.includes(type));
	if (typed.length < 2 || are('boolean')) return false;
	const values = typed.flatMap(({value}) => value);
	if (are('string', 'stringArray')) return new Set(values).size < values.length;
	const spans = typed.map(spanOf).toSorted(([one = 0], [other = 0]) => one - other);
	return (
		!are('number', 'numberRange') || spans.some(([min = 0], at) => at > 0 && min <= (spans[at - 1]?.[1] ?? -Infinity))
	);
}

/** Tests for rows that can count an installation twice. */
export const hasOverlaps = ({segments = [], levels = {}}: ReportRequest): boolean =>
	[segments, ...Object.values(levels).map(level => level?.segments ?? [])].some(canOverlap);

/** Tests for the one property with a segment for each value and one for null, which counts only some of those without a value. */
export function countsNull({levels = {}}: ReportRequest): boolean {
	const [level, ...others] = Object.values(levels);
	const segments = others.length === 0 ? (level?.segments ?? []) : [];
	return isWhole(segments) && segments.some(({includeNull}) => includeNull);
}

/** Returns the property whose top values the service chooses. The number of values is undocumented. */
export const getTopValuesProperty = ({
	segmentBy,
	segments,
}: Pick<ReportRequest, 'segmentBy' | 'segments'>): string | undefined =>
	segments === undefined && segmentBy !== undefined && !isCohort(segmentBy) ? segmentBy : undefined;
