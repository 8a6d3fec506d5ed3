import {wordsOf, wrapWords} from '../text/wrap-words.ts';

/** Fixed, so that the text is the same in a terminal and in a pipe. */
const width = 80;

/** The last line is not balanced at the cost of lines shorter than this. */
const leastRoom = 40;

/** A zero-width space, which marks where a long list may be broken; the parts on one line are joined again. */
const breakMark = '\u200b';
const joinLines = (lines: readonly string[]): string => lines.join('\n').replace(new RegExp(`${breakMark} ?`, 'g'), '');

/** Wraps words at the width and long lists at a comma, and leaves no word alone on the last line. */
function wrap(text: string, room: number): string {
	const broken = text.replace(/\S+/g, word =>
		word.length > room ? word.replace(new RegExp(`(.{1,${room - 1}},)`, 'g'), `$1${breakMark} `) : word,
	);
	const words = wordsOf(broken);
	const wrapped = wrapWords(words, {width: room});
	for (let width = room; width >= leastRoom; width--) {
		const lines = wrapWords(words, {width});
		if (lines.length > wrapped.length) break;
		if (lines.length === 1 || lines.at(-1)?.includes(' ')) return joinLines(lines);
	}
	return joinLines(wrapped);
}

export const indent = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '  ');

const indentBy = (indent: number, text: string) => text.replace(/\n(?=.)/g, `\n${' '.repeat(indent)}`);

/** Wraps paragraphs, which are separated by empty lines. A paragraph with indented lines is left unchanged. */
export function fill(text: string, indent = 0): string {
	const paragraphs = text.split(/\n{2,}/).map(paragraph => {
		if (/^\s/m.test(paragraph)) return paragraph;
		return indentBy(indent, wrap(paragraph.replace(/\s*\n\s*/g, ' '), width - indent));
	});
	return paragraphs.join('\n\n');
}

export type Item = readonly [term: string, summary: string];

/** Formats two columns; a term that is wider than `most` gets a line of its own. */
export function columns(items: readonly Item[], most = 26): string {
	const column = Math.min(Math.max(...items.map(([term]) => term.length)), most) + 4;
	const lines = items.map(([term, summary]) => {
		const start = `  ${term}`.padEnd(column);
		const text = fill(summary, column);
		return term.length > column - 4 ? `  ${term}\n${' '.repeat(column)}${text}` : start + text;
	});
	return lines.join('\n');
}

export const section = (heading: string, items: readonly Item[]): string =>
	items.length === 0 ? '' : `\n${heading}:\n${columns(items)}\n`;
