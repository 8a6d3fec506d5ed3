import {isUtf8} from 'node:buffer';
import {isCalendarDay} from '../../calendar.ts';
import {counted} from '../../text/wording.ts';
import {findDuplicates, findMissingCrashColumns, getColumns, isFirstHeader, isHeader} from '../record-columns.ts';
import {type CsvDialect, defaultDialect, printDelimiter} from './csv-dialect.ts';
import type {CsvRecord} from './csv-records.ts';
import type {FileTally, Reject} from './file-tally.ts';
import {describeForeign} from './foreign-content.ts';

export type CsvRow = {
	readonly columns: readonly string[];
	readonly cells: readonly string[];
	readonly bytes: number;
};

/** Rejects are shown up to this size; the whole record is in the zip. */
const maxRejectBytes = 2 ** 14;
/** Longer cells are cut, so that one crash report cannot fill the memory. Stacks of the service are far shorter. */
const maxCellLength = 2 ** 16;

type ParsedRecord = Extract<CsvRecord, {readonly cells: readonly string[]}>;

const toBytes = (latin1: string) => Buffer.from(latin1, 'latin1');
const decode = (latin1: string) => toBytes(latin1).toString('utf8');
const isAscii = (latin1: string) => Buffer.byteLength(latin1) === latin1.length;
const replacement = '\uFFFD';
const decodeCells = ({text, cells}: ParsedRecord) =>
	(isAscii(text) ? cells : cells.map(decode)).map(cell => cell.replaceAll('\0', replacement));

/** In UTC, as the service and other programs write it. */
const timestampPattern = /^(\d{4}-\d\d-\d\d)[T ](?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?(?:Z|\+00:00)?$/;

export function isTimestamp(text: string): boolean {
	const day = timestampPattern.exec(text)?.[1];
	return day !== undefined && isCalendarDay(day);
}

const maxQuoted = 40;
const quote = (text: string) =>
	JSON.stringify(text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text).replaceAll('\\"', '"');

/** Returns why a record is not a row of these columns, and what was expected instead. */
function findProblem(
	{text, cells}: ParsedRecord,
	columns: readonly string[] | undefined,
	{delimiter}: CsvDialect,
): Pick<Reject, 'reason' | 'problem'> | undefined {
	const count = `${counted(cells.length, 'column')} separated by ${printDelimiter(delimiter)}`;
	if (!columns)
		return {
			reason: 'header',
			problem: `expected a header with "Timestamp" and other column names, found ${count}: ${quote(decode(text.slice(0, 2 * maxQuoted)))}`,
		};
	if (cells.length !== columns.length)
		return {
			reason: 'columns',
			problem: `expected ${counted(columns.length, 'column')}, as in the header, found ${count}`,
		};
	const timestamp = cells[columns.indexOf('timestamp')] ?? '';
	if (isTimestamp(timestamp)) return undefined;
	return {
		reason: 'timestamp',
		problem: `expected a timestamp such as 2026-06-30T08:57:02, found ${quote(decode(timestamp))}`,
	};
}

const problems = {
	quotes: 'expected a closing quote at the end of a quoted cell, found other text or the end of the file',
	size: 'expected a shorter row, found a quote that is never closed or a row of more than 8 MiB',
};

/** A line before the header that tells spreadsheet programs the delimiter, or PowerShell a type. */
const preambleLine = /^"?sep=.?"?$|^#TYPE /i;

const isBlank = (cell: string) => cell.trim() === '';

/** Returns the text of a cell that is a formula, so that a spreadsheet program does not change it: `="5.0"`. */
const unwrapFormula = (cell: string) => cell.replace(/^="([^"]*)"$/s, '$1');
const unwrapFormulas = <Found extends CsvRecord>(record: Found): Found =>
	'cells' in record && record.text.includes('=""') ? {...record, cells: record.cells.map(unwrapFormula)} : record;

/**
 * Returns a function that turns the records of one file into rows, and counts them. A header holds field keys or display
 * names; further headers, with other columns, may follow anywhere. The function returns undefined for a header and for an
 * empty line.
 */
export function createRowReader(
	tally: FileTally,
	dialect: CsvDialect = defaultDialect,
): (record: CsvRecord) => CsvRow | Reject | undefined {
	let columns: readonly string[] | undefined;
	const reject = ({line, text}: CsvRecord, found: Pick<Reject, 'reason' | 'problem'>): Reject => {
		const foreign = columns ? undefined : describeForeign(text);
		const problem = foreign ? `expected crash reports or event records as CSV, found ${foreign}` : found.problem;
		const rejected = {reason: found.reason, problem, line, text: decode(text.slice(0, maxRejectBytes))};
		tally.rejected++;
		tally.firstReject ??= rejected;
		return rejected;
	};
	const readHeader = (cells: readonly string[]) => {
		tally.hasHeader = true;
		columns = getColumns(cells);
		for (const names of findDuplicates(cells)) tally.duplicates.add(names);
		for (const title of findMissingCrashColumns(columns)) tally.missing.add(title);
		return undefined;
	};
	const readRow = (record: ParsedRecord, own: readonly string[]): CsvRow => {
		const {text} = record;
		tally.rows++;
		if (text.includes('\0') || !(isAscii(text) || isUtf8(toBytes(text)))) tally.repaired++;
		const cells = decodeCells(record);
		if (!cells.some(cell => cell.length > maxCellLength)) return {columns: own, cells, bytes: text.length};
		tally.shortened++;
		return {columns: own, cells: cells.map(cell => cell.slice(0, maxCellLength)), bytes: text.length};
	};
	const readOther = (record: ParsedRecord, found: Pick<Reject, 'reason' | 'problem'>) => {
		const cells = decodeCells(record);
		if (columns ? isHeader(cells) : isFirstHeader(cells)) return readHeader(cells);
		// Spreadsheet programs write rows without values behind the last one.
		const isNothing = cells.every(isBlank) || (found.reason === 'header' && preambleLine.test(record.text));
		return isNothing ? undefined : reject(record, found);
	};
	return whole => {
		const record = unwrapFormulas(whole);
		if ('reason' in record) return reject(record, {reason: record.reason, problem: problems[record.reason]});
		if (record.text === '') return undefined;
		const found = findProblem(record, columns, dialect);
		return found ? readOther(record, found) : readRow(record, columns ?? []);
	};
}
