import {tooLargeFailure} from '../http/network-failure.ts';

/** Bytes of an answer for each value in it. A value that is read takes up to 30 times its text: `{}` in a list. */
const bytesPerValue = 16;

/** Characters before a value of JSON, and the backslash: each escape costs as much. */
const isSign = Uint8Array.from({length: 256}, (_, byte) => ('{[,\\'.includes(String.fromCharCode(byte)) ? 1 : 0));

/**
 * The chunks of a JSON text, as long as it holds one value for each 16 of `maxBytes` at most; throws CliError `refused` then, before
 * anything is parsed. Signs in strings count too.
 */
export async function* limitValues(
	body: AsyncIterable<Uint8Array>,
	url: URL,
	maxBytes: number,
): AsyncGenerator<Uint8Array> {
	const max = Math.floor(maxBytes / bytesPerValue);
	let count = 0;
	for await (const chunk of body) {
		for (const byte of chunk) count += isSign[byte] as number;
		if (count > max) throw tooLargeFailure(url, maxBytes, `contains more than ${max.toLocaleString('en')} values`);
		yield chunk;
	}
}
