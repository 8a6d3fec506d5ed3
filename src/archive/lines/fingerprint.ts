import {forEachFrame} from './frames.ts';
import {normalizeMessage} from './message.ts';
import {createName, firstSeed, hashName, mixFirst, mixSecond, type Name, secondSeed} from './name-hash.ts';
import {findSymbol, type Span} from './symbol.ts';

/** Where the fields of a crash stand in a row; an absent one is empty. */
export type CrashFields = {
	readonly class: Readonly<Span>;
	readonly method: Readonly<Span>;
	readonly message: Readonly<Span>;
	readonly stack: Readonly<Span>;
};

const parenthesis = 0x28;

/** Module state, since one is worked on at a time and making objects costs. */
let first = firstSeed;
let second = secondSeed;
const name = createName();
const addName = ({one, two}: Name): void => {
	first = mixFirst(mixFirst(first, one), one >>> 16);
	second = mixSecond(mixSecond(second, two), two >>> 16);
};
const addText = (data: Buffer, {start, end}: Readonly<Span>): void => {
	name.start = start;
	name.end = end;
	hashName(data, name);
	addName(name);
};

/** The method as a frame would name it, or as it stands. */
const addMethod = (data: Buffer, method: Readonly<Span>): void => {
	const open = data.indexOf(parenthesis, method.start);
	findSymbol(data, method, open >= 0 && open < method.end ? open : -1, name);
	addText(data, name.end > 0 ? name : method);
};

const hexBytes = Array.from({length: 256}, (_, byte) => byte.toString(16).padStart(2, '0'));
const toHex = (half: number) =>
	`${hexBytes[half >>> 24]}${hexBytes[(half >>> 16) & 255]}${hexBytes[(half >>> 8) & 255]}${hexBytes[half & 255]}`;

/**
 * What a crash is told by: class, method, and the names on its stack, without what varies from one installation or build to
 * the next. Where it has neither method nor stack, the message without its numbers, paths and quoted values. 16 hex digits.
 */
export const getFingerprint = (data: Buffer, {class: kind, method, message, stack}: CrashFields): string => {
	first = firstSeed;
	second = secondSeed;
	addText(data, kind);
	addMethod(data, method);
	const frames = forEachFrame(data, stack.start, stack.end, addName);
	if (frames === 0 && method.start === method.end) {
		const text = Buffer.from(normalizeMessage(data.toString('utf8', message.start, message.end)));
		addText(text, {start: 0, end: text.length});
	}
	return toHex(first) + toHex(second);
};
