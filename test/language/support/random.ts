/** A small seeded generator (mulberry32), so that a seed reproduces a failure. */
export type Random = {
	readonly next: () => number;
	readonly below: (count: number) => number;
	readonly pick: <T>(items: readonly T[]) => T;
	readonly chance: (share: number) => boolean;
};

export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	const below = (count: number) => Math.floor(next() * count);
	return {
		next,
		below,
		pick: items => items[below(items.length)] as (typeof items)[number],
		chance: share => next() < share,
	};
}
