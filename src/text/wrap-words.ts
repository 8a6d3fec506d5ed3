/** Splits into words, each with the spaces before it. */
export const wordsOf = (text: string): readonly string[] => text.match(/ *[^ ]+/g) ?? [];

export type WrapOptions = {
	/** A longer word gets a line of its own. */
	readonly width: number;
	readonly indent?: string;
	readonly measure?: (text: string) => number;
};

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
