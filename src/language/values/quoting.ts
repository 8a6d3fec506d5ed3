import type {Cursor} from '../source/cursor.ts';

const isQuote = (char: string) => char === "'" || char === '"';
export const atQuote = (cursor: Cursor): boolean => isQuote(cursor.char);

/** A text between quotes, a quote inside doubled: what the printer writes and what help shows. */
export const quote = (text: string, mark: "'" | '"' = "'"): string => mark + text.replaceAll(mark, mark + mark) + mark;

/** The same for messages, where a text of a megabyte helps nobody. */
export const shown = (text: string, longest = 60): string =>
	text.length > longest ? `${text.slice(0, longest)}…` : text;

/** Reads quoted text. Both quotes mean the same; there is no escape but the doubled quote. */
export function readQuoted(cursor: Cursor): string {
	const {text, at: start, char: mark} = cursor;
	let from = start + 1;
	for (;;) {
		const close = text.indexOf(mark, from);
		if (close < 0) {
			cursor.fail('unclosed-quote', `this ${mark} is never closed`, {
				help: `to write ${mark} inside the text, double it: ${mark}${mark}`,
			});
		}
		if (text[close + 1] !== mark) {
			cursor.at = close + 1;
			const quoted = text.slice(start + 1, close);
			return from === start + 1 ? quoted : quoted.replaceAll(mark + mark, mark);
		}
		from = close + 2;
	}
}

/** Refuses text glued to a closing quote: a quote inside the text that was not doubled. */
export function refuseAfterQuote(cursor: Cursor, mark: string, allowed = ''): void {
	if (allowed.includes(cursor.char)) return;
	if (!cursor.atBare && !isQuote(cursor.char)) return;
	cursor.fail('after-quote', `text follows the closing ${mark}`, {
		help: `to write ${mark} inside the text, double it: ${mark}${mark}`,
	});
}
