import {TextDecoder} from 'node:util';
import {CliError} from '../../errors.ts';

/** A longer line has lost its line breaks. */
const longestLine = 16 * 1024 * 1024;

/** The whole lines in each chunk of UTF-8 text. Throws CliError of kind usage. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
	const decoder = new TextDecoder('utf-8', {fatal: true});
	let rest = '';
	for await (const chunk of chunks) {
		const lines = (rest + decode(decoder, chunk)).split('\n');
		rest = lines.pop() ?? '';
		if (rest.length > longestLine) {
			throw new CliError('usage', 'a line is longer than 16 MB', {hint: 'end each JSON object with a line break'});
		}
		yield lines;
	}
	yield [rest + decode(decoder)];
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
	try {
		return chunk ? decoder.decode(chunk, {stream: true}) : decoder.decode();
	} catch {
		throw new CliError('usage', 'standard input is not UTF-8', {hint: 'send the lines as UTF-8'});
	}
}
