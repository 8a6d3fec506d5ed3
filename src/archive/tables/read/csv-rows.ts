import {isUtf8} from 'node:buffer';
import {isCalendarDay} from '../../../calendar.ts';
import type {CsvRecord, Fault} from './csv-records.ts';
import {getColumns, isHeader} from './record-columns.ts';

/** A row of the table: a cell for each column. */
export type Row = {readonly columns: readonly string[]; readonly cells: readonly string[]};

/** A record that could not be used: why, and how it stands in the file. */
export type Reject = {readonly line: number; readonly fault: Fault; readonly text: string};

/** Bytes that are shown of a reject; all of it is in the zip. */
const maxShown = 2 ** 14;

type Whole = Extract<CsvRecord, {readonly cells: readonly string[]}>;

const toBytes = (latin1: string) => Buffer.from(latin1, 'latin1');
const decode = (latin1: string) => toBytes(latin1).toString('utf8');
const decodeCells = ({text, cells}: Whole) => (/[\x80-\xFF]/.test(text) ? cells.map(decode) : cells);

const moment = /^(\d{4}-\d\d-\d\d)[T ](?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?Z?$/;

/** Recognizes `YYYY-MM-DDThh:mm:ss` (or with a blank for the T), perhaps with a fraction and a Z. */
export function isTimestamp(text: string): boolean {
	const day = moment.exec(text)?.[1];
	return day !== undefined && isCalendarDay(day);
}

function findFault({text, cells}: Whole, columns: readonly string[]): Fault | undefined {
	if (cells.length !== columns.length) return 'columns';
	if (text.includes('\0')) return 'nul';
	if (!isUtf8(toBytes(text))) return 'utf-8';
	return isTimestamp(cells[columns.indexOf('timestamp')] ?? '') ? undefined : 'timestamp';
}

/**
 * Returns a function that makes rows of the records of one file. A header may be of either kind (keys or display names)
 * and may come again anywhere, with other columns. The function returns a row, a reject, or undefined for a header and
 * for an empty line.
 */
export function createRowReader(): (record: CsvRecord) => Row | Reject | undefined {
	let columns: readonly string[] | undefined;
	const reject = ({line, text}: CsvRecord, fault: Fault): Reject => ({
		line,
		fault,
		text: decode(text.slice(0, maxShown)),
	});
	return record => {
		if ('fault' in record) return reject(record, record.fault);
		if (record.text === '') return undefined;
		const cells = decodeCells(record);
		const fault = columns ? findFault(record, columns) : 'header';
		if (!fault && columns) return {columns, cells};
		if (!isHeader(cells)) return reject(record, fault ?? 'header');
		columns = getColumns(cells);
		return undefined;
	};
}
