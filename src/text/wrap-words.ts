/** The words of a text, each with the blanks before it. */
export const wordsOf = (text: string): readonly string[] => text.match(/ *[^ ]+/g) ?? [];

export type WrapOptions = {
	/** The most columns of a line. A longer word has a line of its own. */
	readonly width: number;
	/** Blanks before all lines but the first. */
	readonly indent?: string;
	/** Returns the columns that a text takes. */
	readonly measure?: (text: string) => number;
};

/** Wraps words, each with the blanks before it, into lines. */
export function wrapWords(
	words: Iterable<string>,
	{width, indent = '', measure = text => text.length}: WrapOptions,
): readonly string[] {
	const lines: string[] = [];
	let current = '';
	for (const word of words) {
		if (current === '' || measure(current) + measure(word) <= width) current += word;
		else {
			lines.push(current);
			current = indent + word.replace(/^ +/, '');
		}
	}
	return [...lines, current];
}
