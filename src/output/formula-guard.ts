/** Where a spreadsheet begins to read a formula: also after blanks, a byte order mark and quotes that a guard put before. */
const formula = /^'*[\s\uFEFF\0]*[=+\-@\t\r\n\0＝＋－＠]/;
const guarded = /^'+[\s\uFEFF\0]*[=+\-@\t\r\n\0＝＋－＠]/;

/** Puts one `'` before text that a spreadsheet would run (reliability.md, section 3). */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Takes that `'` away again: unguardFormula(guardFormula(text)) is the text. */
export const unguardFormula = (text: string): string => (guarded.test(text) ? text.slice(1) : text);
