import {normalQuantile} from './confidence.ts';
import type {Proportion} from './newcombe.ts';
import type {Rate, RatioEstimate} from './rate-ratio.ts';
import type {Interval} from './wilson.ts';

/**
 * Pools a comparison over strata, so that a different mix of strata in the two groups does not look like an effect (Mantel and
 * Haenszel 1959). A stratum in which one group is empty adds nothing.
 */

export type Stratum<Group> = {readonly first: Group; readonly second: Group};

function sumOver<Item>(items: readonly Item[], figure: (item: Item) => number): number {
	let sum = 0;
	for (const item of items) sum += figure(item);
	return sum;
}

/**
 * Returns the pooled ratio of rates with its interval (95 %; Greenland and Robins 1985), or undefined if the strata in common
 * have no events in one of the groups.
 */
export function poolRateRatio(strata: readonly Stratum<Rate>[]): RatioEstimate | undefined {
	const shared = strata.filter(({first, second}) => first.exposure > 0 && second.exposure > 0);
	const timeOf = ({first, second}: Stratum<Rate>) => first.exposure + second.exposure;
	const one = sumOver(shared, each => (each.first.events * each.second.exposure) / timeOf(each));
	const other = sumOver(shared, each => (each.second.events * each.first.exposure) / timeOf(each));
	if (!(one > 0 && other > 0)) return undefined;
	const spread = sumOver(
		shared,
		each => ((each.first.events + each.second.events) * each.first.exposure * each.second.exposure) / timeOf(each) ** 2,
	);
	const factor = Math.exp(normalQuantile * Math.sqrt(spread / (one * other)));
	return {ratio: one / other, low: one / other / factor, high: (one / other) * factor};
}

/**
 * Returns the pooled difference of shares, first minus second, with its interval (95 %; Sato 1989, which also holds for many small
 * strata), or undefined if no stratum has both groups.
 */
export function poolDifference(
	strata: readonly Stratum<Proportion>[],
): (Interval & {readonly difference: number}) | undefined {
	const shared = strata.filter(({first, second}) => first.total > 0 && second.total > 0);
	if (shared.length === 0) return undefined;
	const sizeOf = ({first, second}: Stratum<Proportion>) => first.total + second.total;
	const weight = sumOver(shared, each => (each.first.total * each.second.total) / sizeOf(each));
	const difference =
		sumOver(
			shared,
			each => (each.first.count * each.second.total - each.second.count * each.first.total) / sizeOf(each),
		) / weight;
	const slope = sumOver(shared, each => {
		const {first, second} = each;
		return (
			(first.total ** 2 * second.count -
				second.total ** 2 * first.count +
				(first.total * second.total * (second.total - first.total)) / 2) /
			sizeOf(each) ** 2
		);
	});
	const base = sumOver(shared, each => {
		const {first, second} = each;
		return (
			(first.count * (second.total - second.count) + second.count * (first.total - first.count)) / (2 * sizeOf(each))
		);
	});
	const half = normalQuantile * Math.sqrt(Math.max(0, difference * slope + base) / weight ** 2);
	return {difference, low: difference - half, high: difference + half};
}
