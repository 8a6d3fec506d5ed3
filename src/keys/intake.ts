import type {FileShape} from './check-options.ts';
import type {CsvRow} from './csv-rows.ts';
import {findDuplicates, type RowMarks} from './duplicates.ts';
import {KeySet} from './key-set.ts';
import type {Problem} from './problem.ts';
import type {Problems} from './problems.ts';
import type {CheckedRow, LeftRow} from './row.ts';
import {readRows} from './row-lines.ts';
import type {Measure, Spool} from './spool.ts';
import type {Suspect} from './suspects.ts';

/** Spools of CheckedRow, LeftRow and Suspect. */
export type IntakeSpools = {readonly good: Spool; readonly left: Spool; readonly suspects: Spool};

/** Takes the rows of a file as they are checked: onto the disk, and their keys into a set that knows doubles. */
export class Intake {
	rows = 0;
	left = 0;
	/** Pieces of the file that are no rows: faults of quotes or brackets. */
	unread = 0;
	suspects = 0;
	readonly #good: Spool;
	readonly #leftSpool: Spool;
	readonly #suspects: Spool;
	readonly #seen = new KeySet();
	readonly #again = new KeySet();

	constructor({good, left, suspects}: IntakeSpools) {
		this.#good = good;
		this.#leftSpool = left;
		this.#suspects = suspects;
	}

	/** @param suspicion what will be a mistake, unless the registry knows the key. */
	take(row: CheckedRow, suspicion?: Problem): void {
		if (suspicion) {
			const suspect: Suspect = {index: this.rows, key: row.update.licenseKey, problem: suspicion};
			this.#suspects.add(suspect);
			this.suspects++;
		}
		this.rows++;
		const key = row.update.licenseKey;
		if (this.#seen.add(key)) this.#again.add(key);
		this.#good.add(row);
	}

	/** A row that is known to be good: kept as it stands in the file. */
	takePlain(row: CsvRow, bytes: Buffer): void {
		this.rows++;
		if (this.#seen.addHash(row.plain)) this.#again.addHash(row.plain);
		this.#good.addLine(row, bytes);
	}

	/** A row that is not sent. */
	leave(row: LeftRow): void {
		this.left++;
		this.#leftSpool.add(row);
	}

	async settle(): Promise<void> {
		await this.#good.settle();
		await this.#leftSpool.settle();
		await this.#suspects.settle();
	}

	/** Closes the spools, the one of good rows at `path`, and marks those whose key stands in several. */
	async finish(
		path: string,
		shape: FileShape,
		problems: Problems,
	): Promise<{readonly marks: RowMarks; readonly measure: Measure}> {
		const measure = await this.#good.close();
		await this.#suspects.close();
		const rows = () => readRows<CheckedRow>(path, shape);
		const marks = await findDuplicates(rows, this.#again, problem => problems.add([problem]));
		return {marks, measure};
	}
}
