import type {OpenQuote} from '../../text/shell-quoting.ts';

/** Matches blanks, a quoted part (even if still open), an escaped character, or a run of plain characters. */
const pieces = /\s+|'[^']*'?|"(?:\\.|[^"\\])*"?|\\.|[^\s'"\\]+/gs;

const unquote = (piece: string): string => {
	if (piece.startsWith("'")) return piece.replace(/^'|'$/g, '');
	if (piece.startsWith('"')) return piece.replace(/^"|(?<!\\)"$/g, '').replace(/\\(["\\$`])/g, '$1');
	return piece.replace(/^\\/, '');
};

const isOpen = (piece: string) => !/^(?:'[^']*'|"(?:\\.|[^"\\])*")$/s.test(piece);

export type TypedLine = {
	/** Unquoted; the last word is at the cursor, and is empty after a blank. */
	readonly words: readonly string[];
	/** The quote that is open at the cursor; empty if there is none. */
	readonly quote: OpenQuote;
};

/** Splits a line up to the cursor as POSIX shells do. */
export function readLine(line: string): TypedLine {
	const words: string[] = [];
	let word: string | undefined;
	let last = '';
	for (const [piece] of line.matchAll(pieces)) {
		last = piece;
		if (/^\s/.test(piece)) {
			if (word !== undefined) words.push(word);
			word = undefined;
		} else word = (word ?? '') + unquote(piece);
	}
	const mark = /^['"]/.exec(last)?.[0] as "'" | '"' | undefined;
	return {words: [...words, word ?? ''], quote: mark && isOpen(last) ? mark : ''};
}
