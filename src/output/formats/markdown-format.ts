import {type Cell, type Column, displayCell, isFigure, type Row, withSign} from '../dataset.ts';
import {printable} from '../printable.ts';
import type {CreateRenderer} from '../renderer.ts';

/** Escapes Markdown, so that a label cannot become a link, a tag or another cell. */
export const escapeMarks = (text: string) => printable(text).replace(/[\\`*_[\]<>|~&]/g, '\\$&');

/** A code span, which ends only at as many backticks as it begins with. */
export function formatCode(text: string): string {
	const runs = Array.from(text.matchAll(/`+/g), ([run]) => run.length);
	const [fence, space] = ['`'.repeat(1 + Math.max(0, ...runs)), runs.length > 0 ? ' ' : ''];
	return `${fence}${space}${printable(text)}${space}${fence}`;
}

const cellText = (column: Column, cell: Cell = null) => {
	const shown = displayCell(column, cell);
	return shown === null ? '' : escapeMarks(withSign(column, String(shown)));
};
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;

export const createMarkdown: CreateRenderer = (columns, {title}) => ({
	head: () =>
		(title === undefined ? '' : `${escapeMarks(title)}\n\n`) +
		line(columns.map(column => escapeMarks(column.title))) +
		line(columns.map(column => (isFigure(column) ? '---:' : '---'))),
	block: rows => rows.map((row: Row) => line(row.map((cell, at) => cellText(columns[at] as Column, cell)))).join(''),
	tail: () => '',
});
