import type {KeyUpdate} from '../../contract/operations/license-keys.ts';
import type {Measure, Spool} from '../store/spool.ts';
import {writable} from './key-columns.ts';
import type {Fields} from './key-fields.ts';

/** The values that the registry is expected to hold of a key: as the file was written, or as a run left them. */
export type Expectation = Fields & {readonly lastEditedDate?: string | undefined};

/** A row of an upload file that passed its check. On disk it is a line of JSON. */
export type CheckedRow = {
	/** The line in which the row begins. */
	readonly line: number;
	readonly update: KeyUpdate;
	readonly expect?: Expectation;
	/** Line and column of the key, where that is not the beginning of the row. */
	readonly key?: readonly [line: number, column: number];
};

/** A row that is not sent, or was not accepted, as the user wrote it. */
export type LeftRow = {
	readonly line: number;
	readonly reason: string;
	/** Its cells by our names of the columns; of a JSON file, the object. */
	readonly row: Readonly<Record<string, unknown>>;
};

/** The kind of an upload file, and of a CSV file the columns that it can change, by our names. */
export type FileShape = {readonly format: 'csv' | 'json'; readonly columns: readonly string[]};

/** Rows to be compared with the registry and sent, and what is known of the file that they are from. */
export type CheckedRows = {
	/** In the order of the file. Rows that are found to be wrong on the way go to `left`; the reader settles it. */
	readonly blocks: AsyncIterable<readonly CheckedRow[]> | Iterable<readonly CheckedRow[]>;
	readonly count: number;
	/** The file that holds exactly these rows, where there is one. */
	readonly file?: {readonly path: string; readonly measure: Measure} | undefined;
	readonly shape: FileShape;
	/** Rows that were left out because they are equal to an earlier row. */
	readonly merged: number;
	/** Rows that were left out because of errors. */
	readonly invalid: number;
	/** Open spool of LeftRow. */
	readonly left: Spool;
};

/** Rows of our own making, which need no check; `count` is how many there are at most. */
export const createRows = (blocks: CheckedRows['blocks'], count: number, left: Spool): CheckedRows => ({
	blocks,
	count,
	shape: {format: 'csv', columns: writable.map(column => column.name)},
	merged: 0,
	invalid: 0,
	left,
});

/** The row as it is written to the file of rejected rows. */
export const toLeft = (
	{line, update}: Pick<CheckedRow, 'line' | 'update'>,
	reason: string,
	{format}: FileShape,
): LeftRow => ({
	line,
	reason,
	row: format === 'json' ? update : Object.fromEntries(writable.map(({name, print}) => [name, print(update) ?? ''])),
});
