import {CsvError} from 'csv-parse';
import {parse} from 'csv-parse/sync';

/** An error in the quotes of a record, and its place in the text. */
export type QuoteError = {
	readonly kind: 'stray' | 'trailing' | 'open';
	readonly index: number;
	/** The index at which the cell begins. */
	readonly cell: number;
};

/**
 * Finds where each cell begins in the text of its record; undefined if its quotes are not as RFC 4180 has them: then the cells
 * are not those that the text was meant to have.
 */
export function findCells(text: string, cells: readonly string[], delimiter: string): readonly number[] | undefined {
	const starts: number[] = [];
	let index = 0;
	for (const cell of cells) {
		const written = text[index] === '"' ? `"${cell.replaceAll('"', '""')}"` : cell;
		if (!text.startsWith(written, index) || (written === cell && cell.includes('"'))) return undefined;
		starts.push(index);
		index += written.length + delimiter.length;
	}
	return starts;
}

const kinds: Readonly<Record<string, QuoteError['kind']>> = {
	INVALID_OPENING_QUOTE: 'stray',
	CSV_INVALID_CLOSING_QUOTE: 'trailing',
	CSV_QUOTE_NOT_CLOSED: 'open',
};

/** The first error of the quotes of a record that has one, as csv-parse finds it when it reads strictly. */
export function findQuoteError(text: string, delimiter: string): QuoteError {
	try {
		// csv-parse takes a NUL after a closing quote for the end of its cell.
		parse(text.replaceAll('\0', ' '), {
			delimiter,
			record_delimiter: ['\r\n', '\n', '\r'],
			relax_column_count: true,
			raw: true,
		});
	} catch (error) {
		const kind = error instanceof CsvError ? kinds[error.code] : undefined;
		if (!kind) throw error;
		// Its text up to the error, and how many bytes of it are complete cells with their delimiters.
		const {raw, bytes, index} = error as CsvError & {
			readonly raw: string;
			readonly bytes: number;
			readonly index: number;
		};
		const complete = index === 0 ? 0 : Buffer.from(raw).toString('utf8', 0, bytes).length + 1;
		const at = {stray: raw.length - 1, trailing: raw.length, open: complete}[kind];
		return {kind, index: at, cell: complete};
	}
	throw new Error(`no error in the quotes of ${text.slice(0, 100)}`);
}
