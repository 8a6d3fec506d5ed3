import {type Cell, isFigure, type Row} from './dataset.ts';
import {printable} from './printable.ts';
import type {CreateRenderer} from './renderer.ts';

/** Markdown's own marks lose their meaning: a label cannot become a link, a tag or another cell. */
const quoted = (text: string) => printable(text).replace(/[\\`*_[\]<>|~&]/g, '\\$&');
const cellText = (cell: Cell) => (cell === null ? '' : quoted(String(cell)));
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;

/** A pipe table of GitHub's Markdown; the header is part of it and stays. */
export const createMarkdown: CreateRenderer = columns => ({
	head: () =>
		line(columns.map(column => quoted(column.title))) +
		line(columns.map(column => (isFigure(column) ? '---:' : '---'))),
	block: rows => rows.map((row: Row) => line(row.map(cellText))).join(''),
	tail: () => '',
});
