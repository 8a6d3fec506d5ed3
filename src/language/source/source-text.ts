/** A text that a person wrote, and the name to call it by: `--filter`, `--filter#2`, `eu.txt`. */
export type Source = {readonly name: string; readonly text: string};

/** A part of a source, in UTF-16 units. */
export type Span = {readonly source: Source; readonly start: number; readonly end: number};

/** True for the JSON of the service, which may stand where an expression does. */
export const isJson = ({text}: Source): boolean => /^\uFEFF?\s*\{/.test(text);

/** The same source without a byte order mark, which no column counts. */
export const withoutMark = (source: Source): Source =>
	source.text.startsWith('\uFEFF') ? {...source, text: source.text.slice(1)} : source;
