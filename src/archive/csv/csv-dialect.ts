import {isFirstHeader} from '../record-columns.ts';

export type CsvDialect = {
	readonly delimiter: string;
	/** A carriage return ends a line only if none ends with a line feed, outside of quotes. */
	readonly lineEnd: '\n' | '\r';
};

export const defaultDialect: CsvDialect = {delimiter: ',', lineEnd: '\n'};

const delimiters = [',', ';', '\t', '|'];
/** A few lines of other text may precede the header. */
const maxLines = 20;

const unquote = (cell: string) => cell.trim().replace(/^"(.*)"$/s, '$1');

/** Names of columns contain no delimiters. */
const splitHeader = (line: string, delimiter: string) => line.split(delimiter).map(unquote);

const findMost = <T>(things: readonly T[], sizeOf: (thing: T) => number): T | undefined =>
	things.reduce<T | undefined>(
		(most, each) => (sizeOf(each) > (most === undefined ? 0 : sizeOf(most)) ? each : most),
		undefined,
	);

type Line = {readonly text: string; readonly end: string};

function splitLines(text: string): readonly Line[] {
	const parts = text.split(/(\r\n|\n|\r)/, 2 * maxLines);
	return parts.flatMap((part, at) => (at % 2 === 0 ? [{text: part, end: parts[at + 1] ?? ''}] : []));
}

/** Finds delimiter and line end by the header in the first bytes of a file, or else by its first line. */
export function findCsvDialect(head: string): CsvDialect {
	const lines = splitLines(head);
	for (const {text, end} of lines) {
		const fitting = delimiters.filter(delimiter => isFirstHeader(splitHeader(text, delimiter)));
		const delimiter = findMost(fitting, each => splitHeader(text, each).length);
		if (delimiter !== undefined) return {delimiter, lineEnd: end === '\r' ? '\r' : '\n'};
	}
	const [first] = lines;
	const delimiter = findMost(delimiters, each => (first?.text.split(each).length ?? 1) - 1);
	return {delimiter: delimiter ?? ',', lineEnd: head.includes('\r') && !head.includes('\n') ? '\r' : '\n'};
}

/** The names of delimiters in messages. */
export const printDelimiter = (delimiter: string): string => (delimiter === '\t' ? 'tabs' : `'${delimiter}'`);
