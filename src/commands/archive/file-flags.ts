import {fileKinds} from '../../archive/files/log-file.ts';
import {createConcurrencyFlag} from '../../cli/definition/concurrency-flag.ts';
import {optional, repeatedList, toggle} from '../../cli/definition/flag.ts';
import {byteSize, choice, duration, integer, listOf, text} from '../../cli/definition/flag-values.ts';
import {CliError} from '../../errors.ts';
import {type Edge, parseDateWord} from '../../language/values/date-words.ts';

export const from = optional({
	flags: '--from <date>',
	summary: 'First day: 2026-03-15, 2026-03, -90d, last-month (default: no limit)',
	parse: text,
});
export const to = optional({
	flags: '--to <date>',
	summary: 'Last day, same forms (default: no limit)',
	parse: text,
});

/** Days `YYYY-MM-DD`, inclusive; undefined means no limit. */
export type Range = {readonly since: string | undefined; readonly until: string | undefined};

/** Parses `--from` and `--to`; `oldest` means no limit. Throws CliError (usage). */
export function getRange(
	{from, to}: {readonly from?: string | undefined; readonly to?: string | undefined},
	today: string,
): Range {
	const read = (word: string | undefined, name: string, edge: Edge) => {
		const day = word === undefined ? undefined : parseDateWord({name, text: word}, {today, edge});
		return day === 'oldest' ? undefined : day;
	};
	const range = {since: read(from, '--from', 'first'), until: read(to, '--to', 'last')};
	if (range.since !== undefined && range.until !== undefined && range.until < range.since)
		throw new CliError('usage', `the range ends (${range.until}) before it starts (${range.since})`, {
			hint: 'give the earlier date to --from',
			code: 'empty-range',
		});
	return range;
}

export const kind = repeatedList({
	flags: '--kind <kinds>',
	summary: 'Download only daily, monthly or open files; separate several with commas',
	parse: listOf(choice(fileKinds)),
	choices: fileKinds,
});
export const unzip = toggle({flags: '--unzip', summary: 'Unpack the files'});
export const wait = optional({
	flags: '--wait <time>',
	summary: 'Wait up to this long for an open file that the service is still processing',
	parse: duration,
});
export const concurrency = createConcurrencyFlag('Download at most n files at the same time', {max: 16});
export const maxRatio = optional({
	flags: '--max-ratio <n>',
	summary: 'Largest compression ratio to accept in a zip file (default: 500)',
	parse: integer({min: 1}),
});
export const maxSize = optional({
	flags: '--max-size <size>',
	summary: 'Largest unpacked size to accept per file (default: 1.25 times the listed size)',
	parse: byteSize,
});
