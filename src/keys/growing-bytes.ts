const first = 64 * 1024;
const [zero, mostDigits] = [48, 16];

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

	addAll(bytes: Uint8Array): void {
		this.#reserve(bytes.length);
		this.#kept.set(bytes, this.#length);
		this.#length += bytes.length;
	}

	addByte(byte: number): void {
		this.#reserve(1);
		this.#kept[this.#length++] = byte;
	}

	/** A whole number in decimal digits. */
	addNumber(number: number): void {
		this.#reserve(mostDigits);
		this.#addDigits(number);
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
