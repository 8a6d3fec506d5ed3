import {CsvError} from 'csv-parse';
import {parse} from 'csv-parse/sync';

export type QuoteError = {
	readonly kind: 'stray' | 'trailing' | 'open';
	readonly index: number;
	readonly cellStart: number;
};

/** `="0001"`, which keeps a spreadsheet from changing the text. */
const textFormula = /^="[^"]*"$/;

/** One in a record with another error; its quotes are no error. */
const startOfFormula = /(?<=^|[,;\t|\r\n])="[^"\r\n]*"/g;
const hideQuotes = (formula: string) => formula.replaceAll('"', ' ');

/**
 * Finds the index where each cell of a record begins. Returns undefined if the quoting violates RFC 4180, because then the
 * cells are not the intended ones.
 */
export function findCells(text: string, cells: readonly string[], delimiter: string): readonly number[] | undefined {
	const starts: number[] = [];
	let index = 0;
	for (const cell of cells) {
		const written = text[index] === '"' ? `"${cell.replaceAll('"', '""')}"` : cell;
		if (!text.startsWith(written, index) || (written === cell && cell.includes('"') && !textFormula.test(cell)))
			return undefined;
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

/** Finds the first quoting error of a record that has one, by parsing it again in csv-parse's strict mode. */
export function findQuoteError(text: string, delimiter: string): QuoteError {
	try {
		// csv-parse treats a NUL after a closing quote as the end of the cell.
		parse(text.replaceAll('\0', ' ').replaceAll(startOfFormula, hideQuotes), {
			delimiter,
			record_delimiter: ['\r\n', '\n', '\r'],
			relax_column_count: true,
			raw: true,
		});
	} catch (error) {
		const kind = error instanceof CsvError ? kinds[error.code] : undefined;
		if (!kind) throw error;
		// `raw` is the text up to the error, `bytes` the length of its complete cells with their delimiters.
		const {raw, bytes, index} = error as CsvError & {
			readonly raw: string;
			readonly bytes: number;
			readonly index: number;
		};
		const complete = index === 0 ? 0 : Buffer.from(raw).toString('utf8', 0, bytes).length + 1;
		const at = {stray: raw.length - 1, trailing: raw.length, open: complete}[kind];
		return {kind, index: at, cellStart: complete};
	}
	throw new Error(`no error in the quotes of ${text.slice(0, 100)}`);
}
