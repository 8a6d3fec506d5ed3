import {stringify} from 'csv-stringify/sync';
import type {Cell, Row} from './dataset.ts';
import {guardFormula} from './formula-guard.ts';
import type {CreateRenderer} from './renderer.ts';

const booleanWord = (value: boolean) => (value ? 'true' : 'false');
const guard = (cell: Cell) => (typeof cell === 'string' ? guardFormula(cell) : cell);

/**
 * RFC 4180 with LF: UTF-8, `true` and `false` in words, nothing for null. csv-stringify writes a block at a time: its
 * stream costs 1.7 times as much.
 */
export const createCsv: CreateRenderer = (columns, {header, delimiter, bom, safe}) => {
	const options = {
		delimiter,
		cast: {boolean: booleanWord},
		// A lone CR would end the row for many readers.
		quoted_match: /\r/,
		quoted_string: safe,
	};
	const text = (rows: readonly Row[]) =>
		stringify((safe ? rows.map(row => row.map(guard)) : rows) as Cell[][], options);
	return {
		head: () => (bom ? '\uFEFF' : '') + (header ? text([columns.map(column => column.key)]) : ''),
		block: text,
		tail: () => '',
	};
};

/** The same with tabs. */
export const createTsv: CreateRenderer = (columns, options) => createCsv(columns, {...options, delimiter: '\t'});
