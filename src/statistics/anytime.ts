import type {Interval} from './intervals.ts';
import {tail} from './intervals.ts';

/**
 * Intervals that may be looked at again and again while events arrive: the probability that any look misses the true value is at most
 * 5 %. An interval holds each value that is not 20 times less likely than a mixture of others (Robbins 1970, with Ville's inequality).
 */

/** Events, and the time or number of units that could have had them. */
export type Rate = {readonly events: number; readonly exposure: number};

/** Two groups under the same circumstances, such as one day and one system. */
export type RatePair = {readonly first: Rate; readonly second: Rate};

export type Estimate = Interval & {
	/** Undefined without events; infinite if only the first group has any. */
	readonly value: number | undefined;
};

/** The mixed ratios, as logarithms. Their weights are those of a Cauchy distribution, which leaves room for large effects. */
const step = 0.05;
const scale = 0.5;
const mixed = Array.from({length: 241}, (_, at) => (at - 120) * step);
const weights = mixed.map(log => step / (Math.PI * scale * (1 + (log / scale) ** 2)));

type Likelihood = {
	/** Returns the logarithm of the likelihood of a ratio, given its logarithm. */
	readonly at: (log: number) => number;
	readonly slopeAt: (log: number) => number;
};

function createLikelihood(pairs: readonly RatePair[], firstEvents: number): Likelihood {
	const sum = (log: number, term: (mass: number, rest: number) => number) => {
		const ratio = Math.exp(log);
		let total = 0;
		for (const {first, second} of pairs)
			total += (first.events + second.events) * term(ratio * first.exposure, second.exposure);
		return total;
	};
	return {
		at: log => firstEvents * log - sum(log, (mass, rest) => Math.log(mass + rest)),
		slopeAt: log => firstEvents - sum(log, (mass, rest) => mass / (mass + rest)),
	};
}

function getLogMixture({at}: Likelihood): number {
	const logs = mixed.map(at);
	const most = Math.max(...logs);
	return most + Math.log(logs.reduce((sum, log, index) => sum + (weights[index] ?? 0) * Math.exp(log - most), 0));
}

/** Returns where a function crosses 0 from above. */
function findZero(falling: (log: number) => number, from: number, to: number): number {
	let [low, high] = [from, to];
	for (let halving = 0; halving < 50; halving++) {
		const middle = (low + high) / 2;
		if (falling(middle) > 0) low = middle;
		else high = middle;
	}
	return Math.exp((low + high) / 2);
}

const farthest = 40;

/**
 * Returns the ratio of the first rate to the second and its interval. Given that an event occurs in a pair, the chance that it is of
 * the first group depends only on the ratio and on the exposures (Lindon and Malek 2022), so neither changing sizes of the groups nor
 * a rate that changes over time biases it. If several ratios are compared, their number is `tests`.
 */
export function compareRates(all: readonly RatePair[], tests = 1): Estimate {
	const pairs = all.filter(
		({first, second}) => first.exposure > 0 && second.exposure > 0 && first.events + second.events > 0,
	);
	const firstEvents = pairs.reduce((sum, {first}) => sum + first.events, 0);
	const secondEvents = pairs.reduce((sum, {second}) => sum + second.events, 0);
	if (firstEvents + secondEvents === 0) return {value: undefined, low: 0, high: Number.POSITIVE_INFINITY};
	const {at, slopeAt} = createLikelihood(pairs, firstEvents);
	const least = getLogMixture({at, slopeAt}) + Math.log((2 * tail) / tests);
	const best = findZero(slopeAt, -farthest, farthest);
	const value = secondEvents === 0 ? Number.POSITIVE_INFINITY : firstEvents === 0 ? 0 : best;
	return {
		value,
		low: firstEvents === 0 ? 0 : findZero(log => least - at(log), -farthest, Math.log(best)),
		high: secondEvents === 0 ? value : findZero(log => at(log) - least, Math.log(best), farthest),
	};
}

/** Returns the interval of a share; it is narrowest near `expected`, which lies between 0 and 1. */
export function getAnytimeShare(count: number, total: number, expected: number): Interval {
	const first = {events: count, exposure: expected};
	const {low, high} = compareRates([{first, second: {events: total - count, exposure: 1 - expected}}]);
	const toShare = (odds: number) => (odds * expected) / (odds * expected + 1 - expected);
	return {low: toShare(low), high: high === Number.POSITIVE_INFINITY ? 1 : toShare(high)};
}
