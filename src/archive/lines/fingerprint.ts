import {forEachFrame, isGenerated} from './frames.ts';
import {normalizeMessage} from './message.ts';
import {findSymbol, type Span} from './symbol.ts';

/** Where the fields of a crash stand in a row; an absent one is empty. */
export type CrashFields = {
	readonly class: Readonly<Span>;
	readonly method: Readonly<Span>;
	readonly message: Readonly<Span>;
	readonly stack: Readonly<Span>;
};

const [separator, frameEnd, parenthesis] = [0x00, 0x0a, 0x28];
const isDigit = (byte: number) => byte >= 48 && byte <= 57;

/** 64 bits in two halves: FNV-1a with two primes. Module state, since one is worked on at a time and each byte counts. */
let first = 0;
let second = 0;
const addBytes = (data: Uint8Array, {start, end}: Readonly<Span>, generated: boolean): void => {
	// in registers while it runs
	let [one, two] = [first, second];
	for (let at = start; at < end; at++) {
		const byte = data[at] as number;
		if (generated && isDigit(byte)) continue;
		one = Math.imul(one ^ byte, 0x01000193);
		two = Math.imul(two ^ byte, 0x85ebca6b);
	}
	[first, second] = [one, two];
};
const addByte = (byte: number): void => {
	first = Math.imul(first ^ byte, 0x01000193);
	second = Math.imul(second ^ byte, 0x85ebca6b);
};
const addName = (data: Buffer, span: Readonly<Span>, end: number): void => {
	addBytes(data, span, isGenerated(data, span.start, span.end));
	addByte(end);
};

const found: Span = {start: 0, end: 0};
/** The method as a frame would name it, or as it stands. */
const addMethod = (data: Buffer, method: Readonly<Span>): void => {
	const open = data.indexOf(parenthesis, method.start);
	findSymbol(data, method.start, method.end, open >= 0 && open < method.end ? open : -1, found);
	addName(data, found.end > 0 ? found : method, separator);
};

const hexBytes = Array.from({length: 256}, (_, byte) => byte.toString(16).padStart(2, '0'));
const toHex = (half: number) =>
	`${hexBytes[half >>> 24]}${hexBytes[(half >>> 16) & 255]}${hexBytes[(half >>> 8) & 255]}${hexBytes[half & 255]}`;

/**
 * What a crash is told by: class, method, and the names on its stack, without what varies from one installation or build to
 * the next. Where it has neither method nor stack, the message without its numbers, paths and quoted values. 16 hex digits.
 */
export const getFingerprint = (data: Buffer, {class: kind, method, message, stack}: CrashFields): string => {
	first = 0x811c9dc5 | 0;
	second = 0x9747b28c | 0;
	addName(data, kind, separator);
	addMethod(data, method);
	const frames = forEachFrame(data, stack.start, stack.end, span => addName(data, span, frameEnd));
	if (frames === 0 && method.start === method.end) {
		const text = Buffer.from(normalizeMessage(data.toString('utf8', message.start, message.end)));
		addBytes(text, {start: 0, end: text.length}, false);
	}
	return toHex(first) + toHex(second);
};
