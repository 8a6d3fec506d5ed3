import {tail} from './confidence.ts';
import {poolRateRatio, type Stratum} from './mantel-haenszel.ts';
import type {Rate, RatioEstimate} from './rate-ratio.ts';

/** Above this number of events the approximation of `poolRateRatio` is as good, and the exact sum gets slow. */
const maxExactEvents = 1000;

type Trial = {readonly events: number; readonly first: number; readonly second: number};

/** Returns the probabilities of 0 to n events in the first groups if the true ratio is `ratio`, given the events of each stratum. */
function spreadEvents(trials: readonly Trial[], ratio: number): Float64Array {
	const total = trials.reduce((sum, {events}) => sum + events, 0);
	const chances = new Float64Array(total + 1);
	chances[0] = 1;
	let done = 0;
	for (const {events, first, second} of trials) {
		const share = (ratio * first) / (ratio * first + second);
		for (let event = 0; event < events; event++) {
			done++;
			for (let at = done; at > 0; at--)
				chances[at] = (chances[at] as number) * (1 - share) + (chances[at - 1] as number) * share;
			chances[0] = (chances[0] as number) * (1 - share);
		}
	}
	return chances;
}

/** Finds the ratio at which `rising` is 0. */
function findBound(rising: (ratio: number) => number): number {
	let [low, high] = [-30, 30];
	for (let step = 0; step < 40; step++) {
		const middle = (low + high) / 2;
		if (rising(Math.exp(middle)) < 0) low = middle;
		else high = middle;
	}
	return Math.exp((low + high) / 2);
}

/**
 * Returns the pooled ratio of rates with its exact interval (95 %), given the events of each stratum (Breslow and Day 1987, section
 * 3.6), or with an approximate one for many events. In a single stratum it is that of `compareRates`. Undefined if the strata in common
 * have no exposure.
 */
export function poolExactRateRatio(strata: readonly Stratum<Rate>[]): RatioEstimate | undefined {
	const shared = strata.filter(({first, second}) => first.exposure > 0 && second.exposure > 0);
	if (shared.length === 0) return undefined;
	const trials = shared.map(({first, second}) => ({
		events: first.events + second.events,
		first: first.exposure,
		second: second.exposure,
	}));
	const total = trials.reduce((sum, {events}) => sum + events, 0);
	const approximate = poolRateRatio(shared);
	if (total > maxExactEvents && approximate) return approximate;
	const observed = shared.reduce((sum, {first}) => sum + first.events, 0);
	const sumTail = (ratio: number, from: number, to?: number) => {
		const chances = spreadEvents(trials, ratio).slice(from, to);
		return chances.reduce((sum, each) => sum + each, 0);
	};
	return {
		ratio: observed === 0 && total > 0 ? 0 : approximate?.ratio,
		low: observed === 0 ? 0 : findBound(ratio => sumTail(ratio, observed) - tail),
		high: observed === total ? Number.POSITIVE_INFINITY : findBound(ratio => tail - sumTail(ratio, 0, observed + 1)),
	};
}
