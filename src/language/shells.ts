/** Quoting of a text for a shell, so that it arrives as it is (docs/language.md#quoting). */
export const shells = ['bash', 'zsh', 'fish', 'pwsh', 'cmd'] as const;
export type Shell = (typeof shells)[number];

/** The quote that stays free inside, which the printer uses for values. */
export const innerMark = (shell: Shell): "'" | '"' => (shell === 'pwsh' || shell === 'cmd' ? "'" : '"');

type Quoting = (text: string) => string | undefined;

/** No argument can hold a NUL. */
const posix: Quoting = text => (text.includes('\0') ? undefined : `'${text.replaceAll("'", "'\\''")}'`);
const fish: Quoting = text => (text.includes('\0') ? undefined : `'${text.replace(/[\\']/g, '\\$&')}'`);

/** What no form carries safely: a `"` is stripped, a backslash escapes the closing quote, a newline ends the command. */
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
