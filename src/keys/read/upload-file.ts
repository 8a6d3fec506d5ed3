import {buffer} from 'node:stream/consumers';
import {parse} from 'csv-parse/sync';
import {dashboardColumns, dashboardComment} from '../../contract/key-properties.ts';
import {readHead} from '../../files/encoding.ts';
import {counted} from '../../text/wording.ts';
import {fileError, quoteValue} from '../rows/input-error.ts';
import type {CsvForm} from '../store/importable-csv.ts';
import {findField, isColumnName} from './column-names.ts';
import {type CsvOptions, readCsvRows, readTable} from './csv-upload.ts';
import type {InputItem} from './input-row.ts';
import {readJsonRows} from './json-upload.ts';
import type {Source} from './upload-source.ts';

/** The bytes from which encoding and delimiter are detected; no header is longer. */
const headBytes = 65_536;

export type ReadOptions = Pick<CsvOptions, 'naming' | 'emptyClearsNotes' | 'dateFormat' | 'yesNo' | 'dashboard'> & {
	/** Asks whether the dashboard exported a file without a header; false if the terminal is not interactive. */
	readonly askDashboard?: (() => Promise<boolean>) | undefined;
	/** The name or number of the sheet of a workbook; undefined reads the first that is not hidden. */
	readonly sheet?: string | undefined;
	/** Leaves out the hidden and filtered rows of a sheet. */
	readonly visibleOnly?: boolean | undefined;
	readonly note?: ((text: string) => Promise<void>) | undefined;
};

export type ReadFile = {
	readonly format: 'csv' | 'json';
	readonly blocks: AsyncIterable<readonly InputItem[]>;
	/** Undefined unless it is a CSV file. */
	readonly form?: CsvForm;
};

const isByteOrderMark = (hex: string) => /^(?:efbbbf|fffe|feff)/.test(hex);

/** Detects the format by the first character. Throws CliError (usage) if the file is empty. */
export async function readUploadFile(source: Source, options: ReadOptions): Promise<ReadFile> {
	const {naming, sheet} = options;
	const {head: signature} = await readHead(source.bytes(), 4);
	if (signature.toString('latin1').startsWith('PK')) return {format: 'csv', blocks: await readSheet(source, options)};
	if (signature.toString('hex').startsWith('d0cf11e0')) {
		throw fileError(`${source.name} is an old workbook (.xls), or one with a password`, {hint: saveHint});
	}
	if (sheet !== undefined) throw fileError(`${source.name} is not an .xlsx workbook`, {hint: 'leave out --sheet'});
	const head = await readStart(source);
	if (/^\s*<(?:!doctype|html|table|meta|head|\?xml)\b/i.test(head))
		throw fileError(`${source.name} is an HTML or XML file, not a workbook`, {hint: saveHint});
	if (/^\s*[[{]/.test(head)) return {format: 'json', blocks: readJsonRows(source, naming)};
	const lineEnd = head.includes('\n') || !head.includes('\r') ? '\n' : '\r';
	const dashboard = options.dashboard || (await isFromDashboard(head, source, options));
	if (dashboard) {
		const dialect = {delimiter: ',', lineEnd, comment: dashboardComment} as const;
		return {format: 'csv', blocks: readCsvRows(source, {...options, dashboard, dialect})};
	}
	const header = /^\s*([^\r\n]*)/.exec(head)?.[1] ?? '';
	const declared = /^"?sep=([^"\r\n])/i.exec(header)?.[1];
	const delimiter = declared ?? findDelimiter(header, name => findField(name, naming).columnName === 'licenseKey');
	const dialect = {delimiter, lineEnd} as const;
	const form = {delimiter, bom: isByteOrderMark(signature.toString('hex'))};
	return {format: 'csv', blocks: readCsvRows(source, {...options, dialect}), form};
}

/**
 * Tests for the dashboard's form: nine cells, none of which is the name of a column. Its flags have another order than those of the
 * template, so that a guess could swap them. Throws CliError (usage) if it could be that form and nobody confirms it.
 */
async function isFromDashboard(head: string, {name}: Source, {naming, askDashboard}: ReadOptions): Promise<boolean> {
	const first = head.split(/[\r\n]+/).find(line => line.trim() !== '' && !line.startsWith(dashboardComment)) ?? '';
	const [cells = []] = parse(first, {relax_quotes: true, skip_records_with_error: true});
	const names = cells.map(cell => naming.map.get(cell) ?? cell);
	if (cells.length !== dashboardColumns.length || names.some(isColumnName)) return false;
	if (await askDashboard?.()) return true;
	throw fileError(`${name} has no header; its nine cells could be the columns of the dashboard's CSV`, {
		hint: `if the dashboard exported it, add --from-dashboard; otherwise add a header, beginning with licenseKey`,
	});
}

const saveHint = 'save the sheet as CSV or as .xlsx';
const maxWorkbookBytes = 64 * 2 ** 20;

/** Throws CliError (usage) if the workbook or its sheet cannot be read. */
async function readSheet(source: Source, options: ReadOptions): Promise<AsyncIterable<readonly InputItem[]>> {
	if (source.size > maxWorkbookBytes) throw fileError(`${source.name} is larger than 64 MiB`, {hint: saveHint});
	const file = await buffer(source.bytes());
	const {readWorkbook, WorkbookError} = await import('./workbook-reader.ts');
	try {
		const {rows, name, others, merged} = await readWorkbook(file, options.sheet);
		const [other] = others;
		if (options.sheet === undefined && other !== undefined)
			await options.note?.(
				`${source.name} has ${counted(others.length + 1, 'sheet')}; only ${quoteValue(name)} is read (for another, add --sheet ${quoteValue(other)})`,
			);
		if (merged > 0) await options.note?.(`${counted(merged, 'cell')} read with the value of the merged cells around`);
		const visible = rows.filter(({isHidden}) => !isHidden);
		const hidden = rows.length - visible.length;
		if (hidden > 0)
			await options.note?.(
				options.visibleOnly
					? `${counted(hidden, 'hidden or filtered row')} left out (--visible-only)`
					: `${counted(hidden, 'hidden or filtered row')} read too (to leave them out, add --visible-only)`,
			);
		return readTable([options.visibleOnly ? visible : rows], {...options, dialect: {delimiter: ',', lineEnd: '\n'}});
	} catch (error) {
		if (!(error instanceof WorkbookError)) throw error;
		throw fileError(`${source.name}: ${error.message}`, {hint: error.hint});
	}
}

async function readStart(source: Source): Promise<string> {
	const head = (await readHead(source.text(), headBytes)).head.toString();
	if (head.trim() === '') throw fileError(`${source.name} has no rows`, {hint: templateHint});
	return head;
}

export const templateHint = 'to print an import file to fill in: usagectl keys template';

/** The possible delimiters, in order of preference. */
export const delimiters = [',', ';', '\t', '|'] as const;

/**
 * Detects the delimiter of a header: the one that yields a cell for which `isKey` is true, else the one that yields the most
 * cells, else a comma.
 */
export function findDelimiter(header: string, isKey: (name: string) => boolean): string {
	const readings = delimiters.map(delimiter => {
		const [cells = []] = parse(header, {delimiter, relax_quotes: true, skip_records_with_error: true});
		return {delimiter, cells};
	});
	const named = readings.find(({cells}) => cells.length > 1 && cells.some(isKey));
	const most = readings.reduce((best, next) => (next.cells.length > best.cells.length ? next : best));
	return (named ?? most).delimiter;
}
