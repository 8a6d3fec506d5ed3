/** A text from the user, with the name that messages give it: `--filter`, `--filter#2`, `eu.txt`. */
export type Source = {readonly name: string; readonly text: string};

/** A part of a source, in UTF-16 units. */
export type Span = {readonly source: Source; readonly start: number; readonly end: number};

export const jsonHelp = 'to print valid JSON for an expression, run usagectl filter compile';

export const isJson = ({text}: Source): boolean => /^\uFEFF?\s*\{/.test(text);

/** Removes a byte order mark, which must not count as a column. */
export const withoutMark = (source: Source): Source =>
	source.text.startsWith('\uFEFF') ? {...source, text: source.text.slice(1)} : source;
