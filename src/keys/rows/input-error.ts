import {isObject} from '../../contract/json-values.ts';
import {CliError, type Place} from '../../errors.ts';

/** A position in a file; lines and columns count from 1, as in editors. */
export type Position = {readonly line: number; readonly column: number};

export type InputError = Position & {
	/** The name of the column in the file, or null if the error is not in a column. */
	readonly field: string | null;
	readonly message: string;
	readonly suggest?: string;
	/** The rest of the file cannot be read. */
	readonly fatal?: true;
	/** The error is in the header, so no row can be sent; the rows are still checked for more errors. */
	readonly isInHeader?: true;
};

export const errorAt = (
	{line, column}: Position,
	field: string | null,
	{kind: _, ...rest}: ValueError,
): InputError => ({
	line,
	column,
	field,
	...rest,
});

/** `12:34: installQuota: "ten" is not a whole number …; did you mean …?` */
export function printError({line, column, field, message, suggest}: InputError): string {
	const name = field === null ? '' : `${field}: `;
	const near = suggest === undefined ? '' : `; did you mean ${suggest}?`;
	return `${line}:${column}: ${name}${message}${near}`;
}

export const fileError = (message: string, {hint, place}: {readonly hint: string; readonly place?: Place}): CliError =>
	new CliError('usage', message, {hint, code: 'input-file', ...(place ? {place} : {})});

export function positionIn(text: string, index: number, from: Position, lineEnd = '\n'): Position {
	const lines = text.slice(0, index).split(lineEnd);
	const last = lines.at(-1) ?? '';
	return {
		line: from.line + lines.length - 1,
		column: (lines.length === 1 ? from.column : 1) + last.length,
	};
}

/** The reason why a value cannot be sent; `suggest` is the nearest valid value. */
export type ValueError = {readonly kind: 'value-error'; readonly message: string; readonly suggest?: string};

export const valueError = (message: string, suggest?: string): ValueError => ({
	kind: 'value-error',
	message,
	...(suggest === undefined ? {} : {suggest}),
});

export const isValueError = (checked: unknown): checked is ValueError =>
	isObject(checked) && checked.kind === 'value-error';

const maxLength = 40;

/** Prints a value on one line: strings in quotes, long values truncated. */
export function quoteValue(value: unknown): string {
	const quote = typeof value === 'string';
	const text = quote ? value : (JSON.stringify(value) ?? String(value));
	// Cut between characters, not within a surrogate pair.
	const cut = text.length > maxLength ? `${[...text.slice(0, 2 * maxLength)].slice(0, maxLength).join('')}…` : text;
	return quote ? JSON.stringify(cut) : cut;
}
