import {splitLine} from '../../lines/split-line.ts';
import type {OpenQuote} from '../../text/shell-quoting.ts';

export type TypedLine = {
	/** Unquoted; the last word is at the cursor, and is empty after a blank. */
	readonly words: readonly string[];
	/** The quote that is open at the cursor; empty if there is none. */
	readonly quote: OpenQuote;
};

/** Splits a line up to the cursor as POSIX shells do. */
export function readLine(line: string): TypedLine {
	for (const quote of ['', "'", '"'] as const) {
		// With a letter at the cursor, there is a word even after a blank.
		const words = splitLine(`${line}x${quote}`);
		if (words) return {words: words.with(-1, words.at(-1)?.slice(0, -1) ?? ''), quote};
	}
	return {words: [''], quote: ''};
}
