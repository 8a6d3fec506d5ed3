import {quoteFor} from '../../language/shells.ts';
import type {Context} from './command.ts';

/** Command lines that the program writes for its user to repeat. */

const isSafe = (word: string) => /^[\w@%+=:,./-]+$/.test(word);

/** The words as a line for bash. */
export const lineOf = (words: readonly string[]): string =>
	['usagectl', ...words.map(word => (isSafe(word) ? word : (quoteFor('bash', word) ?? word)))].join(' ');

/** The flags that say which service and product is asked. */
export const serviceWords = ({globals}: Pick<Context, 'globals'>): readonly string[] => [
	...(globals.sandbox ? ['--sandbox'] : ['--profile', globals.profile]),
	...globals.products.flatMap(product => ['-p', String(product)]),
];
