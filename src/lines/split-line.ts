/** White space, which a backslash may continue on the next line, a quoted string, an escaped character, a run of plain characters, or an unclosed rest. */
const pieces = /(?:\s|\\\r?\n)+|'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\]+|[\s\S]+/g;

function unquote(piece: string): string {
	if (piece.startsWith("'")) return piece.slice(1, -1);
	if (piece.startsWith('"')) return piece.slice(1, -1).replace(/\\(["\\$`])/g, '$1');
	return piece.replace(/^\\/, '');
}

/** Splits a command line into words as POSIX shells do, without expansion. Returns undefined if a quote is not closed. */
export function splitLine(line: string): readonly string[] | undefined {
	const words: string[] = [];
	let word: string | undefined;
	for (const [piece] of line.matchAll(pieces)) {
		if (/^(?:'[^']*$|"(?:\\.|[^"\\])*\\?$|\\$)/.test(piece)) return undefined;
		if (/^(?:\s|\\\r?\n)/.test(piece)) {
			if (word !== undefined) words.push(word);
			word = undefined;
		} else word = (word ?? '') + unquote(piece);
	}
	return word === undefined ? words : [...words, word];
}
