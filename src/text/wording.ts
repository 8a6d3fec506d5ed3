/** Does not use Intl, whose first use takes 20 ms. */

export const printCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

export const counted = (count: number, noun: string): string => `${printCount(count)} ${noun}${count === 1 ? '' : 's'}`;

const joined = (words: readonly string[], last: string): string =>
	words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

export const alternatives = (words: readonly string[]): string => joined(words, 'or');

/** `a`, `a and b`, `a, b and c`. */
export const enumeration = (words: readonly string[]): string => joined(words, 'and');

/** Keeps abbreviations: `OS type` of `OS Type`. */
export const lowerCaseWords = (title: string): string =>
	title.replace(/\b[A-Z](?=[a-z])/g, letter => letter.toLowerCase());
