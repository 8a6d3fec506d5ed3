import stringWidth from 'string-width';

const ascii = /^[\x20-\x7e]*$/;

/** Measures like the table library, so that the padding agrees. */
export const displayWidth = (text: string): number => (ascii.test(text) ? text.length : stringWidth(text));

export const padEnd = (text: string, width: number): string =>
	text + ' '.repeat(Math.max(0, width - displayWidth(text)));
export const padStart = (text: string, width: number): string =>
	' '.repeat(Math.max(0, width - displayWidth(text))) + text;

/** At most this many code units are examined per column, because a grapheme may carry thousands of combining marks. */
const unitsPerColumn = 32;

const fits = (text: string, width: number) => text.length <= unitsPerColumn * width && displayWidth(text) <= width;

/** Created on first use, because that takes as long as a tenth of a short command. */
let segmenter: Intl.Segmenter | undefined;
function getGraphemes(text: string): readonly string[] {
	segmenter ??= new Intl.Segmenter();
	return Array.from(segmenter.segment(text), ({segment}) => segment);
}

function countFitting(graphemes: readonly string[], width: number): number {
	let left = width;
	const first = graphemes.findIndex(grapheme => {
		left -= displayWidth(grapheme);
		return left < 0;
	});
	return first < 0 ? graphemes.length : first;
}

function startOf(text: string, width: number): string {
	const head = text.slice(0, unitsPerColumn * (width + 1));
	if (ascii.test(text.slice(0, width + 1))) return head.slice(0, width);
	const graphemes = getGraphemes(head);
	return graphemes.slice(0, countFitting(graphemes, width)).join('');
}

function endOf(text: string, width: number): string {
	// The first one may be a fragment of a grapheme.
	const graphemes = getGraphemes(text.slice(Math.max(0, text.length - unitsPerColumn * width))).slice(1);
	return graphemes.slice(graphemes.length - countFitting(graphemes.toReversed(), width)).join('');
}

/** Cuts the end and adds `…`. Graphemes stay whole. */
export function cutToWidth(text: string, width: number): string {
	if (fits(text, width)) return text;
	return width > 0 ? `${startOf(text, width - 1)}…` : '';
}

export function cutStart(text: string, width: number): string {
	if (fits(text, width)) return text;
	return width > 0 ? `…${endOf(text, width - 1)}` : '';
}

const minWidthOfBoth = 9;

/** Cuts the middle, for labels such as `Microsoft Windows 10` and `Microsoft Windows 11`; keeps a number at the end if there is no room for both. */
export function cutMiddle(text: string, width: number): string {
	if (fits(text, width)) return text;
	if (width < minWidthOfBoth) return /\d$/.test(text) ? cutStart(text, width) : cutToWidth(text, width);
	const end = endOf(text, Math.floor(width / 3));
	return cutToWidth(text, width - displayWidth(end)) + end;
}
