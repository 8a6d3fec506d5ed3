import type {Cursor} from '../source/cursor.ts';
import type {Span} from '../source/source-text.ts';

export type QuoteMark = "'" | '"';

const isQuote = (char: string) => char === "'" || char === '"';
export const atQuote = (cursor: Cursor): boolean => isQuote(cursor.char);

export const quote = (text: string, mark: QuoteMark = "'"): string => mark + text.replaceAll(mark, mark + mark) + mark;

/** Shortens a text for messages: it may be a megabyte long. */
export const shorten = (text: string, longest = 60): string =>
	text.length > longest ? `${text.slice(0, longest)}…` : text;

export const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The only escape is a doubled quote. */
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

/** Rejects text directly after a closing quote, which is probably a quote inside the text that was not doubled. */
export function rejectAfterQuote(cursor: Cursor, mark: string, allowed = ''): void {
	if (allowed.includes(cursor.char)) return;
	if (!cursor.atBare && !isQuote(cursor.char)) return;
	cursor.fail('after-quote', `text follows the closing ${mark}`, {
		help: `to write ${mark} inside the text, double it: ${mark}${mark}`,
	});
}

export const misspelledConnectives: ReadonlyMap<string, string> = new Map([
	['adn', 'and'],
	['nad', 'and'],
	['nda', 'and'],
	['ro', 'or'],
]);

const keywords = new Set([
	...['and', 'or', 'not', 'in', 'is', 'null', 'true', 'false', 'yes', 'no', 'each', 'limit', 'sort', 'as', 'combi'],
	...misspelledConnectives.keys(),
]);

/** Checks for a single word that needs no quotes anywhere: letters, digits and `_ . : @ + -`, and not a keyword. */
const isPlain = (text: string) =>
	/^[\p{L}\p{N}_.:@+-]+$/u.test(text) && !text.includes('..') && text !== '+' && !keywords.has(text.toLowerCase());

export const quoteIfNeeded = (text: string, mark: QuoteMark = "'"): string =>
	isPlain(text) ? text : quote(text, mark);

export const printList = (values: readonly string[]): string => values.map(value => quoteIfNeeded(value)).join(',');

/** Prints a label. Words with single spaces need no quotes, unless the label is a single keyword. */
export function printLabel(label: string, mark: QuoteMark = "'"): string {
	const words = label.split(' ');
	const isBare = words.every(word => /^[\p{L}\p{N}_.@+-]+$/u.test(word) && !word.includes('..'));
	return isBare && (words.length > 1 || isPlain(label)) ? label : quote(label, mark);
}

export type Label = {readonly text: string; readonly span: Span};

/** Words without the characters that end bare text, and without `/ : #`. */
const labelWords = /(?:[^\s(),'"`<>=~!&|;$\\?[\]{}^\u2018-\u201F/:#]+[ \t\u00A0]*)+/y;

/** Reads `label =` if it is next. Because bare text never contains `=`, labels need no keyword. */
export function readLabel(cursor: Cursor): Label | undefined {
	const start = cursor.at;
	const quoted = atQuote(cursor);
	const text = quoted ? readQuoted(cursor) : (cursor.match(labelWords) ?? '').trimEnd();
	const span = cursor.span(start, start + (quoted ? cursor.at - start : text.length));
	if (cursor.skip().char !== '=' || (text === '' && !quoted)) {
		cursor.at = start;
		return undefined;
	}
	if (!quoted && /\s\s|[\t\u00A0]/.test(text)) {
		const help = `quote the label to keep the spaces: ${quote(shorten(text))}`;
		cursor.fail('blanks', 'unquoted text can contain single spaces only', {help}, span);
	}
	cursor.at++;
	cursor.skip();
	return {text, span};
}
