/** Quotes texts for shells, so that they arrive unchanged (docs/language.md#quoting). */

export const shells = ['bash', 'zsh', 'fish', 'pwsh', 'cmd'] as const;
export type Shell = (typeof shells)[number];

/** The quote that can still be used inside, for values. */
export const innerMark = (shell: Shell): "'" | '"' => (shell === 'pwsh' || shell === 'cmd' ? "'" : '"');

type Quoting = (text: string) => string | undefined;

export type OpenQuote = '' | "'" | '"';

const escapes: Readonly<Record<OpenQuote, (text: string) => string>> = {
	"'": text => text.replaceAll("'", "'\\''"),
	'"': text => text.replace(/[\\"$`]/g, '\\$&'),
	'': text => text.replace(/[^\p{L}\p{M}\p{N}_@%+=:,./-]/gu, '\\$&'),
};

/** Escapes text for a position where this quote is open. */
export const escapeFor = (text: string, quote: OpenQuote): string => escapes[quote](text);

const inSingleQuotes = (text: string) => `'${escapeFor(text, "'")}'`;
const isSafe = (word: string) => /^[\w@%+=:,./-]+$/.test(word);

export const quoteLine = (words: readonly string[]): string =>
	words.map(word => (isSafe(word) ? word : inSingleQuotes(word))).join(' ');

/** An argument cannot contain NUL. */
const posix: Quoting = text => (text.includes('\0') ? undefined : inSingleQuotes(text));
const fish: Quoting = text => (text.includes('\0') ? undefined : `'${text.replace(/[\\']/g, '\\$&')}'`);

/** No form can carry these safely: a `"` is removed, a backslash escapes the closing quote, a newline ends the command. */
const unsafeOnWindows = /["\0\r\n]|\\$/;
/** PowerShell accepts typographic quotes as quotes. */
const curly = /[\u2018-\u201F]/;

const powershell: Quoting = text => {
	if (unsafeOnWindows.test(text) || curly.test(text)) return undefined;
	return /[$`]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
};
/** cmd expands `%NAME%` even in quotes. */
const cmd: Quoting = text => (unsafeOnWindows.test(text) || text.includes('%') ? undefined : `"${text}"`);

const quotings: Readonly<Record<Shell, Quoting>> = {bash: posix, zsh: posix, fish, pwsh: powershell, cmd};

/** Returns undefined if no quoting is safe; the text then belongs in a file. */
export const quoteFor = (shell: Shell, text: string): string | undefined => quotings[shell](text);
