import stringWidth from 'string-width';

const plain = /^[\x20-\x7e]*$/;
/** Made when it is needed: it loads tables for 15 ms. */
let segmenter: Intl.Segmenter | undefined;

/** Columns that a text takes on a terminal. The same measure as the table library's, so that padding agrees. */
export const displayWidth = (text: string): number => (plain.test(text) ? text.length : stringWidth(text));

/** A grapheme may carry thousands of marks; so many code units are looked at for each column that is left. */
const unitsPerColumn = 32;

/** The text, or as much of it as fits into `width` columns with `…` at its end: never half a character. */
export function cutToWidth(text: string, width: number): string {
	if (text.length <= width && plain.test(text)) return text;
	const head = text.slice(0, width * unitsPerColumn);
	if (head === text && displayWidth(text) <= width) return text;
	let kept = '';
	let left = width - 1;
	segmenter ??= new Intl.Segmenter();
	for (const {segment} of segmenter.segment(head)) {
		left -= displayWidth(segment);
		if (left < 0) break;
		kept += segment;
	}
	return width > 0 ? `${kept}…` : '';
}
