import {fail} from './source/expression-error.ts';
import type {Source} from './source/source-text.ts';
import {parsePeriod} from './values/date-words.ts';

/** Words for `--from` and `--to`. */

export type Edge = 'first' | 'last';

/** Short forms that only these flags know, as the words of the language. */
const shortForms: readonly {readonly pattern: RegExp; readonly long: (match: RegExpExecArray) => string}[] = [
	{pattern: /^-(\d{1,6}(?:d|w|mo|y))$/i, long: ([, shift]) => `today-${shift}`},
	{pattern: /^now(?:-(\d{1,6}))?$/i, long: ([, days]) => (days === undefined ? 'today' : `today-${days}d`)},
];

/**
 * Reads a date word; of a period `--from` takes the first day and `--to` the last.
 * Gives `YYYY-MM-DD`, or `oldest`: the first day the product's plan allows, which the service knows.
 * @throws CliError of kind usage with code bad-date.
 */
export function parseDateWord(source: Source, {today, edge}: {readonly today: string; readonly edge: Edge}): string {
	const word = source.text.trim();
	if (word.toLowerCase() === 'oldest') return 'oldest';
	const short = shortForms.find(({pattern}) => pattern.test(word));
	const match = short?.pattern.exec(word);
	const period = parsePeriod(short && match ? short.long(match) : word, today);
	if ('first' in period) return period[edge];
	const span = {source, start: source.text.indexOf(word), end: source.text.indexOf(word) + word.length};
	return fail(span, 'bad-date', period.message, {help: period.help});
}
