import type {Span} from './symbol.ts';

/** A name on a stack: where it stands, and 64 bits in two halves that tell it from others (FNV-1a with two primes). */
export type Name = Span & {one: number; two: number};

export const createName = (): Name => ({start: 0, end: 0, one: 0, two: 0});

export const firstSeed = 0x811c9dc5 | 0;
export const secondSeed = 0x9747b28c | 0;
/** Take more into a half. */
export const mixFirst = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193);
export const mixSecond = (hash: number, value: number): number => Math.imul(hash ^ value, 0x85ebca6b);

const [less, dollar] = [0x3c, 0x24];

/** Compilers number what they generate (`<Open>b__12_0`, `Main$3`), differently with each build: such numbers say nothing. */
const isGenerated = (data: Buffer, {start, end}: Readonly<Span>) => {
	for (let at = start; at < end; at++) if (data[at] === less || data[at] === dollar) return true;
	return false;
};
const isDigit = (byte: number) => byte >= 48 && byte <= 57;

/** The name as it counts: without the numbers of the compiler. */
export const readName = (data: Buffer, span: Readonly<Span>): string => {
	const text = data.toString('utf8', span.start, span.end);
	return isGenerated(data, span) ? text.replace(/\d/g, '') : text;
};

/** Works out the hash of the name that stands there. */
export const hashName = (data: Buffer, name: Name): void => {
	const generated = isGenerated(data, name);
	let one = firstSeed;
	let two = secondSeed;
	for (let at = name.start; at < name.end; at++) {
		const byte = data[at] as number;
		if (generated && isDigit(byte)) continue;
		one = mixFirst(one, byte);
		two = mixSecond(two, byte);
	}
	name.one = one;
	name.two = two;
};
