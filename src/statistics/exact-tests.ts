/**
 * Exact tests whose p-values may be smaller than any number, so they return logarithms. A two-sided p-value is twice the smaller tail.
 */

/** A distribution of a whole number, by the ratio of the probability of `value + 1` to that of `value`, which must not rise. */
type Distribution = {
	readonly lowest: number;
	readonly highest: number;
	readonly ratio: (value: number) => number;
};

/** Terms below this part of their sum do not change it. */
const negligible = 1e-17;

/** Returns the sum of the weights from a value on, as a multiple of the weight of that value. */
function sumUp(from: number, step: 1 | -1, {lowest, highest, ratio}: Distribution): number {
	let [sum, weight] = [1, 1];
	for (let at = from; step === 1 ? at < highest : at > lowest; at += step) {
		weight *= step === 1 ? ratio(at) : 1 / ratio(at - 1);
		sum += weight;
		if (weight < negligible * sum) break;
	}
	return sum;
}

function findMode({lowest, highest, ratio}: Distribution): number {
	let [low, high] = [lowest, highest];
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		if (ratio(middle) > 1) low = middle + 1;
		else high = middle;
	}
	return low;
}

function getLogPValue(observed: number, distribution: Distribution): number {
	const {ratio} = distribution;
	const mode = findMode(distribution);
	const step = observed >= mode ? 1 : -1;
	let logWeight = 0;
	for (let at = mode; at !== observed; at += step)
		logWeight += step === 1 ? Math.log(ratio(at)) : -Math.log(ratio(at - 1));
	const logTotal = Math.log(sumUp(mode, 1, distribution) + sumUp(mode, -1, distribution) - 1);
	const logTail = logWeight + Math.log(sumUp(observed, step, distribution)) - logTotal;
	const otherTail = 1 - Math.exp(logTail) + Math.exp(logWeight - logTotal);
	return Math.min(0, Math.LN2 + Math.min(logTail, Math.log(Math.max(otherTail, Number.MIN_VALUE))));
}

/** A part of a whole. */
export type Part = {readonly count: number; readonly total: number};

/** Returns the logarithm of the p-value of Fisher's exact test: are two shares equal? */
export function testShares(first: Part, second: Part): number {
	const marked = first.count + second.count;
	return getLogPValue(first.count, {
		lowest: Math.max(0, marked - second.total),
		highest: Math.min(marked, first.total),
		ratio: value => ((marked - value) * (first.total - value)) / ((value + 1) * (second.total - marked + value + 1)),
	});
}

export type Pair = {readonly first: Part; readonly second: Part};

/**
 * Returns the logarithm of the p-value of Zelen's exact test (1971) for two strata: is the odds ratio of the first to the second part
 * the same in both?
 */
export function testEqualOddsRatios(one: Pair, other: Pair): number {
	const marked = one.first.count + one.second.count;
	const otherMarked = other.first.count + other.second.count;
	const first = one.first.count + other.first.count;
	return getLogPValue(one.first.count, {
		lowest: Math.max(0, marked - one.second.total, first - other.first.total, first - otherMarked),
		highest: Math.min(one.first.total, marked, first, first - otherMarked + other.second.total),
		ratio: value =>
			((one.first.total - value) / (value + 1)) *
			((marked - value) / (one.second.total - marked + value + 1)) *
			((first - value) / (other.first.total - first + value + 1)) *
			((other.second.total - otherMarked + first - value) / (otherMarked - first + value + 1)),
	});
}
