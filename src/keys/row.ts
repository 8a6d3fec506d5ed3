import type {KeyUpdate} from '../contract/license-keys.ts';
import type {Fields} from './fields.ts';

/** What the registry is expected to hold of a key: values as the file was written, or as a run left them. */
export type Expectation = Fields & {readonly lastEditedDate?: string | undefined};

/** A row of an upload file that passed its check. */
export type CheckedRow = {
	/** Where the row begins in the file. */
	readonly line: number;
	readonly update: KeyUpdate;
	readonly expect?: Expectation;
	/** Line and column of the key, where that is not the row's begin. */
	readonly key?: readonly [number, number];
};

/** A row that will not be sent, or was not taken, as the user gave it. */
export type LeftRow = {
	readonly line: number;
	readonly reason: string;
	/** Its cells by our names of the columns; of a JSON file, the object. */
	readonly row: Readonly<Record<string, unknown>>;
};
