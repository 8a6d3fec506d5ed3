import {getWilsonInterval} from './wilson.ts';

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
