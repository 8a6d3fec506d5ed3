import type {InputError, Position, ValueError} from '../rows/input-error.ts';
import type {Column} from '../rows/upload-columns.ts';

export type InputField = {
	readonly name: string;
	/** The name of the key column, or the name in the file if it is not a key column. */
	readonly columnName: string;
	/** Undefined if the field is not sent. */
	readonly column: Column | undefined;
	readonly error?: ValueError;
};

export type InputRow = Position & {
	readonly fields: readonly InputField[];
	/** The values in the order of `fields`; undefined leaves a field unchanged. */
	readonly values: readonly unknown[];
	readonly error?: InputError;
	/** Returns the end of the message about a rejected cell: a flag that might accept it, or what the given flag accepts. */
	readonly advise?: (column: Column, text: string) => string;
	readonly positionOf: (index: number) => Position;
	/** Returns the row as the user wrote it, by the names of key columns, for the file of rejected rows. */
	readonly original: () => Readonly<Record<string, unknown>>;
};

/**
 * A row, or an error in its place, in the order of the file. Readers yield them in blocks, because a promise per row would
 * take longer than the row itself.
 */
export type InputItem = {readonly row: InputRow} | {readonly error: InputError};
