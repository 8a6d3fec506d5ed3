/**
 * Cells that are right beyond doubt, told by their bytes: no text is made of them, which is most of what checking a million
 * rows costs. A `false` says nothing against a cell; it is only read with more care.
 */

/** Looks at bytes of a line without quotes: a cell that is not empty, from `start` up to `end`. */
export type IsPlain = (bytes: Uint8Array, start: number, end: number) => boolean;

const byteOf = (character: string) => character.charCodeAt(0);
const [zero, nine, letterE, numberSign] = [byteOf('0'), byteOf('9'), byteOf('e'), byteOf('#')];
const [plus, minus, dot, comma] = [byteOf('+'), byteOf('-'), byteOf('.'), byteOf(',')];
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= zero && byte <= nine;

const isOneOf = (words: readonly string[]): IsPlain => {
	const known = words.map(word => Buffer.from(word));
	const isWord = (word: Uint8Array, bytes: Uint8Array, start: number) => {
		for (let index = 0; index < word.length; index++) if (bytes[start + index] !== word[index]) return false;
		return true;
	};
	return (bytes, start, end) => {
		for (const word of known) if (word.length === end - start && isWord(word, bytes, start)) return true;
		return false;
	};
};

/** A text may be anything. */
export const isPlainText: IsPlain = () => true;

export const isPlainFlag = isOneOf(['true', 'false', 'TRUE', 'FALSE']);

const isNull = isOneOf(['null']);

/** Up to the 28th, which every month has, and of the years that people plan for. */
export const isPlainDay: IsPlain = (bytes, start, end) => {
	if (end - start !== 10) return isNull(bytes, start, end);
	for (let index = 0; index < 10; index++) {
		const byte = bytes[start + index];
		if (index === 4 || index === 7 ? byte !== minus : !isDigit(byte)) return false;
	}
	const two = (at: number) => ((bytes[start + at] ?? 0) - zero) * 10 + (bytes[start + at + 1] ?? 0) - zero;
	return two(0) > 0 && two(5) >= 1 && two(5) <= 12 && two(8) >= 1 && two(8) <= 28;
};

/** Nine digits are less than any limit. */
export const isPlainQuota: IsPlain = (bytes, start, end) => {
	if (end - start > 9) return false;
	for (let at = start; at < end; at++) if (!isDigit(bytes[at])) return false;
	return true;
};

const isNumeral = (byte: number) => isDigit(byte) || byte === dot || byte === comma || byte === plus || byte === minus;

/** What a spreadsheet leaves of a key begins so: `1.23E+`, `#NAME?`. */
function startsDamaged(bytes: Uint8Array, start: number, end: number): boolean {
	let at = start;
	while (at < end && isNumeral(bytes[at] as number)) at++;
	const [byte = 0, next] = [bytes[at], bytes[at + 1]];
	return bytes[start] === numberSign || ((byte | 0x20) === letterE && (next === plus || next === minus));
}

/** ASCII without NUL, and nothing that a spreadsheet may have damaged. */
export const isPlainKey: IsPlain = (bytes, start, end) => {
	for (let at = start; at < end; at++) {
		const byte = bytes[at] as number;
		if (byte === 0 || byte > 0x7f) return false;
	}
	return !startsDamaged(bytes, start, end);
};
