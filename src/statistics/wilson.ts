import {normalQuantile} from './confidence.ts';

/** A range of plausible values of a share: both ends lie between 0 and 1. */
export interface Interval {
	readonly low: number;
	readonly high: number;
}

/**
 * Returns the Wilson score interval (95 %, without continuity correction) of the share `count / total`, or undefined for an
 * empty group. Unlike the textbook interval it stays between 0 and 1, and holds for small groups and for shares of 0 and 1.
 */
export function getWilsonInterval(count: number, total: number): Interval | undefined {
	if (!(total > 0 && count >= 0 && count <= total)) return undefined;
	const square = normalQuantile ** 2;
	const middle = (count + square / 2) / (total + square);
	const half = (normalQuantile * Math.sqrt((count * (total - count)) / total + square / 4)) / (total + square);
	return {low: count === 0 ? 0 : middle - half, high: count === total ? 1 : middle + half};
}
