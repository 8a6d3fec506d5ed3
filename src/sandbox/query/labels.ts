import type {Assumed} from '../assumptions/table.ts';

/** Order of labels in answers. */

const natural = new Intl.Collator('en', {numeric: true, sensitivity: 'base'});

/** By code points: the order of the bytes, and of the engine. */
export const compareText = (left: string, right: string): number =>
	Buffer.compare(Buffer.from(left), Buffer.from(right));

/** Alphabetical order, as it was chosen. */
export const compareLabels =
	({alphabet}: Assumed) =>
	(left: string, right: string): number =>
		(alphabet === 'natural' ? natural.compare(left, right) : 0) || compareText(left, right);

/** Label of a segment of nulls that the request does not label (docs/service.md#segment-null). */
export const nullLabel = '<NULL>';
