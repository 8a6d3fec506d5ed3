import {fileError} from '../rows/problem.ts';
import type {FileShape} from '../rows/row.ts';
import {type CsvOptions, readCsvRows} from './csv-rows.ts';
import {findDelimiter} from './delimiter.ts';
import {findField} from './header.ts';
import type {InputItem} from './input-row.ts';
import {readJsonRows} from './json-rows.ts';
import type {Source} from './source.ts';

/** Enough for the header of any file. */
const headBytes = 65_536;

export type ReadOptions = Pick<CsvOptions, 'naming' | 'emptyClearsNotes'>;

/** Tells CSV from JSON by the beginning of the file, and reads its rows. Throws CliError usage for a file without text. */
export async function readUploadFile(
	source: Source,
	{naming, emptyClearsNotes}: ReadOptions,
): Promise<{readonly format: FileShape['format']; readonly items: AsyncIterable<InputItem>}> {
	const head = await readHead(source);
	if (/^\s*[[{]/.test(head)) return {format: 'json', items: readJsonRows(source, naming)};
	const header = /^\s*([^\r\n]*)/.exec(head)?.[1] ?? '';
	const delimiter = findDelimiter(header, name => findField(name, naming).ours === 'licenseKey');
	const dialect = {delimiter, lineEnd: head.includes('\n') || !head.includes('\r') ? '\n' : '\r'} as const;
	return {format: 'csv', items: readCsvRows(source, {naming, dialect, emptyClearsNotes})};
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

export const templateHint = 'usagectl keys template prints a file to start from';
