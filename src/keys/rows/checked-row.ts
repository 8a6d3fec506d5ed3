import type {KeyUpdate} from '../../contract/operations/license-keys.ts';
import type {Checksum, Spool} from '../store/spool.ts';
import {writable} from './key-columns.ts';
import type {Fields} from './key-fields.ts';

/** The values that the registry is expected to have for a key, from the export or from an earlier run. */
export type Expectation = Fields & {readonly lastEditedDate?: string | undefined};

/** A row of an upload file that passed the checks, stored as a line of JSON. */
export type CheckedRow = {
	readonly line: number;
	readonly update: KeyUpdate;
	readonly expect?: Expectation;
	/** The position of the key, unless the row begins with it. */
	readonly key?: readonly [line: number, column: number];
};

/** A row that was not sent or not accepted, as the user wrote it. */
export type LeftOutRow = {
	readonly line: number;
	readonly reason: string;
	/** The cells by column, or the object of a JSON file. */
	readonly row: Readonly<Record<string, unknown>>;
};

/** The format of an upload file, and for CSV the key columns that it has. */
export type FileShape = {readonly format: 'csv' | 'json'; readonly columns: readonly string[]};

/** Rows to compare with the registry and send, with facts about their file. */
export type CheckedRows = {
	/** The rows in the order of the file. Rows found invalid on the way are added to `left`, which the reader must settle. */
	readonly blocks: AsyncIterable<readonly CheckedRow[]> | Iterable<readonly CheckedRow[]>;
	readonly count: number;
	/** A file with exactly these rows, if there is one. */
	readonly file?: {readonly path: string; readonly checksum: Checksum} | undefined;
	readonly shape: FileShape;
	/** The number of rows left out because they equal an earlier row. */
	readonly merged: number;
	/** The number of rows left out because of errors. */
	readonly invalid: number;
	/** The open spool of LeftOutRow. */
	readonly left: Spool;
};

/** Wraps rows created by the program, which need no check; `count` is their maximum number. */
export const createRows = (blocks: CheckedRows['blocks'], count: number, left: Spool): CheckedRows => ({
	blocks,
	count,
	shape: {format: 'csv', columns: writable.map(column => column.name)},
	merged: 0,
	invalid: 0,
	left,
});

/** Converts a row to the form of the file of rejected rows. */
export const toLeftOutRow = (
	{line, update}: Pick<CheckedRow, 'line' | 'update'>,
	reason: string,
	{format}: FileShape,
): LeftOutRow => ({
	line,
	reason,
	row: format === 'json' ? update : Object.fromEntries(writable.map(({name, print}) => [name, print(update) ?? ''])),
});
