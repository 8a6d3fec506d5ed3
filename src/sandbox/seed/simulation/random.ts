/** Pseudo-random numbers that depend only on a seed and the number of the item, not on earlier draws. */

/** The finalizer of MurmurHash3. */
function mix(a: number, b: number): number {
	let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

/** A generator of 32-bit numbers (sfc32) that restarts for each item. */
export class Random {
	readonly #seed: number;
	#a = 0;
	#b = 0;
	#c = 0;
	#counter = 1;

	/** `seed` is any integer; `stream` separates different uses of a seed. */
	constructor(seed: number, stream: number) {
		this.#seed = mix(mix(seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0), stream);
	}

	restart(item: number): void {
		this.#a = mix(this.#seed, item);
		this.#b = mix(item, this.#seed);
		this.#c = this.#seed;
		this.#counter = 1;
		for (let round = 0; round < 4; round++) this.next();
	}

	/** Returns an integer from 0 to 2³² - 1. */
	next(): number {
		const sum = (this.#a + this.#b + this.#counter++) | 0;
		this.#a = this.#b ^ (this.#b >>> 9);
		this.#b = (this.#c + (this.#c << 3)) | 0;
		this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
		return sum >>> 0;
	}

	/** Returns an integer from 0 to `limit` - 1. */
	below(limit: number): number {
		return Math.floor((this.next() * limit) / 2 ** 32);
	}

	chance(perMille: number): boolean {
		return this.below(1000) < perMille;
	}
}

const slots = 2 ** 14;

export type Picker = (random: Random) => number;

/** Creates a picker of indexes from integer weights. */
export function createPicker(weights: readonly number[]): Picker {
	const total = weights.reduce((sum, weight) => sum + weight, 0);
	const table = new Uint16Array(slots);
	let index = 0;
	let reached = weights[0] ?? 0;
	for (let slot = 0; slot < slots; slot++) {
		while (reached * slots <= slot * total) reached += weights[++index] ?? 0;
		table[slot] = index;
	}
	return random => table[random.next() >>> 18] as number;
}

/** Weights of 1/rank: a few frequent values and a long tail. */
export const fallingWeights = (count: number): readonly number[] =>
	Array.from({length: count}, (_, index) => Math.ceil(1000 / (index + 1)));

export const createDraw =
	(values: readonly number[]): Picker =>
	random =>
		values[random.below(values.length)] as number;

/** The digits of a byte. A lookup is several times faster than `toString`. */
const digits = Array.from({length: 2 ** 8}, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

/** Draws groups of eight uppercase hexadecimal digits. */
export function hexadecimal(random: Random, groups: number): string {
	let text = '';
	for (let group = 0; group < groups; group++) {
		const number = random.next();
		for (let shift = 24; shift >= 0; shift -= 8) text += digits[(number >>> shift) & 0xff] as string;
	}
	return text;
}
