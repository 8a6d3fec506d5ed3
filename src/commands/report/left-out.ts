import type {Levels} from '../../contract/segments.ts';
import type {Labelled} from '../../contract/values.ts';
import {addFigures, type LabelMap, toMap} from './layouts/shapes.ts';
import {listLevels} from './segmentation.ts';

/**
 * The share of installations that a level leaves out because they have no value, where the answer tells it: an outer
 * segment counts them, the segments inside do not (service-api.md, "Null handling"). Nothing else tells it without another
 * call. Levels that are limited, or made of some values only, leave out more than that, and are not looked at.
 */

type Asked = {readonly levels: Levels; readonly statuses: readonly string[]};
type Level = ReturnType<typeof listLevels>[number];
type Tally = {readonly outer: number[]; readonly inner: number[]; hasNull: boolean};

/** True where each value makes a segment of its own and only null makes none. */
function takesAllValues({segments}: Level): boolean {
	const [item, ...others] = segments as readonly Readonly<Record<string, unknown>>[];
	return (
		others.length === 0 &&
		item?.type === 'regex' &&
		item.value === '.*' &&
		item.split !== false &&
		item.limit === undefined &&
		item.includeNull !== true
	);
}

function addUp(into: number[], segment: LabelMap, statuses: readonly string[]): void {
	const counts = addFigures([], segment.get('totals'), {names: statuses});
	for (const [place, count] of counts.entries()) into[place] = (into[place] ?? 0) + Number(count ?? 0);
}

/** How the service calls a segment of those without a value, where it makes one (wire-facts 1.11). */
const nullLabel = '<NULL>';

/** Counts of the segments at one depth that hold the next level, and of what they hold. */
function tally(segments: LabelMap, depth: number, into: {readonly at: number} & Tally & Pick<Asked, 'statuses'>): void {
	for (const segment of segments.values()) {
		const map = toMap(segment, 'a segment');
		const inside = toMap(map.get(`level${depth + 1}`) ?? [], 'a level');
		if (depth < into.at) {
			tally(inside, depth + 1, into);
			continue;
		}
		addUp(into.outer, map, into.statuses);
		into.hasNull ||= inside.has(nullLabel);
		for (const each of inside.values()) addUp(into.inner, toMap(each, 'a segment'), into.statuses);
	}
}

const percentOf = (part: number, whole: number) => `${Math.round((1000 * part) / whole) / 10} %`;

/** A sentence for each inner level that leaves somebody out. Takes `results` of a report without dates. */
export function getLeftOut(results: Labelled, {levels, statuses}: Asked): readonly string[] {
	const segments = toMap(toMap(results, 'results').get('level1') ?? [], 'level1');
	return listLevels(levels).flatMap((level, index) => {
		if (index === 0 || !takesAllValues(level)) return [];
		const into = {at: index, statuses, outer: [], inner: [], hasNull: false};
		tally(segments, 1, into);
		if (into.hasNull) return [];
		const parts = statuses.flatMap((status, place) => {
			const [whole = 0, inside = 0] = [into.outer[place], into.inner[place]];
			return inside < whole ? [`${whole - inside} of ${whole} ${status} (${percentOf(whole - inside, whole)})`] : [];
		});
		return parts.length === 0
			? []
			: [`${level.property} leaves out who has no value: ${parts.join(', ')}; add Unknown = null to count them`];
	});
}
