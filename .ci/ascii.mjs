// Writes code in ASCII, and moves its source map along. One arrow makes V8 keep a whole file in two bytes a character, which
// costs a call 2 of its 80 ms.
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The first number of a segment (base 64, five bits a digit, sign last), and what follows it. */
function readFirst(segment) {
	let value = 0;
	let at = 0;
	for (let shift = 0; ; shift += 5) {
		const digit = digits.indexOf(segment[at++]);
		value += (digit & 31) << shift;
		if (digit < 32) return {first: value & 1 ? -(value >> 1) : value >> 1, rest: segment.slice(at)};
	}
}

/** A number that is not negative, in the same writing. */
function writeNumber(value) {
	let text = '';
	for (let left = value << 1; ; left >>= 5) {
		if (left < 32) return text + digits[left];
		text += digits[(left & 31) | 32];
	}
}

const escapeLength = '\\u0000'.length;

/** Segments of one line, whose first numbers count columns from the segment before. */
function moveLine(segments, line) {
	const places = [...line.matchAll(/[^\0-\x7f]/g)].map(({index}) => index);
	if (segments === '' || places.length === 0) return segments;
	let column = 0;
	let moved = 0;
	return segments
		.split(',')
		.map(segment => {
			const {first, rest} = readFirst(segment);
			column += first;
			const before = places.filter(place => place < column).length - moved;
			moved += before;
			return writeNumber(first + before * (escapeLength - 1)) + rest;
		})
		.join(',');
}

/** The same code in ASCII, and the mappings that fit it. */
export function toAscii(code, mappings) {
	const lines = code.split('\n');
	return {
		code: code.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
		mappings: mappings
			.split(';')
			.map((segments, at) => moveLine(segments, lines[at] ?? ''))
			.join(';'),
	};
}
