import {quoteLine} from '../text/shell-quoting.ts';

/** The service and the products of a line. */
type Target = {readonly sandbox: boolean; readonly profile: string; readonly products: readonly number[]};

export const formatCommandLine = (words: readonly string[]): string => quoteLine(['usagectl', ...words]);

const lineOnService =
	/\busagectl (?=(api|clients|doctor|events|exceptions|explore|keys|mcp|props|query|questions|release|report|whoami) )(?![^;\n]*--(?:help|sandbox)\b)/g;
/** Adds `--sandbox` to the command lines in a hint or note, so that they run on the data that the user asked. */
export const keepSandbox = (text: string): string => text.replace(lineOnService, 'usagectl --sandbox ');

export const serviceWords = ({globals}: {readonly globals: Target}): readonly string[] => [
	...(globals.sandbox ? ['--sandbox'] : ['--profile', globals.profile]),
	...globals.products.flatMap(product => ['-p', String(product)]),
];
