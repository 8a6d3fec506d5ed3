import {fileKinds} from '../../archive/download/log-file.ts';
import {defaultMaxRatio} from '../../archive/zip/zip-limits.ts';
import {optional, repeatedList, toggle} from '../../cli/definition/flag.ts';
import {byteSize, choice, duration, integer, listOf, text} from '../../cli/definition/flag-values.ts';
import {createConcurrencyFlag, rangeFlags} from '../../cli/definition/shared-flags.ts';
import {CliError} from '../../errors.ts';
import {type Edge, parseDateWord} from '../../language/values/date-words.ts';
import {type RangeWords, resolvePeriod} from '../../language/values/range-words.ts';
import type {Range} from '../../output/dataset.ts';

export const from = optional({
	flags: '--from <date>',
	summary: 'First day: 2026-03-15, -90d, or a period such as last-month (default: no limit)',
	example: '-30d',
	parse: text,
});
const to = optional({
	flags: '--to <date>',
	summary: 'Last day, same forms (default: no limit, or the end of the period in --from)',
	parse: text,
});
export const daysFlags = {from, to, period: rangeFlags.period};

/** Days `YYYY-MM-DD`, inclusive; undefined means no limit. `named` is the range to show, if the user named a period and no end. */
export type Days = {
	readonly since: string | undefined;
	readonly until: string | undefined;
	readonly named: Range | undefined;
};

/** Parses `--from`, `--to` and `--period`; `oldest` means no limit. Throws CliError (usage). */
export function getDays(words: RangeWords, today: string): Days {
	const {from, to, isNamed} = resolvePeriod(words, today);
	const read = (word: string | undefined, name: string, edge: Edge) => {
		const day = word === undefined ? undefined : parseDateWord({name, text: word}, {today, edge});
		return day === 'oldest' ? undefined : day;
	};
	const [since, until] = [read(from, '--from', 'first'), read(to, '--to', 'last')];
	if (since !== undefined && until !== undefined && until < since)
		throw new CliError('usage', `the range ends (${until}) before it starts (${since})`, {
			hint: 'give the earlier date to --from',
			code: 'empty-range',
		});
	return {since, until, named: isNamed && since && until ? {first: since, last: until} : undefined};
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
	rare: true,
	summary: `Largest compression ratio to accept in a zip file (default: ${defaultMaxRatio})`,
	parse: integer({min: 1}),
});
export const maxSize = optional({
	flags: '--max-size <size>',
	rare: true,
	summary: 'Largest unpacked size to accept per file (default: its listed size, with a margin)',
	parse: byteSize,
});
