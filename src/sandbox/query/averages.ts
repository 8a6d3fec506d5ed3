/** Averages and percentages of answers (docs/service.md#decisions). */

/** The decimals of averages, which the specification leaves open. */
const averageDecimals = 2;

/** Rounds half up. */
const round = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** An average; of nothing it is null. */
export const average = (sum: number, count: number): number | null =>
	count === 0 ? null : round(sum / count, averageDecimals);

/** A percentage; of nothing it is null. */
export const percent = (part: number, whole: number, decimals: number): number | null =>
	whole === 0 ? null : round((100 * part) / whole, decimals);
