import type {KeyUpdate} from '../../contract/operations/license-keys.ts';
import type {Fields} from './key-fields.ts';

/** What the registry is expected to hold of a key: values as the file was written, or as a run left them. */
export type Expectation = Fields & {readonly lastEditedDate?: string | undefined};

/** A row of an upload file that passed its check. On disk it is a line of JSON. */
export type CheckedRow = {
	/** Where the row begins in the file. */
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

/** What an upload file is: its kind, and of a CSV the columns it can change, by our names. */
export type FileShape = {readonly format: 'csv' | 'json'; readonly columns: readonly string[]};
