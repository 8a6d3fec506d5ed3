import {isAscii, isUtf8} from 'node:buffer';
import {CliError} from '../errors.ts';

/** What came back, read whole. */
export type Answer = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
	readonly bytes: Buffer;
	/** How often it was asked for; 1 when absent. */
	readonly tries?: number;
};

const utf8 = new TextDecoder();

/** First byte of the letters À to ÿ, which are two bytes of UTF-8 and one of Latin-1. */
const accent = 0xc3;
/** With one in fewer bytes than that, TextDecoder is as quick. */
const bytesPerAccent = 64;

/**
 * UTF-8 as text when nothing but such letters is beyond ASCII, which takes half of TextDecoder's time: names in the west of
 * Europe are of this kind. Undefined for anything else, UTF-8 or not.
 */
function readAccented(bytes: Buffer): string | undefined {
	let at = bytes.indexOf(accent);
	if (at === -1) return undefined;
	const latin = Buffer.from(bytes);
	let length = 0;
	let from = 0;
	for (let left = bytes.length / bytesPerAccent; at !== -1; at = bytes.indexOf(accent, from)) {
		const next = bytes[at + 1] as number;
		if (--left < 0 || next >> 6 !== 0b10) return undefined;
		if (from > 0) latin.copyWithin(length, from, at);
		length += at - from;
		latin[length++] = 0xc0 | next;
		from = at + 2;
	}
	latin.copyWithin(length, from);
	const text = latin.toString('latin1', 0, length + bytes.length - from);
	// Any other byte beyond ASCII became a character of its own, which would be two bytes.
	return Buffer.byteLength(text) === bytes.length ? text : undefined;
}

/**
 * The body as text: UTF-8, with or without a byte order mark (ASCII, the usual case, is decoded twice as fast as Latin-1).
 * Throws CliError `refused` for anything else.
 */
export function getText({bytes, status}: Answer): string {
	if (isAscii(bytes)) return bytes.toString('latin1');
	const text = readAccented(bytes);
	if (text !== undefined) return text;
	if (isUtf8(bytes)) return utf8.decode(bytes);
	throw new CliError('refused', 'the service answered with something that is not UTF-8 text', {
		hint: 'is --base-url the address of the service itself?',
		code: 'not-json',
		httpStatus: status,
	});
}
