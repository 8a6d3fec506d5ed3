import type {InputError, Position, ValueError} from '../rows/input-error.ts';
import type {CellFlag, Column} from '../rows/key-columns.ts';

/** Rows of an upload file before they are checked: the same record, whether the file is CSV or JSON. */

/** The meaning of a column of a CSV file or a member of a JSON object. */
export type InputField = {
	/** As the file calls it. */
	readonly name: string;
	/** Our name of it, where there is one. */
	readonly ours: string;
	/** Undefined: it is not sent. */
	readonly column: Column | undefined;
	/** The reason why the file cannot have it. */
	readonly error?: ValueError;
};

export type InputRow = Position & {
	readonly fields: readonly InputField[];
	/** The flags that could read its cells in other ways, and were not given. */
	readonly unusedFlags: ReadonlySet<CellFlag>;
	/** In the order of `fields`; undefined leaves a field as it is. */
	readonly values: readonly unknown[];
	/** The error of the row as a whole. */
	readonly error?: InputError;
	/** The position of a value, by its index. */
	readonly positionOf: (index: number) => Position;
	/** The row as the user wrote it, by our names, for the file of rejected rows. */
	readonly original: () => Readonly<Record<string, unknown>>;
};

/**
 * An item that a reader yields, in the order of the file: a row, or an error in its place. It yields many at a time: a promise
 * for each row would take longer than the row.
 */
export type InputItem = {readonly row: InputRow} | {readonly error: InputError};
