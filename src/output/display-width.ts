import stringWidth from 'string-width';

const plain = /^[\x20-\x7e]*$/;
/** Made when it is needed: it loads tables for 15 ms. */
let segmenter: Intl.Segmenter | undefined;

/** Letters of Latin, Greek and Cyrillic, dashes and quotes, the mark of a line end: one column each, alone and together. */
const narrow = '\x20-\x7e\u00c0-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u23ce';
/** Kana, Han and Hangul: two. */
const broad = '\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3';
const firstBroad = 0x3041;
const common = new RegExp(`^[${narrow}${broad}]*$`);
const double = new RegExp(`[${broad}]`, 'g');

/**
 * Columns that a text takes on a terminal. The same measure as the table library's, so that padding agrees; of common letters
 * without its regular expressions, which take 50 µs a cell.
 */
export function displayWidth(text: string): number {
	if (plain.test(text)) return text.length;
	return common.test(text) ? text.length + (text.match(double)?.length ?? 0) : stringWidth(text);
}

/** A grapheme may carry thousands of marks; so many code units are looked at for each column that is left. */
const unitsPerColumn = 32;

/** As many of common letters as fit: none of them joins with its neighbour, so they are counted. */
function lettersWithin(text: string, width: number): string {
	let end = 0;
	for (let left = width; end < text.length; end++) {
		left -= text.charCodeAt(end) >= firstBroad ? 2 : 1;
		if (left < 0) break;
	}
	return text.slice(0, end);
}

/** As much of any text as fits, of whole graphemes. */
function graphemesWithin(text: string, width: number): string {
	let kept = '';
	let left = width;
	segmenter ??= new Intl.Segmenter();
	for (const {segment} of segmenter.segment(text)) {
		left -= displayWidth(segment);
		if (left < 0) break;
		kept += segment;
	}
	return kept;
}

/** The text, or as much of it as fits into `width` columns with `…` at its end: never half a character. */
export function cutToWidth(text: string, width: number): string {
	const head = text.slice(0, width * unitsPerColumn);
	if (head === text && displayWidth(text) <= width) return text;
	if (width === 0) return '';
	const start = text.slice(0, width + 1);
	return `${common.test(start) ? lettersWithin(start, width - 1) : graphemesWithin(head, width - 1)}…`;
}

const fits = (text: string, width: number) => text.length <= unitsPerColumn * width && displayWidth(text) <= width;

/** As much of the text's end as fits into `width` columns. */
function endOf(text: string, width: number): string {
	segmenter ??= new Intl.Segmenter();
	let left = width;
	let end = '';
	// The first of them may be half a character.
	const segments = [...segmenter.segment(text.slice(Math.max(0, text.length - unitsPerColumn * width)))]
		.slice(1)
		.reverse();
	for (const {segment} of segments) {
		left -= displayWidth(segment);
		if (left < 0) break;
		end = segment + end;
	}
	return end;
}

/** The same with `…` at its start: of paths the ends tell. */
export const cutStart = (text: string, width: number): string => {
	if (fits(text, width)) return text;
	return width > 0 ? `…${endOf(text, width - 1)}` : '';
};

/** Below this there is no room for both ends. */
const leastOfBoth = 9;

/** The same with `…` in the middle: of `Microsoft Windows 10` and `Microsoft Windows 11` the ends tell. */
export function cutMiddle(text: string, width: number): string {
	if (width < leastOfBoth || fits(text, width)) return cutToWidth(text, width);
	const end = endOf(text, Math.floor(width / 3));
	return cutToWidth(text, width - displayWidth(end)) + end;
}
