import type {OpenQuote} from '../../text/shell-quoting.ts';

/** Blanks, a quoted part (also one that is still open), an escaped character, or a run of plain ones. */
const pieces = /\s+|'[^']*'?|"(?:\\.|[^"\\])*"?|\\.|[^\s'"\\]+/gs;

const unquote = (piece: string): string => {
	if (piece.startsWith("'")) return piece.replace(/^'|'$/g, '');
	if (piece.startsWith('"')) return piece.replace(/^"|(?<!\\)"$/g, '').replace(/\\(["\\$`])/g, '$1');
	return piece.replace(/^\\/, '');
};

const isOpen = (piece: string) => !/^(?:'[^']*'|"(?:\\.|[^"\\])*")$/s.test(piece);

/** A command line that is still being typed. */
export type TypedLine = {
	/** Without quotes; the last one is at the cursor, and is empty after a blank. */
	readonly words: readonly string[];
	/** The quote that is open at the cursor; empty when there is none. */
	readonly quote: OpenQuote;
};

/** Reads a line up to the cursor as POSIX shells split it. */
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
