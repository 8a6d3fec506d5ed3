import {createHash} from 'node:crypto';
import type {KeyUpdate} from '../../contract/operations/license-keys.ts';
import type {CheckedRow} from '../rows/checked-row.ts';
import {errorAt, type InputError, quoteValue, valueError} from '../rows/input-error.ts';
import {printField, writableColumns} from '../rows/upload-columns.ts';
import {hashText, type KeySet} from './key-set.ts';
import {RowMarks} from './row-marks.ts';

/** The number of keys compared in one pass over the rows. More keys need more passes, not more memory. */
const keysPerPass = 100_000;

const digest = (update: KeyUpdate) =>
	createHash('sha256')
		.update(JSON.stringify(writableColumns.map(column => printField(column, update))))
		.digest('base64');

type First = {readonly index: number; readonly line: number; readonly digest: string};

/**
 * Compares the rows that share a key. Equal rows are merged into the first; a row with other values is an error.
 * @param readRows reads all rows from the start, and is called once per pass.
 * @param candidates the keys that may be in several rows; the others are not compared.
 */
export async function findDuplicates(
	readRows: () => AsyncIterable<readonly CheckedRow[]>,
	candidates: KeySet,
	onError: (error: InputError) => void,
): Promise<RowMarks> {
	const marks = new RowMarks();
	const passes = Math.ceil(candidates.size / keysPerPass);
	for (let pass = 0; pass < passes; pass++) {
		const firsts = new Map<string, First>();
		let index = 0;
		for await (const block of readRows()) {
			for (const row of block) {
				const key = row.update.licenseKey;
				if (candidates.has(key) && hashText(key) % passes === pass)
					compareWithFirst(row, index, {firsts, marks, onError});
				index++;
			}
		}
	}
	return marks;
}

type Found = {
	readonly firsts: Map<string, First>;
	readonly marks: RowMarks;
	readonly onError: (error: InputError) => void;
};

function compareWithFirst({line, key, update}: CheckedRow, index: number, {firsts, marks, onError}: Found): void {
	const own = {index, line, digest: digest(update)};
	const first = firsts.get(update.licenseKey);
	if (!first) {
		firsts.set(update.licenseKey, own);
	} else if (first.digest === own.digest) {
		marks.set(index, 'merged');
	} else {
		marks.set(first.index, 'contradicts');
		marks.set(index, 'contradicts');
		const [keyLine, column] = key ?? [line, 1];
		const message = `duplicate key ${quoteValue(update.licenseKey)}: line ${first.line} has different values`;
		onError(errorAt({line: keyLine, column}, 'licenseKey', valueError(message)));
	}
}
