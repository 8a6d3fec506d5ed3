import {createHash} from 'node:crypto';
import type {KeyUpdate} from '../contract/license-keys.ts';
import {writable} from './columns.ts';
import {hashText, type KeySet} from './key-set.ts';
import {type Problem, problemAt} from './problem.ts';
import {refuse, shown} from './refusal.ts';
import type {CheckedRow} from './row.ts';

/** What becomes of a row: sent, the same as an earlier one, one of several that contradict each other, or of a damaged key. */
export type Mark = 'sent' | 'merged' | 'contradicts' | 'damaged';
const marks: readonly Mark[] = ['sent', 'merged', 'contradicts', 'damaged'];

/** A mark for each row, a byte each. */
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

	/** How many rows have a mark that was set. */
	countOf(mark: Exclude<Mark, 'sent'>): number {
		return this.#counts[mark];
	}

	/** True while every row is sent. */
	get untouched(): boolean {
		return this.#counts.merged + this.wrong === 0;
	}

	/** Rows that are left out as mistakes. */
	get wrong(): number {
		return this.#counts.contradicts + this.#counts.damaged;
	}
}

/** Keys looked at exactly in one pass; more take further passes, so that the memory stays flat. */
const keysPerPass = 100_000;

/** Two rows say the same when every field does. */
const digest = (update: KeyUpdate) =>
	createHash('sha256')
		.update(JSON.stringify(writable.map(column => column.print(update))))
		.digest('base64');

type First = {readonly index: number; readonly row: Pick<CheckedRow, 'line'>; readonly digest: string};

/**
 * Looks exactly at the keys that were suspected to stand in several rows. Rows that say the same are merged into the first;
 * rows that contradict each other are problems, told to `onProblem`.
 * @param rows reads all checked rows, each time it is called.
 */
export async function findDuplicates(
	rows: () => AsyncIterable<readonly CheckedRow[]>,
	suspects: KeySet,
	onProblem: (problem: Problem, row: CheckedRow) => void,
): Promise<RowMarks> {
	const found = new RowMarks();
	const passes = Math.ceil(suspects.size / keysPerPass);
	for (let pass = 0; pass < passes; pass++) {
		const firsts = new Map<string, First>();
		let index = 0;
		for await (const block of rows()) {
			for (const row of block) {
				const key = row.update.licenseKey;
				if (suspects.has(key) && hashText(key) % passes === pass) look(row, index);
				index++;
			}
		}
		function look(row: CheckedRow, at: number) {
			const own = {index: at, row: {line: row.line}, digest: digest(row.update)};
			const first = firsts.get(row.update.licenseKey);
			if (!first) firsts.set(row.update.licenseKey, own);
			else if (first.digest === own.digest) found.set(at, 'merged');
			else {
				found.set(first.index, 'contradicts');
				found.set(at, 'contradicts');
				onProblem(contradiction(row, first.row.line), row);
			}
		}
	}
	return found;
}

function contradiction(row: CheckedRow, firstLine: number): Problem {
	const [line, column] = row.key ?? [row.line, 1];
	const message = `${shown(row.update.licenseKey)} stands on line ${firstLine} already, with other values`;
	return problemAt({line, column}, 'licenseKey', refuse(message));
}
