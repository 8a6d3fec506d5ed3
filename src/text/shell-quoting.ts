/** Quotes texts for POSIX shells, so that they arrive unchanged. */

export type OpenQuote = '' | "'" | '"';

const escapes: Readonly<Record<OpenQuote, (text: string) => string>> = {
	"'": text => text.replaceAll("'", "'\\''"),
	'"': text => text.replace(/[\\"$`]/g, '\\$&'),
	'': text => text.replace(/[^\p{L}\p{M}\p{N}_@%+=:,./-]/gu, '\\$&'),
};

/** Escapes text for a position where this quote is open. */
export const escapeFor = (text: string, quote: OpenQuote): string => escapes[quote](text);

/** zsh replaces a word that begins with `=`. */
const isSafe = (word: string) => /^(?!=)[\w@%+=:,./-]+$/.test(word);

export const quoteLine = (words: readonly string[]): string =>
	words.map(word => (isSafe(word) ? word : `'${escapeFor(word, "'")}'`)).join(' ');
