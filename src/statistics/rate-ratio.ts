import {getExactInterval} from './binomial-interval.ts';

/** Events, and the time or number of units that could have had them. */
export type Rate = {readonly events: number; readonly exposure: number};

export type RatioEstimate = {
	/** Undefined if the second rate has no events. */
	readonly ratio: number | undefined;
	readonly low: number;
	/** Infinite if the second rate has no events. */
	readonly high: number;
};

const toRatio = (share: number, {exposure: first}: Rate, {exposure: second}: Rate): number =>
	share >= 1 ? Number.POSITIVE_INFINITY : (share / (1 - share)) * (second / first);

/**
 * Returns the ratio of two Poisson rates with its exact interval (95 %), given the total of events (Przyborowski and
 * Wilenski 1940; Fay 2010); undefined if one rate has no exposure.
 */
export function compareRates(first: Rate, second: Rate): RatioEstimate | undefined {
	if (!(first.exposure > 0 && second.exposure > 0)) return undefined;
	const total = first.events + second.events;
	const {low, high} = getExactInterval(first.events, total);
	return {
		ratio: second.events === 0 ? undefined : first.events / first.exposure / (second.events / second.exposure),
		low: toRatio(low, first, second),
		high: toRatio(total === 0 ? 1 : high, first, second),
	};
}
