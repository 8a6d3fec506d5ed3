import {type Cell, isFigure, type Row} from './dataset.ts';
import {cutStart, cutToWidth, displayWidth} from './display-width.ts';
import {type Align, gridLines} from './grid.ts';
import {printable} from './printable.ts';
import type {CreateRenderer, RenderOptions} from './renderer.ts';
import {fitColumns, gap, type Layout} from './table-layout.ts';

/** Rows looked at before widths are settled; later rows may widen a column, never narrow it. */
const lookAhead = 5000;
/** cli-table3 takes time by the square of its rows: 5,000 in one table 2.7 s, in blocks of 10 a tenth of a second. */
const rowsPerGrid = 10;
/** Off a terminal nothing is cut, but longer cells stand out of their column instead of padding all others. */
const widest = 80;

const cellText = (cell: Cell | undefined) => (cell === null || cell === undefined ? '' : printable(String(cell)));

/** Lines of rows, of which one with a cell wider than its column gets wider columns for itself alone. */
function tableLines(rows: readonly (readonly string[])[], widths: readonly number[], aligns: readonly Align[]): string {
	let text = '';
	let regular: (readonly string[])[] = [];
	const flush = () => {
		if (regular.length > 0) text += gridLines(regular, widths, aligns);
		regular = [];
	};
	for (const row of rows) {
		const own = row.map((cell, index) => Math.max(displayWidth(cell), widths[index] ?? 0));
		if (own.some((width, index) => width > (widths[index] ?? 0))) {
			flush();
			text += gridLines([row], own, aligns);
		} else if (regular.push(row) === rowsPerGrid) flush();
	}
	flush();
	return text;
}

function sayWhatIsHidden({hidden, shrunk}: Layout, {note, width}: RenderOptions) {
	if (hidden.length > 0)
		note(`hidden to fit into ${width} columns: ${hidden.join(', ')} (--fields chooses, -o csv has all)`);
	if (shrunk.length > 0) note(`cut to fit into ${width} columns: ${shrunk.join(', ')} (whole with -o csv)`);
}

/** Aligned columns for people: escaped, one line a row, fitted to the terminal. */
export const createTable: CreateRenderer = (columns, options) => {
	const titles = columns.map(column => printable(column.title));
	const natural = titles.map(displayWidth);
	let waiting: (readonly string[])[] = [];
	let layout: Layout | undefined;

	const measure = (rows: readonly (readonly string[])[]) => {
		for (const row of rows) {
			for (const [index, cell] of row.entries()) {
				const width = Math.min(displayWidth(cell), widest);
				if (width > (natural[index] ?? 0)) natural[index] = width;
			}
		}
	};
	const lines = (rows: readonly (readonly string[])[], {shown, widths}: Layout) => {
		const aligns = shown.map(index => (isFigure(columns[index] as (typeof columns)[number]) ? 'right' : 'left'));
		const cut = (cell: string, index: number) => {
			if (options.width === undefined) return cell;
			return (columns[index]?.cut === 'start' ? cutStart : cutToWidth)(cell, widths[index] ?? 0);
		};
		return tableLines(
			rows.map(row => shown.map((column, index) => cut(row[column] ?? '', index))),
			widths,
			aligns,
		);
	};
	const header = (settled: Layout) => {
		if (!options.header) return '';
		const heading = lines([titles], settled);
		const rule = `${settled.widths.map(width => '─'.repeat(width)).join(' '.repeat(gap))}\n`;
		return options.color ? `\x1b[1m${heading.trimEnd()}\x1b[22m\n\x1b[2m${rule.trimEnd()}\x1b[22m\n` : heading + rule;
	};
	const settle = () => {
		const begun = layout !== undefined;
		const settled = fitColumns(columns, natural, options.width);
		if (!begun) sayWhatIsHidden(settled, options);
		layout = settled;
		const text = (begun ? '' : header(settled)) + lines(waiting, settled);
		waiting = [];
		return text;
	};
	return {
		head: () => '',
		block: (rows: readonly Row[]) => {
			const texts = rows.map(row => row.map(cellText));
			measure(texts);
			waiting.push(...texts);
			const settled = layout !== undefined || options.live;
			return waiting.length >= (settled ? 1 : lookAhead) ? settle() : '';
		},
		tail: () => (layout === undefined ? settle() : ''),
	};
};
