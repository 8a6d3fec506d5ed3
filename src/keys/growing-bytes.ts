const first = 64 * 1024;
const [lineFeed, blank, zero] = [10, 32, 48];
const mostDigits = 16;

/** A line of a file: its number, and where its bytes are, from `start` up to `end`. */
export type LinePlace = {readonly line: number; readonly start: number; readonly end: number};

/** Bytes that are put together piece by piece, without a text for each piece. */
export class GrowingBytes {
	#kept: Buffer = Buffer.alloc(0);
	#length = 0;

	get length(): number {
		return this.#length;
	}

	addText(text: string): void {
		// A character takes three bytes at most; of a long text they are counted.
		this.#reserve(text.length < 4096 ? 3 * text.length : Buffer.byteLength(text));
		this.#length += this.#kept.write(text, this.#length);
	}

	/** A line feed behind the line, a blank and its number in decimal digits before it. */
	addLine({line, start, end}: LinePlace, bytes: Buffer): void {
		this.#reserve(mostDigits + 2 + end - start);
		this.#addDigits(line);
		this.#kept[this.#length++] = blank;
		bytes.copy(this.#kept, this.#length, start, end);
		this.#length += end - start;
		this.#kept[this.#length++] = lineFeed;
	}

	/** All bytes; nothing is kept of them here. */
	take(): Buffer {
		const bytes = this.#kept.subarray(0, this.#length);
		this.#kept = Buffer.alloc(0);
		this.#length = 0;
		return bytes;
	}

	#addDigits(number: number): void {
		if (number >= 10) this.#addDigits(Math.floor(number / 10));
		this.#kept[this.#length++] = zero + (number % 10);
	}

	#reserve(more: number): void {
		if (this.#length + more <= this.#kept.length) return;
		const larger = Buffer.allocUnsafe(Math.max(this.#length + more, 2 * this.#kept.length, first));
		this.#kept.copy(larger, 0, 0, this.#length);
		this.#kept = larger;
	}
}
