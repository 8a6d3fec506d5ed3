import {CliError, type Place} from '../../errors.ts';

/** A position in a file; line and column count from 1, in characters, as editors do. */
export type Position = {readonly line: number; readonly column: number};

/** A mistake in an upload file. */
export type Problem = Position & {
	/** Name of the column in the file, where the mistake is in one. */
	readonly field: string | null;
	readonly message: string;
	readonly suggest?: string;
	/** Nothing after it can be read. */
	readonly fatal?: true;
	/** It is in the header: no row can be sent, and each is checked as far as its columns are known. */
	readonly isOfAll?: true;
};

/** The problem of one cell or member. */
export const problemAt = ({line, column}: Position, field: string | null, refusal: Refusal): Problem => ({
	line,
	column,
	field,
	...refusal,
});

/** `12:34: installQuota: "ten" is not a whole number …; did you mean …?` */
export function printProblem({line, column, field, message, suggest}: Problem): string {
	const name = field === null ? '' : `${field}: `;
	const near = suggest === undefined ? '' : `; did you mean ${suggest}?`;
	return `${line}:${column}: ${name}${message}${near}`;
}

/** A mistake that keeps the whole file from being read (exit 2). */
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

/** Why a value of an upload file cannot be sent; `suggest` is the nearest value that can. */
export type Refusal = {readonly message: string; readonly suggest?: string};

/** A refusal, with its suggestion only where there is one. */
export const refuse = (message: string, suggest?: string): Refusal =>
	suggest === undefined ? {message} : {message, suggest};

/** Tells a refusal from a checked value. */
export const isRefused = (value: unknown): value is Refusal => typeof value === 'object' && value !== null;

const longest = 40;

/** A value for a message: a string in quotes and on one line, and cut when it is long. */
export function shown(value: unknown): string {
	const quote = typeof value === 'string';
	const text = quote ? value : (JSON.stringify(value) ?? String(value));
	// Cut between characters, not within a surrogate pair.
	const cut = text.length > longest ? `${[...text.slice(0, 2 * longest)].slice(0, longest).join('')}…` : text;
	return quote ? JSON.stringify(cut) : cut;
}
