/** Quoting of texts for shells, so that they arrive as they are (docs/language.md#quoting). */

export const shells = ['bash', 'zsh', 'fish', 'pwsh', 'cmd'] as const;
export type Shell = (typeof shells)[number];

/** The quote that stays free inside, which the printer uses for values. */
export const innerMark = (shell: Shell): "'" | '"' => (shell === 'pwsh' || shell === 'cmd' ? "'" : '"');

type Quoting = (text: string) => string | undefined;

/** A quote of a POSIX shell that is open, or none. */
export type OpenQuote = '' | "'" | '"';

const escapes: Readonly<Record<OpenQuote, (text: string) => string>> = {
	"'": text => text.replaceAll("'", "'\\''"),
	'"': text => text.replace(/[\\"$`]/g, '\\$&'),
	'': text => text.replace(/[^\p{L}\p{M}\p{N}_@%+=:,./-]/gu, '\\$&'),
};

/** The text as it is typed where that quote is open. */
export const escapeFor = (text: string, quote: OpenQuote): string => escapes[quote](text);

const inSingleQuotes = (text: string) => `'${escapeFor(text, "'")}'`;
const isSafe = (word: string) => /^[\w@%+=:,./-]+$/.test(word);

/** The words as one line for a POSIX shell. */
export const quoteLine = (words: readonly string[]): string =>
	words.map(word => (isSafe(word) ? word : inSingleQuotes(word))).join(' ');

/** No argument can hold a NUL. */
const posix: Quoting = text => (text.includes('\0') ? undefined : inSingleQuotes(text));
const fish: Quoting = text => (text.includes('\0') ? undefined : `'${text.replace(/[\\']/g, '\\$&')}'`);

/** No form carries these safely: a `"` is stripped, a backslash escapes the closing quote, a newline ends the command. */
const unsafeOnWindows = /["\0\r\n]|\\$/;
/** PowerShell takes typographic quotes for quotes. */
const curly = /[\u2018-\u201F]/;

const powershell: Quoting = text => {
	if (unsafeOnWindows.test(text) || curly.test(text)) return undefined;
	return /[$`]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
};
/** cmd expands `%NAME%` even in quotes. */
const cmd: Quoting = text => (unsafeOnWindows.test(text) || text.includes('%') ? undefined : `"${text}"`);

const quotings: Readonly<Record<Shell, Quoting>> = {bash: posix, zsh: posix, fish, pwsh: powershell, cmd};

/** The text quoted for a shell, or undefined when no safe form exists: then it belongs in a file. */
export const quoteFor = (shell: Shell, text: string): string | undefined => quotings[shell](text);
