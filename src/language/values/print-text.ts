import {quote} from './quoting.ts';

/** The quote character of printed text; both mean the same when read. */
export type QuoteMark = "'" | '"';

const keywords = new Set([
	...['and', 'or', 'not', 'in', 'is', 'null', 'true', 'false', 'yes', 'no', 'each', 'limit', 'sort', 'as', 'combi'],
	...['adn', 'nad', 'nda', 'ro'],
]);

/** One word that reads as itself wherever text can stand: letters, digits and `_ . : @ + -`, and nothing the parser knows. */
const isPlain = (text: string) =>
	/^[\p{L}\p{N}_.:@+-]+$/u.test(text) && !text.includes('..') && text !== '+' && !keywords.has(text.toLowerCase());

/** Bare where that is safe, else quoted. */
export const plain = (text: string, mark: QuoteMark): string => (isPlain(text) ? text : quote(text, mark));

export const printQuoted = (text: string, mark: QuoteMark): string => quote(text, mark);

export const printList = (values: readonly string[], mark: QuoteMark): string =>
	values.map(value => plain(value, mark)).join(',');

/** A label: words with single blanks between them; a single word must be no keyword. */
export function printLabel(label: string, mark: QuoteMark): string {
	const words = label.split(' ');
	const isBare = words.every(word => /^[\p{L}\p{N}_.@+-]+$/u.test(word) && !word.includes('..'));
	return isBare && (words.length > 1 || isPlain(label)) ? label : quote(label, mark);
}

/** What `--match` takes. */
export const printMatch = (
	{type, value}: {readonly type: 'regex' | 'string'; readonly value: string},
	mark: QuoteMark,
): string => (type === 'regex' ? `~${printQuoted(value, mark)}` : plain(value, mark));
