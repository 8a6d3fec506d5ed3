import {createNext} from '../../../src/statistics/random-numbers.ts';

/** Repeatable random numbers for simulations. */

export type Draws = {
	/** Returns a number from 0 up to 1. */
	readonly next: () => number;
	readonly chance: (probability: number) => boolean;
	/** Returns the number of successes of many tries; the same as `tries` chances, but fast for rare ones. */
	readonly binomial: (tries: number, probability: number) => number;
};

export function createDraws(seed: number): Draws {
	const next = createNext(seed);
	const binomial = (tries: number, probability: number) => {
		if (probability <= 0) return 0;
		if (probability >= 1) return tries;
		let count = 0;
		// Skips the failures before each success, whose number is geometric.
		const scale = Math.log1p(-probability);
		for (
			let at = Math.floor(Math.log1p(-next()) / scale);
			at < tries;
			at += 1 + Math.floor(Math.log1p(-next()) / scale)
		)
			count++;
		return count;
	};
	return {next, chance: probability => next() < probability, binomial};
}
