import type {Place} from '../../errors.ts';

/** A text that a person wrote, and the name to call it by: `--filter`, `--filter#2`, `eu.txt`. */
export type Source = {readonly name: string; readonly text: string};

/** A part of a source, in UTF-16 units. */
export type Span = {readonly source: Source; readonly start: number; readonly end: number};

/** True for the JSON of the service, which may stand where an expression does. */
export const isJson = ({text}: Source): boolean => /^\uFEFF?\s*\{/.test(text);

/** The same source without a byte order mark, which no column counts. */
export const withoutMark = (source: Source): Source =>
	source.text.startsWith('\uFEFF') ? {...source, text: source.text.slice(1)} : source;

const codePoints = (text: string) => {
	let count = 0;
	for (const _ of text) count++;
	return count;
};

/** Line and column (code points, from 1), length at least 1, and the line itself. */
export function placeOf({source, start, end}: Span): Place {
	const {name, text} = source;
	const before = text.slice(0, start);
	const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
	const rest = text.slice(lineStart);
	const line = /^[^\r\n]*/.exec(rest)?.[0] ?? '';
	return {
		source: name,
		line: (before.match(/\r\n|\r|\n/g)?.length ?? 0) + 1,
		column: codePoints(text.slice(lineStart, start)) + 1,
		length: Math.max(1, codePoints(text.slice(start, Math.min(end, lineStart + line.length)))),
		text: line,
	};
}
