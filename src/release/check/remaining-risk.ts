import type {Comparison} from './compare-releases.ts';
import type {Side} from './risk-cells.ts';

/** The parts that are left, after a number of expected crashes, of the rate of first crashes and of the installations at risk. */
const getLeft = (expected: number, frailty: number) => ({
	rate: 1 / (1 + frailty * expected),
	atRisk: frailty === 0 ? Math.exp(-expected) : (1 + frailty * expected) ** (-1 / frailty),
});

/**
 * Returns a function that foretells, for one of the next nights, the rate of first crashes of a version, and which part of the
 * installations at risk today still is. Frail installations crash first, so the rate falls (Vaupel, Manton and Stallard 1979, with
 * rates of a gamma distribution).
 */
export function createRiskForecast({frailty, otherDays, first, ratio}: Comparison, days: number) {
	const nightlyUse = otherDays / (days - 1);
	const newUse = (first.days ?? 0) / first.installations;
	const pastUse = nightlyUse * days;
	// The first version was used on some of these days, and crashed more or less often.
	const pastUses = {first: Math.max(0, pastUse + newUse * (ratioOf(ratio) - 1)), second: pastUse};
	return (side: Side, {rate, factor, nights}: {rate: number; factor: number; nights: number}) => {
		const expected = rate * pastUses[side];
		const [past, next] = [getLeft(expected, frailty), getLeft(expected + factor * rate * nightlyUse * nights, frailty)];
		return {rate: factor * rate * next.rate, atRisk: next.atRisk / past.atRisk};
	};
}

/** Returns 1 without a finite ratio. */
export const ratioOf = ({value = 1}: Comparison['ratio']): number => (value > 0 && Number.isFinite(value) ? value : 1);
