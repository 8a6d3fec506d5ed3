import {finished} from 'node:stream/promises';
import {CsvError, type Options, parse} from 'csv-parse';
import {parse as parseText} from 'csv-parse/sync';
import {type InputError, type Position, positionIn} from '../rows/input-error.ts';
import {findCells, findQuoteError, type QuoteError} from './csv-quotes.ts';
import type {Source} from './upload-source.ts';
import type {SheetRow} from './workbook-reader.ts';

export type CsvDialect = {
	readonly delimiter: string;
	/** The line separator, also within quotes. A carriage return before a line feed belongs to the line. */
	readonly lineEnd: '\n' | '\r';
	/** The start of a line that is a comment. */
	readonly comment?: string;
};

export type CsvRecord = {
	readonly line: number;
	readonly cells: readonly string[];
	/** The text of the record in the file; undefined for a row of a workbook. */
	readonly text?: string;
	/** The errors of cells of a workbook. */
	readonly errors?: SheetRow['errors'];
};

/** Notes may have a megabyte; without a limit, an unclosed quote would read the whole file into memory. */
export const maxRecordBytes = 16 * 1024 * 1024;
/** Lines after an unclosed quote are parsed again, which takes long if there are many errors; a file with more is not CSV. */
const maxErrors = 2_000;

type Parsed = {readonly record: readonly string[]; readonly raw: string};

const messages: Readonly<Record<QuoteError['kind'], string>> = {
	stray: 'a quote in an unquoted cell: put the cell in quotes and double the quotes inside it',
	trailing: 'text after the closing quote of a cell: double the quotes inside it',
	open: 'this quote is never closed',
};

/**
 * Reads the records of a CSV file in constant memory, one block per chunk, without empty lines. After a quoting error,
 * reading continues with the next line, so that all errors are found at once. A fatal error is the last item.
 */
export async function* readCsv(
	source: Source,
	dialect: CsvDialect,
): AsyncGenerator<readonly (CsvRecord | InputError)[]> {
	const reader = new CsvReader(dialect);
	const unclosed: string[] = [];
	let parsed: Parsed[] = [];
	const parser = parse(getOptions(dialect, unclosed));
	parser.on('data', (record: Parsed) => parsed.push(record));
	// Each write reports its own error; an 'error' event without a listener would end the process.
	parser.on('error', () => {});
	const takeAll = () => {
		const records = parsed;
		parsed = [];
		return reader.takeAll(records);
	};
	try {
		for await (const chunk of source.text()) {
			await new Promise<void>((resolve, reject) => parser.write(chunk, error => (error ? reject(error) : resolve())));
			yield takeAll();
		}
		parser.end();
		await finished(parser);
		yield takeAll();
		for (const text of unclosed) yield reader.takeUnclosed(text);
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		yield takeAll();
		const {bytes, index} = error as CsvError & {readonly bytes: number; readonly index: number};
		const position = await source.positionOf(index === 0 ? bytes : bytes + dialect.delimiter.length);
		const message = `a record is longer than ${maxRecordBytes / 1024 ** 2} MiB, probably because of an unclosed quote; the rest was not read`;
		yield [{...position, field: null, message, fatal: true}];
	}
}

/** @param unclosed receives the text from an unclosed quote to the end. */
const getOptions = ({delimiter}: CsvDialect, unclosed: string[]): Options => ({
	delimiter,
	// All three, because a file edited on two systems mixes them.
	record_delimiter: ['\r\n', '\n', '\r'],
	relax_column_count: true,
	// Quoting errors are found later, in the text of the record.
	relax_quotes: true,
	raw: true,
	max_record_size: maxRecordBytes,
	skip_records_with_error: true,
	on_skip: (error, raw = '') => {
		if (error?.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
		unclosed.push(raw);
		return undefined;
	},
});

class CsvReader {
	readonly #dialect: CsvDialect;
	#line = 1;
	#errors = 0;
	#items: (CsvRecord | InputError)[] = [];

	constructor(dialect: CsvDialect) {
		this.#dialect = dialect;
	}

	/** Returns records and errors, up to a fatal one. */
	takeAll(records: readonly Parsed[]): readonly (CsvRecord | InputError)[] {
		this.#items = [];
		for (const each of records) this.#take(each);
		return this.#items;
	}

	takeUnclosed(text: string): readonly (CsvRecord | InputError)[] {
		this.#items = [];
		this.#recover(text);
		return this.#items;
	}

	/** Takes a record by its cells and its text, which ends with the first character of the line separator. */
	#take({record: cells, raw}: Parsed): void {
		if (this.#errors === maxErrors) return;
		const text = raw.endsWith('\n') || raw.endsWith('\r') ? raw.slice(0, -1) : raw;
		if (this.#isComment(text)) this.#skipComment(text);
		else if (text.includes('"') && !findCells(text, cells, this.#dialect.delimiter)) this.#recover(text);
		else {
			if (cells.length > 1 || cells[0] !== '') this.#items.push({line: this.#line, cells, text});
			this.#line += text.split(this.#dialect.lineEnd).length;
		}
	}

	/** Reports the error of a record, and resumes on the line after the start of the invalid cell. */
	#recover(text: string): void {
		if (this.#errors === maxErrors) return;
		if (this.#isComment(text)) {
			this.#skipComment(text);
			return;
		}
		const {lineEnd, delimiter} = this.#dialect;
		const start = {line: this.#line, column: 1};
		const {kind, index, cellStart} = findQuoteError(text, delimiter);
		const opened = positionIn(text, cellStart, start, lineEnd);
		const where = kind === 'trailing' ? ` (the cell begins at ${opened.line}:${opened.column})` : '';
		const position = {...positionIn(text, index, start, lineEnd), field: null};
		this.#items.push({...position, message: `${messages[kind]}${where}`});
		if (++this.#errors === maxErrors) {
			this.#items.push({...position, message: 'stopped after 2,000 quoting errors', fatal: true});
			return;
		}
		this.#line = opened.line + 1;
		this.#resume(text, cellStart);
	}

	#isComment(text: string): boolean {
		return this.#dialect.comment !== undefined && text.startsWith(this.#dialect.comment);
	}

	/** A quote in a comment may have taken the next lines into its record. */
	#skipComment(text: string): void {
		this.#line++;
		this.#resume(text, 0);
	}

	/** Reads from the line after a position. */
	#resume(text: string, position: number): void {
		const next = text.indexOf(this.#dialect.lineEnd, position) + 1;
		if (next === 0) return;
		const unclosed: string[] = [];
		const records = parseText(text.slice(next), getOptions(this.#dialect, unclosed)) as unknown as readonly Parsed[];
		for (const each of records) this.#take(each);
		for (const rest of unclosed) this.#recover(rest);
	}
}

/** Returns the position of a cell, or the end of the record for a missing cell. In a workbook, columns are cells. */
export function positionOfCell({line, cells, text}: CsvRecord, cell: number, dialect: CsvDialect): Position {
	if (text === undefined) return {line, column: cell + 1};
	const index = findCells(text, cells, dialect.delimiter)?.[cell] ?? text.length;
	return positionIn(text, index, {line, column: 1}, dialect.lineEnd);
}
