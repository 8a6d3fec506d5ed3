import type {Cell, Row} from '../dataset.ts';
import type {CreateRenderer} from '../renderer.ts';

/** The start of a formula, also after whitespace, a byte order mark and guard quotes. */
const formula = /^'*[\s\uFEFF\0]*[=+\-@\t\r\n\0＝＋－＠]/;

/** Prefixes `'` to text that a spreadsheet would take for a formula: docs/faults.md O1. */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

/**
 * RFC 4180 with LF: UTF-8, `true` and `false` for booleans, nothing for null. csv-stringify takes seven times as long, which
 * is 40 % of `keys list`.
 */
export const createCsv: CreateRenderer = (columns, {header, delimiter, bom, safe}) => {
	const needsQuotes = (text: string) => /["\r\n]/.test(text) || text.includes(delimiter);
	const printText = (text: string) => (needsQuotes(text) ? quote(text) : text);
	const printSafe = (text: string) => quote(guardFormula(text));
	const printString = safe ? printSafe : printText;
	const printCell = (cell: Cell) => (typeof cell === 'string' ? printString(cell) : String(cell ?? ''));
	const printRow = (row: Row) => `${row.map(printCell).join(delimiter)}\n`;
	return {
		head: () => (bom ? '\uFEFF' : '') + (header ? printRow(columns.map(({key}) => key)) : ''),
		block: rows => rows.map(printRow).join(''),
		tail: () => '',
	};
};

export const createTsv: CreateRenderer = (columns, options) => createCsv(columns, {...options, delimiter: '\t'});
