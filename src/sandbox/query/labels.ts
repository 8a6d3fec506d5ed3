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

/** What a segment of nulls is called where the request gives it no label (wire-facts 1.11, H). */
export const nullLabel = '<NULL>';
