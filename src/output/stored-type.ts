import {CliError} from '../errors.ts';
import {type Cell, type Column, type ColumnKind, dataCell} from './dataset.ts';

/** The types of columns in Parquet, workbooks and SQL, by their names in DuckDB. Values never change them. */
const kindTypes: Partial<Record<ColumnKind, string>> = {
	date: 'DATE',
	period: 'BIGINT',
	count: 'BIGINT',
	sum: 'DOUBLE',
	number: 'DOUBLE',
	percent: 'DOUBLE',
	boolean: 'BOOLEAN',
};

export const getStoredType = ({storedAs, kind}: Column): string => storedAs ?? kindTypes[kind] ?? 'VARCHAR';

/** DuckDB would round other numbers, and drop the time of a day. */
const exactTexts: Readonly<Record<string, RegExp>> = {BIGINT: /^-?\d+$/, DATE: /^[^T]*$/};

export const createMisfitError = (message: string, cause?: unknown): CliError =>
	new CliError('refused', message, {hint: 'write the rows as CSV, which has no types: -o csv', code: 'type', cause});

/** Returns the text that DuckDB casts to the type of the column. Throws CliError (refused) if the cast would change the value. */
export function toStoredText(cell: Cell, column: Column): string | null {
	const value = dataCell(column, cell);
	if (value === null) return null;
	const text = String(value);
	const type = getStoredType(column);
	if (exactTexts[type]?.test(text) === false)
		throw createMisfitError(`${column.key}: ${JSON.stringify(cell)} is not a value of type ${type}`);
	return text;
}
