import type {Cursor} from '../source/cursor.ts';

/** The quote character of printed text; both mean the same when read. */
export type QuoteMark = "'" | '"';

const isQuote = (char: string) => char === "'" || char === '"';
export const atQuote = (cursor: Cursor): boolean => isQuote(cursor.char);

/** A text between quotes, a quote inside doubled: what the printer writes and what help shows. */
export const quote = (text: string, mark: QuoteMark = "'"): string => mark + text.replaceAll(mark, mark + mark) + mark;

/** A text as messages quote it: what was typed may be a megabyte. */
export const shown = (text: string, longest = 60): string =>
	text.length > longest ? `${text.slice(0, longest)}…` : text;

export const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

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

/** Slips of connectives, which a text is not expected to hold. */
export const typos: ReadonlyMap<string, string> = new Map([
	['adn', 'and'],
	['nad', 'and'],
	['nda', 'and'],
	['ro', 'or'],
]);

const keywords = new Set([
	...['and', 'or', 'not', 'in', 'is', 'null', 'true', 'false', 'yes', 'no', 'each', 'limit', 'sort', 'as', 'combi'],
	...typos.keys(),
]);

/** One word that reads as itself wherever text can stand: letters, digits and `_ . : @ + -`, and nothing the parser knows. */
const isPlain = (text: string) =>
	/^[\p{L}\p{N}_.:@+-]+$/u.test(text) && !text.includes('..') && text !== '+' && !keywords.has(text.toLowerCase());

/** Bare where that is safe, else quoted. */
export const plain = (text: string, mark: QuoteMark): string => (isPlain(text) ? text : quote(text, mark));

export const printList = (values: readonly string[], mark: QuoteMark): string =>
	values.map(value => plain(value, mark)).join(',');

/** A label: words with single blanks between them; a single word must be no keyword. */
export function printLabel(label: string, mark: QuoteMark): string {
	const words = label.split(' ');
	const isBare = words.every(word => /^[\p{L}\p{N}_.@+-]+$/u.test(word) && !word.includes('..'));
	return isBare && (words.length > 1 || isPlain(label)) ? label : quote(label, mark);
}
