import type {LabelMap} from '../../contract/json-values.ts';
import {listLevels} from '../../contract/rules/segment-rules.ts';
import type {Level, Levels} from '../../contract/segment-schemas.ts';
import type {Labeled} from '../../contract/value-schemas.ts';
import {printCount} from '../../text/wording.ts';
import {toFigures, toMap} from '../answer-layout.ts';

/**
 * The service counts installations without a value in the outer segment, but in none of the inner ones, or only some in that for
 * null. If an inner level has a segment for every value, the difference is their number. Levels with a limit, or with segments
 * for only some values, also omit installations that have a value, so such levels are ignored.
 */

/** Tests whether each value has its own segment; null may have one, too, which does not count all (docs/service.md#null). */
function takesAllValues({segments}: Level): boolean {
	const [item, ...others] = segments as readonly Readonly<Record<string, unknown>>[];
	return (
		others.every(({includeNull}) => includeNull === true) &&
		item?.type === 'regex' &&
		item.value === '.*' &&
		item.split !== false &&
		item.limit === undefined &&
		item.includeNull !== true
	);
}

const segmentsInside = (segment: Labeled, depth: number): LabelMap =>
	toMap(toMap(segment, 'a segment').get(`level${depth + 1}`) ?? [], 'a level');

/** Yields the segments at a depth (1 is outermost); there may be a million. */
function* listSegments(level1: LabelMap, depth: number): Generator<Labeled> {
	if (depth === 1) yield* level1.values();
	else for (const segment of listSegments(level1, depth - 1)) yield* segmentsInside(segment, depth - 1).values();
}

function addUp(segments: Iterable<Labeled>, statuses: readonly string[]): readonly number[] {
	const sums = statuses.map(() => 0);
	for (const segment of segments) {
		const counts = toFigures(toMap(segment, 'a segment').get('totals'), statuses);
		for (const [place, count] of counts.entries()) sums[place] = Number(count ?? 0) + (sums[place] ?? 0);
	}
	return sums;
}

const percentOf = (part: number, whole: number) => `${Math.round((1000 * part) / whole) / 10} %`;

/** Returns a sentence for each inner level that omits installations (language/segment/segment-notes.ts says it for one level). Expects `results` of the current report without dates. */
export function getMissingValueCaveats(
	results: Labeled,
	{levels, statuses}: {readonly levels: Levels; readonly statuses: readonly string[]},
): readonly string[] {
	const level1 = toMap(toMap(results, 'results').get('level1') ?? [], 'level1');
	return listLevels(levels).flatMap((level, depth) => {
		if (depth === 0 || !takesAllValues(level)) return [];
		const [wholes, insides] = [depth, depth + 1].map(each => addUp(listSegments(level1, each), statuses));
		const missing = statuses.flatMap((status, place) => {
			const [whole = 0, inside = 0] = [wholes?.[place], insides?.[place]];
			return inside < whole
				? [`${printCount(whole - inside)} of ${printCount(whole)} ${status} (${percentOf(whole - inside, whole)})`]
				: [];
		});
		if (missing.length === 0) return [];
		const hasNull = level.segments.length > 1;
		const advice = hasNull ? '' : `; to count those without a value, add null, as in '${level.property}: each *, null'`;
		return [`${level.property} leaves out ${missing.join(', ')}${advice}`];
	});
}
