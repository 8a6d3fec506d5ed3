import {withDefault} from './flag.ts';
import {integer} from './flag-values.ts';

/** `--concurrency`, of commands that send several requests at once. */
export const createConcurrencyFlag = (summary: string, {max}: {readonly max: number}) =>
	withDefault({flags: '--concurrency <n>', summary, parse: integer({min: 1, max}), default: '4'});
