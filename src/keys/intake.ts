import {findDuplicates, type RowMarks} from './duplicates.ts';
import {KeySet} from './key-set.ts';
import type {Problems} from './problems.ts';
import type {CheckedRow, LeftRow} from './row.ts';
import {parseLines, readLines, type Spool} from './spool.ts';

/** Takes the rows of a file as they are checked: onto the disk, and their keys into a set that knows doubles. */
export class Intake {
	rows = 0;
	left = 0;
	readonly #good: Spool;
	readonly #leftSpool: Spool;
	readonly #seen = new KeySet();
	readonly #again = new KeySet();

	/** @param good and `left` spools of CheckedRow and LeftRow. */
	constructor(good: Spool, left: Spool) {
		this.#good = good;
		this.#leftSpool = left;
	}

	take(row: CheckedRow): void {
		this.rows++;
		const key = row.update.licenseKey;
		if (this.#seen.add(key)) this.#again.add(key);
		this.#good.add(row);
	}

	/** A row that is not sent. */
	leave(row: LeftRow): void {
		this.left++;
		this.#leftSpool.add(row);
	}

	async settle(): Promise<void> {
		await this.#good.settle();
		await this.#leftSpool.settle();
	}

	/** Closes the spool of good rows at `path` and marks those whose key stands in several. */
	async finish(path: string, problems: Problems): Promise<RowMarks> {
		await this.#good.close();
		const rows = async function* () {
			for await (const lines of readLines(path)) yield parseLines<CheckedRow>(lines);
		};
		return findDuplicates(rows, this.#again, problem => problems.add([problem]));
	}
}
