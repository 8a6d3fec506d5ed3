import {alternatives} from './wording.ts';

/** Longer words are not compared: they are unlikely to be misspelled names, and the distance takes quadratic time. */
const longest = 40;

/** Counts edits, or returns infinity above `most`; two swapped letters count as one (optimal string alignment). */
function distance(from: string, to: string, most: number): number {
	const table = [Array.from({length: to.length + 1}, (_, index) => index)];
	const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
	for (let row = 1; row <= from.length; row++) {
		const current = [row];
		table.push(current);
		for (let column = 1; column <= to.length; column++) {
			const isSame = from[row - 1] === to[column - 1];
			const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			const replaced = at(row - 1, column - 1) + (isSame ? 0 : 1);
			const swapped = isSwapped ? at(row - 2, column - 2) + 1 : replaced;
			current.push(Math.min(replaced, swapped, at(row - 1, column) + 1, at(row, column - 1) + 1));
		}
		// The number of edits never decreases, so most words are rejected after a few letters.
		if (current.every(edits => edits > most)) return Number.POSITIVE_INFINITY;
	}
	return at(from.length, to.length);
}

const commonPrefix = (a: string, b: string) => {
	let length = 0;
	while (length < a.length && length < b.length && a[length] === b[length]) length++;
	return length;
};

/** The ends of a name at its words: `SessionCount` and `Count` of `lifetimeSessionCount`, `version` of `os.version`. */
const tailsOf = (name: string) =>
	[...name.matchAll(/(?<=[a-z])[A-Z]|(?<=\.)./g)].map(({index}) => name.slice(index).toLowerCase());

/** A typo in a shorter word makes another word of it. */
const leastTail = 5;
const leastPrefix = 4;

/**
 * Returns at most three names, best first: only a name that differs in case; else by edits up to a third of the length, and at most one more than the best; else by a common prefix of four letters or 60 %;
 * else names whose last part (`os.version`, `installQuota`) is the word, give or take a letter, or begins with it; else names that are
 * the last part of the word.
 */
export function nearNames(word: string, names: readonly string[]): string[] {
	const low = word.toLowerCase();
	if (low.length === 0 || low.length > longest) return [];
	const most = Math.max(1, Math.floor(low.length / 3));
	const measured = names.map(name => ({name, low: name.toLowerCase()}));
	const within = measured
		.filter(item => Math.abs(item.low.length - low.length) <= most)
		.map(item => ({name: item.name, edits: distance(low, item.low, most)}))
		.filter(item => item.edits <= most)
		.sort((a, b) => a.edits - b.edits);
	const close = within.filter(item => item.edits <= (within[0]?.edits ?? 0) + 1);
	const same = close.filter(item => item.edits === 0);
	const starting = measured.filter(item => {
		const shared = commonPrefix(low, item.low);
		return shared >= 4 || (shared >= 2 && shared >= 0.6 * low.length);
	});
	const capitalized = low.replace(/^./, first => first.toUpperCase());
	const lastPart = measured.filter(item => item.low.endsWith(`.${low}`) || item.name.endsWith(capitalized));
	const isTail = (tail: string) =>
		(low.length >= leastPrefix && tail.startsWith(low)) ||
		(Math.min(low.length, tail.length) >= leastTail && distance(low, tail, 1) <= 1);
	const nearPart = measured.filter(item => tailsOf(item.name).some(isTail));
	const ends = tailsOf(word);
	const shorter = measured.filter(item => item.low.length >= leastTail && ends.includes(item.low));
	const found = [same, close, starting, lastPart, nearPart, shorter].find(group => group.length > 0) ?? [];
	return found.slice(0, 3).map(item => item.name);
}

/** True for a word that differs from a name by a typo or two. */
export const isMisspelled = (word: string, name: string): boolean =>
	word.length <= longest && distance(word.toLowerCase(), name.toLowerCase(), 2) <= 2;

/** True for a word that is one edit away from a name; never for words of one or two letters, dashes aside. */
export const isTypo = (word: string, name: string): boolean =>
	/[^-].{2}/.test(word) && word.length <= longest && distance(word, name, 1) === 1;

export const didYouMean = (near: readonly string[]): string => `did you mean ${alternatives(near)}?`;

/** Returns `; did you mean …?` for the end of a message; empty if no name is near. */
export function suggestAtEnd(word: string, names: readonly string[]): string {
	const near = nearNames(word, names);
	return near.length > 0 ? `; ${didYouMean(near)}` : '';
}

/** Combines suggestions into a hint; uses another hint if no name is near. */
export const suggestion = (
	near: readonly string[],
	fallbackHint: string,
): {readonly hint: string; readonly suggest: readonly string[]} => ({
	hint: near.length > 0 ? didYouMean(near) : fallbackHint,
	suggest: near,
});
