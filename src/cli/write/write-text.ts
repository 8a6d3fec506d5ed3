import {printableText} from '../../output/printable.ts';
import type {Sink} from '../../ports.ts';

/** Escapes control sequences if the sink is a terminal. */
export async function writeText(text: string | AsyncIterable<string | Uint8Array>, sink: Sink): Promise<void> {
	const utf8 = new TextDecoder();
	for await (const chunk of typeof text === 'string' ? [text] : text) {
		const shown = () => printableText(typeof chunk === 'string' ? chunk : utf8.decode(chunk, {stream: true}));
		await sink.write(sink.isTTY ? shown() : chunk);
	}
}
