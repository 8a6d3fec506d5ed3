import type {Assumed} from '../assumptions/assumption-table.ts';

/** Order of labels in answers. */

const natural = new Intl.Collator('en', {numeric: true, sensitivity: 'base'});

/** Compares by code point, as the engine does. */
const compareText = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

/** Compares in the alphabetical order that is assumed. */
export const compareLabels =
	({alphabet}: Assumed) =>
	(left: string, right: string): number =>
		(alphabet === 'natural' ? natural.compare(left, right) : 0) || compareText(left, right);
