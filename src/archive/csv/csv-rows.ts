import {isUtf8} from 'node:buffer';
import {isCalendarDay} from '../../calendar.ts';
import {getColumns, isHeader} from '../record-columns.ts';
import type {CsvRecord, RejectReason} from './csv-records.ts';

export type CsvRow = {readonly columns: readonly string[]; readonly cells: readonly string[]};

export type Reject = {readonly line: number; readonly reason: RejectReason; readonly text: string};

/** Rejects are shown up to this size; the whole record is in the zip. */
const maxRejectBytes = 2 ** 14;

type ParsedRecord = Extract<CsvRecord, {readonly cells: readonly string[]}>;

const toBytes = (latin1: string) => Buffer.from(latin1, 'latin1');
const decode = (latin1: string) => toBytes(latin1).toString('utf8');
const isAscii = (latin1: string) => Buffer.byteLength(latin1) === latin1.length;
const decodeCells = ({text, cells}: ParsedRecord) => (isAscii(text) ? cells : cells.map(decode));

const timestampPattern = /^(\d{4}-\d\d-\d\d)[T ](?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?Z?$/;

export function isTimestamp(text: string): boolean {
	const day = timestampPattern.exec(text)?.[1];
	return day !== undefined && isCalendarDay(day);
}

function findRejectReason({text, cells}: ParsedRecord, columns: readonly string[]): RejectReason | undefined {
	if (cells.length !== columns.length) return 'columns';
	if (text.includes('\0')) return 'nul';
	if (!isAscii(text) && !isUtf8(toBytes(text))) return 'utf-8';
	return isTimestamp(cells[columns.indexOf('timestamp')] ?? '') ? undefined : 'timestamp';
}

/**
 * Returns a function that turns the records of one file into rows. A header holds field keys or display names; further
 * headers, with other columns, may follow anywhere. The function returns undefined for a header and for an empty line.
 */
export function createRowReader(): (record: CsvRecord) => CsvRow | Reject | undefined {
	let columns: readonly string[] | undefined;
	const reject = ({line, text}: CsvRecord, reason: RejectReason): Reject => ({
		line,
		reason,
		text: decode(text.slice(0, maxRejectBytes)),
	});
	return record => {
		if ('reason' in record) return reject(record, record.reason);
		if (record.text === '') return undefined;
		const cells = decodeCells(record);
		const reason = columns ? findRejectReason(record, columns) : 'header';
		if (!reason && columns) return {columns, cells};
		if (!isHeader(cells)) return reject(record, reason ?? 'header');
		columns = getColumns(cells);
		return undefined;
	};
}
