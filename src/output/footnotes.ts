import {wordsOf, wrapWords} from '../text/wrap-words.ts';
import {displayWidth} from './display-width.ts';
import {escapeMarks} from './formats/markdown-format.ts';
import {printable} from './printable.ts';

/**
 * The subjects of footnotes, by how much they change the reading: why the command exits with status 6, which `--quiet` keeps, why
 * there is nothing, the marks in the cells, data that is missing, a figure that may mislead, a remark, and rows and columns that are not
 * shown, which is always said.
 */
const weights = {partial: 5, empty: 4, mark: 3, incomplete: 2, caveat: 1, note: 0, view: -1} as const;

export type FootnoteKind = keyof typeof weights;
export type Footnote = {readonly kind: FootnoteKind; readonly text: string};

/** The mark of a cell, which one footnote explains. */
export const cellMark = '*';

const mostShown = 2;

/** Returns footnotes by weight. Those about marks are one, those that are remarks, and those about what is not shown. */
function sortFootnotes(footnotes: readonly Footnote[], isMarked: boolean): readonly Footnote[] {
	const join = (joined: FootnoteKind, sign = ''): readonly Footnote[] => {
		const texts = footnotes.filter(({kind}) => kind === joined).map(({text}) => text);
		return texts.length > 0 ? [{kind: joined, text: sign + texts.join('; ')}] : [];
	};
	const others = footnotes.filter(({kind}) => !['mark', 'note', 'view'].includes(kind));
	const merged = [...join('mark', isMarked ? `${cellMark} ` : ''), ...others, ...join('note'), ...join('view')];
	return merged.toSorted((one, other) => weights[other.kind] - weights[one.kind]);
}

/** Returns the footnotes to show: all, or the two that change the reading most, what is not shown, and the number of the others. */
export function chooseFootnotes(
	footnotes: readonly Footnote[],
	{isMarked, all}: {readonly isMarked: boolean; readonly all: boolean},
): readonly string[] {
	const sorted = sortFootnotes(footnotes, isMarked);
	const told = all ? sorted : sorted.slice(0, mostShown);
	const rest = sorted.slice(told.length);
	const others = rest.filter(({kind}) => kind !== 'view').length;
	const last = [
		...rest.filter(({kind}) => kind === 'view').map(({text}) => text),
		...(others > 0 ? [`+ ${others} more: --notes`] : []),
	];
	return [...told.map(({text}) => text), ...(last.length > 0 ? [last.join('; ')] : [])];
}

/** Writes footnotes below a table, or below its Markdown, which is not wrapped. */
export function drawFootnotes(
	texts: readonly string[],
	{
		format,
		width,
		indent = '  ',
	}: {readonly format: 'table' | 'md'; readonly width: number | undefined; readonly indent?: string},
): string {
	if (format === 'md') return texts.map(text => `\n${escapeMarks(text)}\n`).join('');
	const wrap = (text: string) =>
		width === undefined ? [text] : wrapWords(wordsOf(text), {width, indent, measure: displayWidth});
	return texts.map(text => `${wrap(printable(text)).join('\n')}\n`).join('');
}
