import {countJsonValues} from '../../text/count-json-values.ts';
import {createTooLargeFailure} from '../http/network-failure.ts';

const bytesPerValue = 16;

/**
 * Passes on the chunks of a JSON text. Throws CliError (refused) before anything is parsed if it contains more than one
 * value per 16 of `maxBytes`.
 */
export async function* limitValues(
	body: AsyncIterable<Uint8Array>,
	url: URL,
	maxBytes: number,
): AsyncGenerator<Uint8Array> {
	const max = Math.floor(maxBytes / bytesPerValue);
	let uncounted: Uint8Array[] = [];
	let bytes = 0;
	let count = 0;
	for await (const chunk of body) {
		bytes += chunk.length;
		uncounted.push(chunk);
		// A value takes at least a byte.
		if (bytes > max) {
			for (const each of uncounted) count += countJsonValues(each);
			uncounted = [];
		}
		if (count > max)
			throw createTooLargeFailure(url, maxBytes, `contains more than ${max.toLocaleString('en')} values`);
		yield chunk;
	}
}
