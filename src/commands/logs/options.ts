import {fileKinds} from '../../archive/log-file.ts';
import {optional, repeated, toggle, withDefault} from '../flag.ts';
import {byteSize, choice, day, duration, integer, listOf} from '../values.ts';

/** Flags that several commands over files share. */

export const since = optional({flags: '--since <date>', summary: 'files with lines of that day or later', parse: day});
export const until = optional({
	flags: '--until <date>',
	summary: 'files with lines of that day or earlier',
	parse: day,
});
export const kind = repeated({
	flags: '--kind <kinds>',
	summary: 'daily, monthly or open; several with commas',
	parse: listOf(choice(fileKinds)),
	choices: fileKinds,
});
export const unzip = toggle({flags: '--unzip', summary: 'unpack, while the file arrives where that is possible'});
export const wait = optional({
	flags: '--wait <time>',
	summary: 'wait so long for an open file that is being processed',
	parse: duration,
});
export const concurrency = withDefault({
	flags: '--concurrency <n>',
	summary: 'files at a time',
	parse: integer({min: 1, max: 16}),
	default: '4',
});
export const maxSize = optional({
	flags: '--max-size <size>',
	summary: 'ceiling for what one file unpacks to, in place of what its listing allows',
	parse: byteSize,
});
