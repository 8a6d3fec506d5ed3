import {wordsOf, wrapWords} from '../text/wrap-words.ts';
import {displayWidth} from './display-width.ts';
import {escapeMarks} from './formats/markdown-format.ts';
import {printable} from './printable.ts';

/**
 * The subjects of footnotes, by how much they change the reading: why the command exits with status 6, which `--quiet` keeps, why
 * there is nothing, the marks in the cells, data that is missing, a figure that may mislead, rows and columns that are not shown.
 */
const weights = {partial: 5, empty: 4, mark: 3, incomplete: 2, caveat: 1, view: 0} as const;

export type FootnoteKind = keyof typeof weights;
export type Footnote = {readonly kind: FootnoteKind; readonly text: string};

/** The mark of a cell, which one footnote explains. */
export const cellMark = '*';

const mostShown = 2;

/** Returns footnotes by weight. Those about marks are one, and those about what is not shown. */
function sortFootnotes(footnotes: readonly Footnote[], isMarked: boolean): readonly string[] {
	const join = (joined: FootnoteKind, sign = ''): readonly Footnote[] => {
		const texts = footnotes.filter(({kind}) => kind === joined).map(({text}) => text);
		return texts.length > 0 ? [{kind: joined, text: sign + texts.join('; ')}] : [];
	};
	const others = footnotes.filter(({kind}) => kind !== 'mark' && kind !== 'view');
	const merged = [...join('mark', isMarked ? `${cellMark} ` : ''), ...others, ...join('view')];
	return merged.toSorted((one, other) => weights[other.kind] - weights[one.kind]).map(({text}) => text);
}

/** Returns the footnotes to show: all, or the two that change the reading most and the number of the others. */
export function chooseFootnotes(
	footnotes: readonly Footnote[],
	{isMarked, all}: {readonly isMarked: boolean; readonly all: boolean},
): readonly string[] {
	const sorted = sortFootnotes(footnotes, isMarked);
	const rest = sorted.length - mostShown;
	return all || rest <= 0 ? sorted : [...sorted.slice(0, mostShown), `+ ${rest} more: --notes`];
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
