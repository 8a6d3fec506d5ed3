/** Blanks, a quoted part (also one that is still open), an escaped character, or a run of plain ones. */
const pieces = /\s+|'[^']*'?|"(?:\\.|[^"\\])*"?|\\.|[^\s'"\\]+/gs;

const unquote = (piece: string): string => {
	if (piece.startsWith("'")) return piece.replace(/^'|'$/g, '');
	if (piece.startsWith('"')) return piece.replace(/^"|(?<!\\)"$/g, '').replace(/\\(["\\$`])/g, '$1');
	return piece.replace(/^\\/, '');
};

/**
 * The words of a command line that is still being typed, as POSIX shells split it: quotes taken off, also one that is
 * open. The last word is the one at the cursor; it is empty after a blank.
 */
export function wordsOfLine(line: string): readonly string[] {
	const words: string[] = [];
	let word: string | undefined;
	for (const [piece] of line.matchAll(pieces)) {
		if (/^\s/.test(piece)) {
			if (word !== undefined) words.push(word);
			word = undefined;
		} else word = (word ?? '') + unquote(piece);
	}
	return [...words, word ?? ''];
}
