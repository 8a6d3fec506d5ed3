import {parse} from 'csv-parse/sync';
import type {FileShape} from '../rows/checked-row.ts';
import {fileError} from '../rows/input-error.ts';
import {findField} from './column-names.ts';
import {type CsvOptions, readCsvRows} from './csv-upload.ts';
import type {InputItem} from './input-row.ts';
import {readJsonRows} from './json-upload.ts';
import type {Source} from './upload-source.ts';

/** More than the header of any file. */
const headBytes = 65_536;

export type ReadOptions = Pick<CsvOptions, 'naming' | 'emptyClearsNotes' | 'dateFormat' | 'yesNo'>;

/** Detects the format by the first character. Throws CliError (usage) if the file is empty. */
export async function readUploadFile(
	source: Source,
	options: ReadOptions,
): Promise<{readonly format: FileShape['format']; readonly blocks: AsyncIterable<readonly InputItem[]>}> {
	const {naming} = options;
	const head = await readHead(source);
	if (/^\s*[[{]/.test(head)) return {format: 'json', blocks: readJsonRows(source, naming)};
	const header = /^\s*([^\r\n]*)/.exec(head)?.[1] ?? '';
	const declared = /^"?sep=([^"\r\n])/i.exec(header)?.[1];
	const delimiter = declared ?? findDelimiter(header, name => findField(name, naming).columnName === 'licenseKey');
	const dialect = {delimiter, lineEnd: head.includes('\n') || !head.includes('\r') ? '\n' : '\r'} as const;
	return {format: 'csv', blocks: readCsvRows(source, {...options, dialect})};
}

async function readHead(source: Source): Promise<string> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of source.text()) {
		chunks.push(chunk);
		length += chunk.length;
		if (length >= headBytes) break;
	}
	const head = Buffer.concat(chunks).toString();
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
