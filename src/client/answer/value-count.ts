import {createTooLargeFailure} from '../http/network-failure.ts';

/** A parsed value takes up to 30 times the memory of its text, as `{}` in a list does. */
const bytesPerValue = 16;

/** Characters before a JSON value, and the backslash, because each escape costs as much. */
const isCountedByte = Uint8Array.from({length: 256}, (_, byte) =>
	'{[,\\'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Passes on the chunks of a JSON text. Throws CliError `refused` before anything is parsed if it contains more than one
 * value per 16 of `maxBytes`. Characters inside strings count too.
 */
export async function* limitValues(
	body: AsyncIterable<Uint8Array>,
	url: URL,
	maxBytes: number,
): AsyncGenerator<Uint8Array> {
	const max = Math.floor(maxBytes / bytesPerValue);
	let count = 0;
	for await (const chunk of body) {
		for (const byte of chunk) count += isCountedByte[byte] as number;
		if (count > max)
			throw createTooLargeFailure(url, maxBytes, `contains more than ${max.toLocaleString('en')} values`);
		yield chunk;
	}
}
