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

function getMost(logs: ArrayLike<number>): number {
	let most = Number.NEGATIVE_INFINITY;
	for (let at = 0; at < weights.length; at++) most = Math.max(most, logs[at] as number);
	return most;
}

/** Returns the logarithm of the mixture of likelihoods, given their logarithms, of which others may follow. */
function getLogMixture(logs: ArrayLike<number>, most: number): number {
	let sum = 0;
	for (let at = 0; at < weights.length; at++) sum += (weights[at] as number) * Math.exp((logs[at] as number) - most);
	return most + Math.log(sum);
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
	const logs = mixed.map(at);
	const least = getLogMixture(logs, getMost(logs)) + Math.log((2 * tail) / tests);
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

/** A pair whose exposures are known before its events. */
type PreparedPair = {readonly logs: Float64Array; readonly shareAtLimit: number};
/** The logarithms of the likelihoods of all mixed ratios and of the limit, and the slope at the limit. */
type LimitSums = {readonly logs: Float64Array; slope: number};

/**
 * Tells, while events are added, on which side of a limit the interval of `compareRates` lies. It is fast enough to be asked millions
 * of times.
 */
export function createLimitTest(limit: number) {
	const ratios = [...mixed, Math.log(limit)];
	return {
		prepare: ({first, second}: {readonly first: number; readonly second: number}): PreparedPair => ({
			logs: Float64Array.from(ratios, log => Math.log(Math.exp(log) * first + second)),
			shareAtLimit: (limit * first) / (limit * first + second),
		}),
		start: (sums?: LimitSums): LimitSums => ({
			logs: sums ? sums.logs.slice() : new Float64Array(ratios.length),
			slope: sums?.slope ?? 0,
		}),
		add: (sums: LimitSums, pair: PreparedPair, first: number, second: number): void => {
			if (first + second === 0) return;
			const {logs} = sums;
			for (let at = 0; at < ratios.length; at++)
				logs[at] = (logs[at] as number) + first * (ratios[at] as number) - (first + second) * (pair.logs[at] as number);
			sums.slope += first - (first + second) * pair.shareAtLimit;
		},
		/** Returns 0 if the interval contains the limit. */
		sideOf: ({logs, slope}: LimitSums): -1 | 0 | 1 => {
			const atLimit = (logs[mixed.length] as number) - Math.log(2 * tail);
			const most = getMost(logs);
			// A mixture is at most as likely as its largest part.
			if (atLimit >= most || atLimit >= getLogMixture(logs, most)) return 0;
			return slope > 0 ? 1 : -1;
		},
	};
}
