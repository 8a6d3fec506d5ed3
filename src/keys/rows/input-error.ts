import {CliError, type Place} from '../../errors.ts';

/** A position in a file; line and column count from 1, in characters, as editors do. */
export type Position = {readonly line: number; readonly column: number};

/** An error in an upload file. */
export type InputError = Position & {
	/** Name of the column in the file, if the error is in one. */
	readonly field: string | null;
	readonly message: string;
	readonly suggest?: string;
	/** Nothing after it can be read. */
	readonly fatal?: true;
	/** It is in the header: no row can be sent, and each is checked as far as its columns are known. */
	readonly isOfAll?: true;
};

/** The error of one cell or member. */
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

/** The error that keeps the whole file from being read (exit 2). */
export const fileError = (message: string, {hint, place}: {readonly hint: string; readonly place?: Place}): CliError =>
	new CliError('usage', message, {hint, code: 'input-file', ...(place ? {place} : {})});

/** The position of an index in a text that begins at `from`; `lineEnd` is what ends its lines. */
export function positionIn(text: string, index: number, from: Position, lineEnd = '\n'): Position {
	const lines = text.slice(0, index).split(lineEnd);
	const last = lines.at(-1) ?? '';
	return {
		line: from.line + lines.length - 1,
		column: (lines.length === 1 ? from.column : 1) + last.length,
	};
}

/** The reason why a value of an upload file cannot be sent; `suggest` is the nearest value that can. */
export type ValueError = {readonly kind: 'value-error'; readonly message: string; readonly suggest?: string};

export const valueError = (message: string, suggest?: string): ValueError => ({
	kind: 'value-error',
	message,
	...(suggest === undefined ? {} : {suggest}),
});

/** Tells an error from a checked value. */
export const isValueError = (checked: string | number | boolean | null | ValueError): checked is ValueError =>
	typeof checked === 'object' && checked?.kind === 'value-error';

const longest = 40;

/** A value for a message: a string in quotes and on one line, and cut when it is long. */
export function shown(value: unknown): string {
	const quote = typeof value === 'string';
	const text = quote ? value : (JSON.stringify(value) ?? String(value));
	// Cut between characters, not within a surrogate pair.
	const cut = text.length > longest ? `${[...text.slice(0, 2 * longest)].slice(0, longest).join('')}…` : text;
	return quote ? JSON.stringify(cut) : cut;
}
