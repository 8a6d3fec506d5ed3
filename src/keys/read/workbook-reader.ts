import type {Buffer} from 'node:buffer';
import type {Cell, ReadOptions, Sheet} from 'hucre/xlsx';
import {readXlsx} from 'hucre/xlsx';
import {nearNames} from '../../text/near-names.ts';
import {alternatives} from '../../text/wording.ts';
import {quoteValue, type ValueError, valueError} from '../rows/input-error.ts';
import {extractCells, WorkbookError} from './workbook-parts.ts';

export {WorkbookError};

/**
 * A row of a sheet; `line` is its number. A cell that cannot be read exactly has an error; some errors apply to license keys
 * only.
 */
export type SheetRow = {
	readonly line: number;
	readonly cells: readonly string[];
	readonly errors: ReadonlyMap<number, CellError>;
	readonly isHidden: boolean;
};
type CellError = {readonly error: ValueError; readonly onlyForKeys: boolean};

/** Reads one column more than is accepted, so that a surplus column is an error. */
const range = 'A1:AY1048576';
const maxRows = 100_000;
const maxColumns = 50;

type SheetRows = {
	readonly rows: readonly SheetRow[];
	readonly name: string;
	/** The names of the other sheets that are not hidden. */
	readonly others: readonly string[];
	/** The number of cells that took the value of the merged cells they belong to. */
	readonly merged: number;
};

type ListedSheet = {readonly name: string; readonly isHidden: boolean};

/** Finds a sheet by name, or else by number from 1. If `wanted` is undefined, finds the first sheet that is not hidden. */
function createSheetFilter(wanted: string | undefined, listed: ListedSheet[]): NonNullable<ReadOptions['sheets']> {
	let found = false;
	return ({name, hidden = false, veryHidden = false}, index) => {
		const isHidden = hidden || veryHidden;
		listed.push({name, isHidden});
		const isWanted = wanted === undefined ? !isHidden : name === wanted || String(index + 1) === wanted;
		if (!isWanted || found) return false;
		found = true;
		return true;
	};
}

function createSheetError(wanted: string | undefined, listed: readonly ListedSheet[]): WorkbookError {
	const names = listed.map(({name}) => name);
	const near = wanted === undefined ? [] : nearNames(wanted, names);
	const shown = near.length > 0 ? near : names.slice(0, 10);
	const message = wanted === undefined ? 'the workbook has no visible sheet' : `the workbook has no sheet ${wanted}`;
	return new WorkbookError(message, `give one of its sheets: --sheet ${alternatives(shown.map(quoteValue))}`);
}

const printDate = (date: Date): string => {
	const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
	return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
};

/** Spreadsheets keep 15 digits of a number. */
const hasLostDigits = (value: number) => Math.abs(value) >= 1e15;

function printCell({value, formula}: Cell): string {
	if (value === null) return formula === undefined ? '' : `=${formula}`;
	if (value instanceof Date) return printDate(value);
	if (typeof value !== 'number') return String(value);
	return hasLostDigits(value) ? value.toExponential().toUpperCase() : String(Number(value.toPrecision(15)));
}

