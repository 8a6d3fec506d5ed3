import type {Assumed} from '../assumptions/assumption-table.ts';

/** Averages and percentages of answers. */

/** Rounds half up. */
const round = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** An average; for a count of 0, the value that is assumed. */
export const average = (sum: number, count: number, assume: Assumed): number | null =>
	count === 0 ? (assume['no-data'] === 'null' ? null : 0) : round(sum / count, assume.decimals);

/** A percentage; for a whole of 0, the value that is assumed. */
export const percent = (part: number, whole: number, decimals: number, assume: Assumed): number | null =>
	whole === 0 ? (assume['no-data'] === 'null' ? null : 0) : round((100 * part) / whole, decimals);
