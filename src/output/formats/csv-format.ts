import {type Options, stringify} from 'csv-stringify/sync';
import {type Cell, dataCell, type Row} from '../dataset.ts';
import type {CreateRenderer} from '../renderer.ts';

/** The start of a formula, also after whitespace, a byte order mark and guard quotes. */
const formula = /^'*[\s\uFEFF\0]*[=+\-@\t\r\n\0＝＋－＠]/;

/** Prefixes `'` to text that a spreadsheet would take for a formula: test/faults.md O1. */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** RFC 4180 with LF: UTF-8, `true` and `false` for booleans, nothing for null. */
export const createCsv: CreateRenderer = (columns, {header, delimiter, bom, safe}) => {
	const options: Options = {
		delimiter,
		quoted_string: safe,
		cast: {boolean: String, ...(safe ? {string: guardFormula} : {})},
	};
	const text = (rows: Cell[][]) => stringify(rows, options);
	return {
		head: () => (bom ? '\uFEFF' : '') + (header ? text([columns.map(column => column.key)]) : ''),
		block: (rows: readonly Row[]) => text(rows.map(row => columns.map((column, at) => dataCell(column, row[at])))),
		tail: () => '',
	};
};

export const createTsv: CreateRenderer = (columns, options) => createCsv(columns, {...options, delimiter: '\t'});