/** A format such as 00000 or 000-000 shows other digits or signs than the number has. */
const hasOtherDigits = (format = '') => /0[^#.]*0/.test(format.split('.')[0] ?? '');

/** Spreadsheets disagree on earlier days, and 0 is what a formula makes of an empty cell. */
const firstSureDay = new Date('1900-03-01');
/** A reference to a cell, or a function that returns one. */
const lookup = /^=?(?:[^()]*!)?\$?[A-Z]{1,3}\$?\d+$|\b(?:[VHX]?LOOKUP|INDEX|OFFSET|INDIRECT|CHOOSE)\(/i;

function findError({value, type, formula, style}: Cell): CellError | undefined {
	const always = (message: string) => ({error: valueError(message), onlyForKeys: false});
	const forKeys = (message: string) => ({error: valueError(message), onlyForKeys: true});
	if (type === 'error') return always(`the cell has the error ${String(value)}`);
	if (formula !== undefined && value === null) {
		return always('the formula has no stored value: open the workbook in a spreadsheet program and save it');
	}
	if (value instanceof Date && value < firstSureDay)
		return always(`the cell has the date ${printDate(value)}: it refers to an empty cell, or is not a date`);
	if (value instanceof Date)
		return forKeys('the spreadsheet has converted this key to a date: format the column as text');
	if (typeof value !== 'number') return undefined;
	if (value === 0 && lookup.test(formula ?? ''))
		return always('the formula returns 0: it refers to an empty cell (enter a 0 as a number, without a formula)');
	if (hasLostDigits(value)) {
		return always('the spreadsheet has rounded this number to 15 digits: enter it again in a column formatted as text');
	}
	return hasOtherDigits(style?.numFmt)
		? forKeys(`the number ${value} is shown in the format ${style?.numFmt}: enter it as text, as it is shown`)
		: undefined;
}

const mergedKey: CellError = {
	error: valueError('this key is in merged cells: split them, and enter each key'),
	onlyForKeys: true,
};
const maxFilled = 1_000_000;

function* listMerged({rows, merges = []}: Sheet) {
	for (const {startRow, startCol, endRow} of merges)
		for (let row = startRow + 1; row <= Math.min(endRow, rows.length - 1); row++) yield {startRow, startCol, row};
}

/** Gives each row of merged cells their value. Returns the errors of these cells by row and column, in case they are keys. */
function fillMerged(sheet: Sheet): ReadonlyMap<string, CellError> {
	const {rows, cells} = sheet;
	const filled = new Map<string, CellError>();
	let count = 0;
	for (const {startRow, startCol, row} of listMerged(sheet)) {
		// Ranges of a hostile file may overlap, so that counting the cells would not end.
		if (++count > maxFilled) throw new WorkbookError('the sheet has more than a million merged cells');
		const own = rows[row] as Cell['value'][];
		while (own.length <= startCol) own.push(null);
		own[startCol] = rows[startRow]?.[startCol] ?? null;
		const cell = cells?.get(`${startRow},${startCol}`);
		if (cell) cells?.set(`${row},${startCol}`, cell);
		filled.set(`${row},${startCol}`, mergedKey);
	}
	return filled;
}

const readSheets = async (file: Buffer, sheets: ReadOptions['sheets']): Promise<readonly Sheet[]> =>
	(await readXlsx(await extractCells(file), {...(sheets ? {sheets} : {}), readStyles: true, range})).sheets;

/** Reads the rows of a sheet. Formulas become their stored values. Throws WorkbookError. */
export async function readWorkbook(file: Buffer, sheet: string | undefined): Promise<SheetRows> {
	const listed: ListedSheet[] = [];
	const sheets = await readSheets(file, createSheetFilter(sheet, listed)).catch(error => {
		throw error instanceof WorkbookError ? error : new WorkbookError(`the workbook is damaged: ${error.message}`);
	});
	const found = sheets[0];
	if (!found) throw createSheetError(sheet, listed);
	if (found.rows.length > maxRows || found.rows.some(row => row.length > maxColumns)) {
		throw new WorkbookError(`the sheet ${found.name} has more than 100,000 rows or 50 columns`);
	}
	const merged = fillMerged(found);
	const rows = found.rows.map((row, index) => {
		const cells = row.map((value, column): Cell => found.cells?.get(`${index},${column}`) ?? {value, type: 'empty'});
		const errors = cells.flatMap((cell, column) => {
			const error = findError(cell) ?? merged.get(`${index},${column}`);
			return error ? [[column, error] as const] : [];
		});
		return {
			line: index + 1,
			cells: cells.map(printCell),
			errors: new Map(errors),
			isHidden: found.rowDefs?.get(index)?.hidden === true,
		};
	});
	const others = listed.filter(({name, isHidden}) => !isHidden && name !== found.name).map(({name}) => name);
	return {rows, name: found.name, others, merged: merged.size};
}
