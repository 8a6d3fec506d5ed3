import {quoteLine} from '../../text/shell-quoting.ts';
import type {Context} from './command.ts';

/** Command lines that the program writes for its user to repeat. */

/** The words as a line for bash. */
export const lineOf = (words: readonly string[]): string => quoteLine(['usagectl', ...words]);

/** The flags that say which service and product is asked. */
export const serviceWords = ({globals}: Pick<Context, 'globals'>): readonly string[] => [
	...(globals.sandbox ? ['--sandbox'] : ['--profile', globals.profile]),
	...globals.products.flatMap(product => ['-p', String(product)]),
];
