/**
 * The fate of a checked row: it is sent, merged into an earlier row that is the same, or left out: `contradicts` has the
 * key of another row and other values, `damaged` has a key that looks damaged.
 */
export type Mark = 'sent' | 'merged' | 'contradicts' | 'damaged';
const marks: readonly Mark[] = ['sent', 'merged', 'contradicts', 'damaged'];

/** A mark for each row of a file by its number, a byte each. */
export class RowMarks {
	#bytes = new Uint8Array(1024);
	readonly #counts: Record<Mark, number> = {sent: 0, merged: 0, contradicts: 0, damaged: 0};

	get(index: number): Mark {
		return marks[this.#bytes[index] ?? 0] ?? 'sent';
	}

	set(index: number, mark: Mark): void {
		if (index >= this.#bytes.length) {
			const grown = new Uint8Array(Math.max(index + 1, this.#bytes.length * 2));
			grown.set(this.#bytes);
			this.#bytes = grown;
		}
		const before = this.get(index);
		if (before !== 'sent') this.#counts[before]--;
		this.#counts[mark]++;
		this.#bytes[index] = marks.indexOf(mark);
	}

	countOf(mark: Exclude<Mark, 'sent'>): number {
		return this.#counts[mark];
	}

	/** Every row is sent. */
	get isEmpty(): boolean {
		return this.#counts.merged + this.wrong === 0;
	}

	/** The number of rows that are left out as errors. */
	get wrong(): number {
		return this.#counts.contradicts + this.#counts.damaged;
	}
}
