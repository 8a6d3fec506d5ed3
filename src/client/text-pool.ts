const slots = 4096;
/** Longer texts are hardly labels, and hashing them costs more than it saves. */
const longest = 64;

function isSame(text: string, bytes: Uint8Array, from: number): boolean {
	for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) !== bytes[from + index]) return false;
	return true;
}

/**
 * Makes strings of ASCII bytes, each short one once: labels come again under every segment of the level above, and a string
 * from bytes is a call out of JavaScript, five times as dear as finding it here.
 */
export class TextPool {
	private readonly texts = new Array<string>(slots).fill('');

	read(bytes: Buffer, from: number, to: number): string {
		const length = to - from;
		if (length > longest) return bytes.toString('latin1', from, to);
		let hash = length;
		for (let place = from; place < to; place++) hash = (Math.imul(hash, 31) + (bytes[place] as number)) | 0;
		const slot = (hash ^ (hash >>> 12)) & (slots - 1);
		const known = this.texts[slot] as string;
		if (known.length === length && isSame(known, bytes, from)) return known;
		const text = bytes.toString('latin1', from, to);
		this.texts[slot] = text;
		return text;
	}
}
