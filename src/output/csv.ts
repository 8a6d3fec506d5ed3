import {type Options, stringify} from 'csv-stringify/sync';
import type {Cell, Row} from './dataset.ts';
import {guardFormula} from './formula-guard.ts';
import type {CreateRenderer} from './renderer.ts';

/** RFC 4180 with LF: UTF-8, `true` and `false` for booleans, nothing for null. */
export const createCsv: CreateRenderer = (columns, {header, delimiter, bom, safe}) => {
	const options: Options = {
		delimiter,
		quoted_string: safe,
		cast: {boolean: String, ...(safe ? {string: guardFormula} : {})},
	};
	const block = (rows: readonly Row[]) => stringify(rows as Cell[][], options);
	return {
		head: () => (bom ? '\uFEFF' : '') + (header ? block([columns.map(column => column.key)]) : ''),
		block,
		tail: () => '',
	};
};

/** The same with tabs. */
export const createTsv: CreateRenderer = (columns, options) => createCsv(columns, {...options, delimiter: '\t'});
