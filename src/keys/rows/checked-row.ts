import type {KeyUpdate} from '../../contract/operations/license-keys.ts';
import type {CsvForm} from '../store/importable-csv.ts';
import type {Checksum, Spool} from '../store/spool.ts';
import {type Fields, printField, writableColumns} from './upload-columns.ts';

/** The values that the registry is expected to have for a key, from the export or from an earlier run. */
export type Expectation = Fields & {readonly lastEditedDate?: string | undefined};

export type CheckedRow = {
	readonly line: number;
	readonly update: KeyUpdate;
	readonly expect?: Expectation;
	/** The position of the key, unless the row begins with it. */
	readonly key?: readonly [line: number, column: number];
};

export type LeftOutRow = {
	readonly line: number;
	readonly reason: string;
	/** The cells or values by column. */
	readonly row: Readonly<Record<string, unknown>>;
};

export type CheckedRows = {
	/** The rows in the order of the file. Reading them may add invalid rows to `leftOut`, which the reader must flush. */
	readonly blocks: AsyncIterable<readonly CheckedRow[]> | Iterable<readonly CheckedRow[]>;
	readonly count: number;
	/** A file with exactly these rows, if there is one. */
	readonly file?: {readonly path: string; readonly checksum: Checksum} | undefined;
	/** The columns of the file; of a JSON file, all that can be changed. */
	readonly columns: readonly string[];
	readonly form?: CsvForm | undefined;
	readonly merged: number;
	readonly invalid: number;
	readonly leftOut: Spool;
};

/** Wraps rows created by the program, which need no check; `count` is their maximum number. */
export const createRows = (blocks: CheckedRows['blocks'], count: number, leftOut: Spool): CheckedRows => ({
	blocks,
	count,
	columns: writableColumns.map(column => column.name),
	merged: 0,
	invalid: 0,
	leftOut,
});

export const toLeftOutRow = ({line, update}: Pick<CheckedRow, 'line' | 'update'>, reason: string): LeftOutRow => ({
	line,
	// An empty cell leaves the notes unchanged.
	reason: update.notes === '' ? `${reason} (its notes are cleared only with --empty-clears notes)` : reason,
	row: printFields(update),
});

/** Prints the values that the update sets, by column. */
export const printFields = (update: KeyUpdate): LeftOutRow['row'] =>
	Object.fromEntries(
		writableColumns.flatMap(column => {
			const text = printField(column, update) ?? '';
			return text === '' ? [] : [[column.name, text]];
		}),
	);
