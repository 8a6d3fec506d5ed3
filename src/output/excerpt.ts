import type {Place} from '../errors.ts';
import {displayWidth} from './display-width.ts';
import {printable} from './printable.ts';

/** The most characters of a line that are shown. */
const window = 160;
/** The most characters before the position. */
const leading = 60;

export function excerpt({source, line, column, length = 1, text}: Place): string[] {
	const where = `  ${printable(source)}:${line}:${column}`;
	if (text === undefined) return [where];
	const characters = [...text];
	const from = characters.length > window ? Math.max(0, column - 1 - leading) : 0;
	const to = from + window;
	const head = from > 0 ? '…' : '';
	const part = (start: number, end: number) => printable(characters.slice(start, end).join(''));
	const before = head + part(from, column - 1);
	const marked = part(column - 1, Math.min(column - 1 + length, to));
	const after = part(Math.min(column - 1 + length, to), to) + (characters.length > to ? '…' : '');
	const caret = '^'.repeat(Math.max(1, displayWidth(marked)));
	return [where, `  | ${before}${marked}${after}`, `  | ${' '.repeat(displayWidth(before))}${caret}`];
}
