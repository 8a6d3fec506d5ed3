/** Returns the stem of a word: `crashes`, `crashed` and `crash` have the same. */
const stemOf = (word: string): string =>
	word
		.toLowerCase()
		.replace(/(?<=..[^s])s$/, '')
		.replace(/(?<=...)(?:ed|ing)$/, '')
		.replace(/(?<=...)e$/, '')
		.replace(/y$/, 'i');

/** Returns the stems of a text's words, between spaces. `overQuota` and `over-quota` are two words. */
export const stemsOf = (text: string): string =>
	` ${(text.match(/[A-Z]?[a-z\d]+|[A-Z\d]+/g) ?? []).map(stemOf).join(' ')} `;

/** Tests whether the words are one of the texts, in any form of each word. */
export const isOneOf = (words: readonly string[], texts: readonly string[]): boolean =>
	texts.some(text => stemsOf(text) === stemsOf(words.join(' ')));
