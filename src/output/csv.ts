import {stringify} from 'csv-stringify/sync';
import type {Cell, Row} from './dataset.ts';
import {guardFormula} from './formula-guard.ts';
import type {CreateRenderer} from './renderer.ts';

const booleanWord = (value: boolean) => (value ? 'true' : 'false');
const guard = (cell: Cell) => (typeof cell === 'string' ? guardFormula(cell) : cell);

type WriteRows = (rows: readonly Row[]) => string;

/** Tells the rows that need no quotes, and joins them. */
class PlainRows {
	private readonly delimiter: string;
	private readonly special: RegExp;
	/** Labels of outer levels come again and again: the last text of each column that was found plain. */
	private readonly known: string[] = [];

	constructor(delimiter: string) {
		this.delimiter = delimiter;
		this.special = new RegExp(`["\\r\\n${delimiter.replace(/[\\\]^-]/, '\\$&')}]`);
	}

	private isPlain(text: string, place: number): boolean {
		if (text === this.known[place]) return true;
		if (this.special.test(text)) return false;
		this.known[place] = text;
		return true;
	}

	/** The row as a line, or undefined where a text needs quotes. An empty line is the library's to decide on. */
	line(row: Row): string | undefined {
		let line = '';
		for (let place = 0; place < row.length; place++) {
			const cell = row[place] as Cell;
			if (place > 0) line += this.delimiter;
			if (cell === null) continue;
			if (typeof cell === 'string' && !this.isPlain(cell, place)) return undefined;
			line += cell;
		}
		return line === '' ? undefined : line;
	}
}

/** Joins the rows that are plain, nearly all, in an eighth of the library's time, and leaves each run of others to it. */
function createPlainFirst(delimiter: string, withQuotes: WriteRows): WriteRows {
	const plain = new PlainRows(delimiter);
	return rows => {
		let text = '';
		let from = 0;
		for (let place = 0; place < rows.length; place++) {
			const line = plain.line(rows[place] as Row);
			if (line === undefined) continue;
			if (from < place) text += withQuotes(rows.slice(from, place));
			text += `${line}\n`;
			from = place + 1;
		}
		return from < rows.length ? text + withQuotes(rows.slice(from)) : text;
	};
}

/**
 * RFC 4180 with LF: UTF-8, `true` and `false` in words, nothing for null. csv-stringify writes what needs quotes, a run of
 * rows at a time: its stream costs 1.7 times as much.
 */
export const createCsv: CreateRenderer = (columns, {header, delimiter, bom, safe}) => {
	const options = {
		delimiter,
		cast: {boolean: booleanWord},
		// A lone CR would end the row for many readers.
		quoted_match: /\r/,
		quoted_string: safe,
	};
	const withQuotes: WriteRows = rows => stringify(rows as Cell[][], options);
	const guarded: WriteRows = rows => withQuotes(rows.map(row => row.map(guard)));
	const block = safe ? guarded : createPlainFirst(delimiter, withQuotes);
	return {
		head: () => (bom ? '\uFEFF' : '') + (header ? block([columns.map(column => column.key)]) : ''),
		block,
		tail: () => '',
	};
};

/** The same with tabs. */
export const createTsv: CreateRenderer = (columns, options) => createCsv(columns, {...options, delimiter: '\t'});
