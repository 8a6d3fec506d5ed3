/** Repeatable random numbers. */

/** Returns a generator of numbers from 0 up to 1 (mulberry32, with 32 bits of state). */
export function createNext(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A normal distribution is close enough from here on. */
const large = 50;

/** Draws the number of events of which `mean` are expected. */
export function drawPoisson(mean: number, next: () => number): number {
	if (mean > large) {
		const normal = Math.sqrt(-2 * Math.log1p(-next())) * Math.cos(2 * Math.PI * next());
		return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
	}
	const none = Math.exp(-mean);
	let count = 0;
	for (let left = next(); left > none; left *= next()) count++;
	return count;
}
