import {quoteLine} from '../../text/shell-quoting.ts';
import type {Context} from './command.ts';

export const formatCommandLine = (words: readonly string[]): string => quoteLine(['usagectl', ...words]);

export const serviceWords = ({globals}: Pick<Context, 'globals'>): readonly string[] => [
	...(globals.sandbox ? ['--sandbox'] : ['--profile', globals.profile]),
	...globals.products.flatMap(product => ['-p', String(product)]),
];
