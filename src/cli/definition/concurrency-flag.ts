import {withDefault} from './flag.ts';
import {integer} from './flag-values.ts';

export const createConcurrencyFlag = (summary: string, {max}: {readonly max: number}) =>
	withDefault({flags: '--concurrency <n>', rare: true, summary, parse: integer({min: 1, max}), default: '4'});
