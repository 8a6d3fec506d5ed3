/** The start of a formula for a spreadsheet, also after blanks, a byte order mark and the quotes of a guard. */
const formula = /^'*[\s\uFEFF\0]*[=+\-@\t\r\n\0＝＋－＠]/;
const guarded = /^'+[\s\uFEFF\0]*[=+\-@\t\r\n\0＝＋－＠]/;

/** Puts one `'` before text that a spreadsheet would take for a formula: docs/faults.md O1. */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Removes that `'`: unguardFormula(guardFormula(text)) is the text. */
export const unguardFormula = (text: string): string => (guarded.test(text) ? text.slice(1) : text);
