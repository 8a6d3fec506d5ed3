import {CliError, type Place} from '../errors.ts';
import type {Refusal} from './refusal.ts';

/** A mistake in an upload file; line and column count from 1, in characters, as editors do. */
export type Problem = {
	readonly line: number;
	readonly column: number;
	/** Name of the column in the file, where the mistake lies in one. */
	readonly field: string | null;
	readonly message: string;
	readonly suggest?: string;
};

/** The problem of one cell or member. */
export const problemAt = (at: {line: number; column: number}, field: string | null, refusal: Refusal): Problem => ({
	line: at.line,
	column: at.column,
	field,
	message: refusal.message,
	...(refusal.suggest === undefined ? {} : {suggest: refusal.suggest}),
});

/** `12:34 installQuota: "ten" is not a whole number …; did you mean …?` */
export function printProblem({line, column, field, message, suggest}: Problem): string {
	const name = field === null ? '' : `${field}: `;
	const near = suggest === undefined ? '' : `; did you mean ${suggest}?`;
	return `${line}:${column}: ${name}${message}${near}`;
}

/** A mistake that makes the rest of the file unreadable, or the header useless: the run ends with it (exit 2). */
export const fileError = (
	message: string,
	{hint, place, suggest}: {hint: string; place?: Place; suggest?: readonly string[]},
) =>
	new CliError('usage', message, {
		hint,
		code: 'input-file',
		...(place ? {place} : {}),
		...(suggest?.length ? {suggest} : {}),
	});

/** Where an index of a text lies, if the text begins at the given line. `breaks` finds the ends of its lines. */
export function placeOf(text: string, index: number, firstLine = 1, breaks = /\n/g): {line: number; column: number} {
	const ends = [...text.slice(0, index).matchAll(breaks)];
	const last = ends.at(-1);
	return {line: firstLine + ends.length, column: index - (last ? last.index + last[0].length : 0) + 1};
}
