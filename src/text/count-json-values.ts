function createByteCounter(characters: string): (bytes: Uint8Array) => number {
	const isCounted = Uint8Array.from({length: 256}, (_, byte) =>
		characters.includes(String.fromCharCode(byte)) ? 1 : 0,
	);
	return bytes => {
		let count = 0;
		for (const byte of bytes) count += isCounted[byte] as number;
		return count;
	};
}

/** Estimates the number of values in JSON text: counts the characters that precede values, and escapes, which take as much memory.
 * Characters inside strings count too. */
export const countJsonValues = createByteCounter('{[,\\');

/** Counts lists and objects. A parsed one takes up to 30 times the memory of its text, as `{}` in a list does. */
export const countJsonLists = createByteCounter('{[');
