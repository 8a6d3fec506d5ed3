import {fileKinds} from '../../archive/files/log-file.ts';
import {createConcurrencyFlag} from '../../cli/definition/concurrency-flag.ts';
import {optional, repeatedList, toggle} from '../../cli/definition/flag.ts';
import {byteSize, choice, duration, integer, listOf, text} from '../../cli/definition/flag-values.ts';
import {CliError} from '../../errors.ts';
import {type Edge, parseDateWord} from '../../language/values/date-words.ts';

/** Flags that several commands share. */

export const since = optional({flags: '--since <date>', summary: 'files with lines of this day or later', parse: text});
export const until = optional({
	flags: '--until <date>',
	summary: 'files with lines of this day or earlier',
	parse: text,
});

export type Range = {readonly since: string | undefined; readonly until: string | undefined};

/** Parses both dates to `YYYY-MM-DD`; `oldest` is no bound. Throws CliError `usage` for invalid dates, and when the end is before the start. */
export function getRange({since: from, until: to}: Range, today: string): Range {
	const read = (word: string | undefined, name: string, edge: Edge) => {
		const day = word === undefined ? undefined : parseDateWord({name, text: word}, {today, edge});
		return day === 'oldest' ? undefined : day;
	};
	const range = {since: read(from, '--since', 'first'), until: read(to, '--until', 'last')};
	if (range.since !== undefined && range.until !== undefined && range.until < range.since)
		throw new CliError('usage', `--until ${range.until} is before --since ${range.since}`, {
			hint: 'swap the two dates',
		});
	return range;
}

export const kind = repeatedList({
	flags: '--kind <kinds>',
	summary: 'daily, monthly or open; several with commas',
	parse: listOf(choice(fileKinds)),
	choices: fileKinds,
});
export const unzip = toggle({flags: '--unzip', summary: 'unpack the file'});
export const wait = optional({
	flags: '--wait <time>',
	summary: 'how long to wait for an open file that is being processed',
	parse: duration,
});
export const concurrency = createConcurrencyFlag('files at a time', {max: 16});
export const maxRatio = optional({
	flags: '--max-ratio <n>',
	summary: 'unpack entries of up to n times their size (default 500)',
	parse: integer({min: 1}),
});
export const maxSize = optional({
	flags: '--max-size <size>',
	summary: 'largest unpacked size of one file, instead of what its listing allows',
	parse: byteSize,
});
