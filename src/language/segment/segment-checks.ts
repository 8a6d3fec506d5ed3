import {labelsOf} from '../../contract/rules/segment-rules.ts';
import {fail, type Remark} from '../source/expression-error.ts';
import {shorten} from '../values/quoting.ts';
import type {PlacedSegment} from './read-segments.ts';

/** Rules across the segments of one property (docs/service.md#segments). */

export function checkLabels(read: readonly PlacedSegment[]): void {
	const seen = new Set<string>();
	for (const {segment, span} of read) {
		for (const label of labelsOf(segment)) {
			if (seen.has(label))
				fail(span(), 'label-twice', `the label '${shorten(label)}' is used twice`, {
					help: 'give every segment its own label',
				});
			seen.add(label);
		}
	}
}

type Extent = {readonly min: number; readonly max: number; readonly label: string; readonly read: PlacedSegment};

function extentOf(read: PlacedSegment): Extent[] {
	const {segment} = read;
	const [label = ''] = labelsOf(segment);
	if (!('type' in segment)) return [];
	if (segment.type === 'number') return [{min: segment.value, max: segment.value, label, read}];
	if (segment.type !== 'numberRange') return [];
	const {min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY} = segment;
	return [{min, max, label, read}];
}

const maxWarnings = 5;

/** Warns about ranges that share a value, because the service does not document which of the segments counts it. */
export function warnOverlaps(read: readonly PlacedSegment[], warnings: Remark[]): void {
	const sorted = read.flatMap(extentOf).sort((a, b) => a.min - b.min);
	let [widest] = sorted;
	let found = 0;
	for (const next of sorted.slice(1)) {
		if (widest && next.min <= widest.max && found++ < maxWarnings) {
			const message = `the segments '${widest.label}' and '${next.label}' overlap at ${findSharedValue(widest, next)}: ranges include both ends; write ..< to exclude the upper end`;
			warnings.push({code: 'overlap', message, span: next.read.span()});
		}
		if (!widest || next.max > widest.max) widest = next;
	}
}

const findSharedValue = (a: Extent, b: Extent) => (Number.isFinite(b.min) ? b.min : Math.min(a.max, b.max));
