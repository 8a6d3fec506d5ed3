/** Numbers that look random and are the same for one seed (mulberry32). */
export const createRandom = (seed: number) => {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	/** A whole number from 0 to below `end`. */
	const below = (end: number) => Math.floor(next() * end);
	const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
	return {next, below, pick};
};
export type Random = ReturnType<typeof createRandom>;

type Mutation = (bytes: Buffer, random: Random) => Buffer;
const splice = (bytes: Buffer, at: number, remove: number, ...insert: readonly Buffer[]) =>
	Buffer.concat([bytes.subarray(0, at), ...insert, bytes.subarray(at + remove)]);
const telling = [0, 1, 0x7f, 0x80, 0xff, 0x2e, 0x2f, 0x5c, 0x1b];

const mutations: readonly Mutation[] = [
	(bytes, random) => {
		const at = random.below(bytes.length);
		return splice(bytes, at, 1, Buffer.from([(bytes[at] ?? 0) ^ (1 << random.below(8))]));
	},
	(bytes, random) => splice(bytes, random.below(bytes.length), 1, Buffer.from([random.pick(telling)])),
	// the last hundred bytes are the directory and its end: where lies do most harm
	(bytes, random) =>
		splice(bytes, Math.max(0, bytes.length - 1 - random.below(100)), 1, Buffer.from([random.pick(telling)])),
	(bytes, random) =>
		splice(bytes, Math.max(0, bytes.length - 4 - random.below(120)), 4, Buffer.alloc(4, random.pick([0, 0xff]))),
	(bytes, random) => bytes.subarray(0, random.below(bytes.length)),
	(bytes, random) => splice(bytes, random.below(bytes.length), 1 + random.below(16)),
	(bytes, random) =>
		splice(bytes, random.below(bytes.length), 0, Buffer.alloc(1 + random.below(16), random.below(256))),
	(bytes, random) => {
		const from = random.below(bytes.length);
		return splice(bytes, random.below(bytes.length), 0, bytes.subarray(from, from + 1 + random.below(64)));
	},
];

/** The bytes with one to three faults in them. */
export const mutate = (bytes: Buffer, random: Random): Buffer => {
	let mutated = bytes;
	for (let count = 1 + random.below(3); count > 0 && mutated.length > 0; count--)
		mutated = random.pick(mutations)(mutated, random);
	return mutated;
};
