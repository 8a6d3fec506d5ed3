import {counted} from '../../text/wording.ts';
import {wordsOf, wrapWords} from '../../text/wrap-words.ts';
import {type Cell, type Column, displayCell, isFigure, type Row, withSign} from '../dataset.ts';
import {cutMiddle, cutStart, cutToWidth, displayWidth} from '../display-width.ts';
import {printable} from '../printable.ts';
import type {CreateRenderer, Renderer, RenderOptions} from '../renderer.ts';
import {gridLines} from './table-grid.ts';
import {fitColumns, gap, type Layout, total} from './table-layout.ts';

/** Rows measured before the first one is written. Later rows may widen a column but never narrow it. */
const lookAhead = 5000;
/** A longer cell exceeds its column, so that it does not widen every row. Nothing is cut outside a terminal. */
const maxColumnWidth = 80;

type TextRow = readonly string[];

/** Counts the point as well: 3 for `1.25`. */
const countDecimals = (figure: string) => (/^-?\d+(\.\d+)\*?$/.exec(figure)?.[1] ?? '').length;

/** Inserts spaces where a word, such as a path, has to continue in the next line. */
const breakWords = (text: string, width: number) => text.replace(new RegExp(`\\S{${width}}(?=\\S)`, 'gu'), '$& ');

const firstLine = (text: string) => text.trim().replace(/[\r\n].*$/s, '…');
const cellText = (cell: Cell | undefined) => (cell === null || cell === undefined ? '' : printable(String(cell)));

class TableRenderer implements Renderer {
	readonly #columns: readonly Column[];
	readonly #options: RenderOptions;
	#titles: TextRow;
	#natural: number[];
	/** The most characters from the point on so far. */
	readonly #decimals = new Map<string, number>();
	readonly #figureAt: number;
	#waiting: TextRow[] = [];
	#hasBegun = false;
	#notes: readonly string[] = [];

	constructor(columns: readonly Column[], options: RenderOptions) {
		this.#columns = columns;
		this.#options = options;
		this.#figureAt = columns.findIndex(({namesUnit}) => namesUnit);
		this.#titles = columns.map(({title}) => printable(title));
		this.#natural = this.#titles.map(displayWidth);
	}

	head(): string {
		const {title, width = Infinity} = this.#options;
		if (title === undefined) return '';
		const wrap = (line: string) => wrapWords(wordsOf(printable(line)), {width, measure: displayWidth}).join('\n');
		return `${title.split('\n').map(wrap).join('\n')}\n\n`;
	}

	block(rows: readonly Row[]): string {
		for (const row of rows) {
			const texts = row.map((cell, index) => this.#cellText(cell, index));
			if (!this.#hasBegun) this.#measureDecimals(texts);
			this.#waiting.push(texts);
		}
		const isEnough = this.#hasBegun || this.#options.live || this.#waiting.length >= lookAhead;
		return isEnough && this.#waiting.length > 0 ? this.#flush() : '';
	}

	tail(): string {
		return this.#hasBegun ? '' : this.#flush();
	}

	notes(): readonly string[] {
		return this.#notes;
	}

	#cellText(cell: Cell, index: number): string {
		const column = this.#columns[index] as Column;
		const shown = displayCell(column, cell);
		if (this.#options.width === undefined) return cellText(shown);
		const line = column.layout?.cut === 'lines' && typeof shown === 'string' ? firstLine(shown) : shown;
		return cellText(line);
	}

	#measure(row: TextRow): void {
		for (const [index, cell] of row.entries()) {
			const width = Math.min(displayWidth(cell), maxColumnWidth);
			this.#natural[index] = Math.max(width, this.#natural[index] ?? 0);
		}
	}

	#measureDecimals(row: TextRow): void {
		for (const [index, cell] of row.entries()) {
			const key = this.#decimalsKey(row, index);
			this.#decimals.set(key, Math.max(countDecimals(cell), this.#decimals.get(key) ?? 0));
		}
	}

	/** Figures in rows of their own are told apart, but their changes are of one kind. */
	#decimalsKey(row: TextRow, index: number): string {
		return `${index} ${this.#columns[index]?.isChange ? '' : row[this.#figureAt]}`;
	}

	/** Pads figures to the same number of decimals per column, or per column and figure. */
	#align(row: TextRow): TextRow {
		return row.map((cell, index) => {
			const [most = 0, own] = [this.#decimals.get(this.#decimalsKey(row, index)), countDecimals(cell)];
			const column = this.#columns[index] as Column;
			if (most <= own || column.hasMixedUnits || !isFigure(column) || !/^-?\d+(\.\d+)?$/.test(cell))
				return withSign(column, cell);
			return withSign(column, (own === 0 ? `${cell}.` : cell) + '0'.repeat(most - Math.max(1, own)));
		});
	}

	#shortenTitles(rows: readonly TextRow[]): void {
		this.#titles = this.#columns.map(({title, layout}) => printable(layout?.shortTitle ?? title));
		this.#natural = this.#titles.map(displayWidth);
		for (const row of rows) this.#measure(row);
	}

	#flush(): string {
		const waiting = this.#waiting.map(row => this.#align(row));
		for (const row of waiting) this.#measure(row);
		if (!this.#hasBegun && total(this.#natural) > (this.#options.width ?? Infinity)) this.#shortenTitles(waiting);
		const layout = fitColumns(this.#columns, this.#natural, this.#options.width);
		const rows = this.#lines(waiting, layout);
		this.#waiting = [];
		if (this.#hasBegun) return rows;
		this.#hasBegun = true;
		// Columns that are hidden by default are told only beside others.
		if (waiting.length > 0 && layout.hidden > 0) {
			const hidden = counted(layout.hidden + this.#options.leftOut, 'more column');
			this.#notes = [`${hidden}: -o csv, or --fields`];
		}
		return this.#heading(layout) + rows;
	}

	#heading(layout: Layout): string {
		const {header, color} = this.#options;
		if (!header) return '';
		const cut = [...this.#titles];
		for (const {index, width} of layout.shown) cut[index] = cutToWidth(cut[index] ?? '', width);
		const titles = this.#lines([cut], layout);
		const rule = `${layout.shown.map(({width}) => '─'.repeat(width)).join(' '.repeat(gap))}\n`;
		return color ? `\x1b[1m${titles.trimEnd()}\x1b[22m\n\x1b[2m${rule.trimEnd()}\x1b[22m\n` : titles + rule;
	}

	#lines(rows: readonly TextRow[], {shown}: Layout): string {
		const columns = shown.map(({index, width}) => {
			const column = this.#columns[index] as Column;
			const {layout = {}} = column;
			const isWrapped = this.#options.width !== undefined && layout.isWrapped === true;
			const cut = layout.cut === 'start' ? cutStart : column.kind === 'label' ? cutMiddle : cutToWidth;
			const align = isFigure(column) ? ('right' as const) : ('left' as const);
			return {index, width, align, isWrapped, cut: isWrapped ? breakWords : cut};
		});
		const cells = (row: TextRow) =>
			columns.map(({index, width, cut}) => {
				const cell = row[index] ?? '';
				return this.#options.width === undefined ? cell : cut(cell, width);
			});
		return gridLines(rows.map(cells), columns);
	}
}

export const createTable: CreateRenderer = (columns, options) => new TableRenderer(columns, options);
