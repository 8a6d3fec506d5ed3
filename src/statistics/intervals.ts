/** Every interval is two-sided and has a confidence of 95 %: this share lies beyond each of its ends. */
export const tail = 0.025;

/** The quantile of the normal distribution above which `tail` lies. */
const normalQuantile = 1.959_963_984_540_054;

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

/** A share of a group, as its two counts. */
export interface Proportion {
	readonly count: number;
	readonly total: number;
}

/**
 * Returns Newcombe's interval (95 %, his method 10) of `first` minus `second`, two shares of independent groups, or undefined
 * if one group is empty. It combines their Wilson intervals; the ends lie between -1 and 1.
 */
export function getDifferenceInterval(first: Proportion, second: Proportion) {
	const one = getWilsonInterval(first.count, first.total);
	const other = getWilsonInterval(second.count, second.total);
	if (one === undefined || other === undefined) return undefined;
	const [share, otherShare] = [first.count / first.total, second.count / second.total];
	return {
		low: share - otherShare - Math.hypot(share - one.low, other.high - otherShare),
		high: share - otherShare + Math.hypot(one.high - share, otherShare - other.low),
	};
}

/** Returns whether two shares of independent groups may be equal: Newcombe's interval of their difference contains 0. */
export function isWithinNoise(first: Proportion, second: Proportion): boolean {
	const difference = getDifferenceInterval(first, second);
	return difference === undefined || (difference.low <= 0 && difference.high >= 0);
}
