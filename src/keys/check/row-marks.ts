/**
 * `merged` rows equal an earlier row. Two kinds of rows are left out as errors: `contradicts` has the key of another row but
 * other values, and `mangled` has a key that looks mangled by a spreadsheet.
 */
export type Mark = 'sent' | 'merged' | 'contradicts' | 'mangled';
const marks: readonly Mark[] = ['sent', 'merged', 'contradicts', 'mangled'];

export class RowMarks {
	#bytes = new Uint8Array(1024);
	readonly #counts: Record<Mark, number> = {sent: 0, merged: 0, contradicts: 0, mangled: 0};

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

	get areAllSent(): boolean {
		return this.#counts.merged + this.invalid === 0;
	}

	get invalid(): number {
		return this.#counts.contradicts + this.#counts.mangled;
	}
}
