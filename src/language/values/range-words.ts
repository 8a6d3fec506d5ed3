import {CliError} from '../../errors.ts';
import {type DateError, type Period, parseDateWord, parsePeriod} from './date-words.ts';

/** The values of `--from`, `--to` and `--period` as typed. */
export type RangeWords = {
	readonly from?: string | undefined;
	readonly to?: string | undefined;
	readonly period?: string | undefined;
};

/** Words for both ends. `isNamed`: a period such as last-month gave the end. */
export type RangeEnds = Pick<RangeWords, 'from' | 'to'> & {readonly isNamed: boolean};

/** Words for a start that moves with the day. */
const relativeStart = /^(?:now-\d+|(?:today|yesterday|tomorrow)?[+-]\d+(?:d|w|mo|y))$/i;
export const isRelativeStart = (word: string): boolean => relativeStart.test(word.trim());

const createError = (message: string, {help = 'see usagectl help dates'}: Pick<DateError, 'help'>) =>
	new CliError('usage', message, {hint: help, code: 'bad-date'});

/** A period that is not over ends today. */
const getEnds = ({first, last}: Period, today: string): RangeEnds => ({
	from: first,
	to: last < today ? last : 'today',
	isNamed: true,
});

/** Throws CliError (usage) for a text that is not a period, and for a period in the future. */
function readPeriod(text: string, today: string): RangeEnds {
	const word = text.trim();
	if (isRelativeStart(word) || word.toLowerCase() === 'oldest')
		throw createError(`--period: '${word}' is a start, not a period`, {help: `give --from ${word}`});
	if (/^(?:week|month)$/.test(word))
		throw createError(`--period: '${word}' is not a period`, {
			help: `give --split ${word} for a row per ${word}, or --period last-${word} for the last whole ${word}`,
		});
	const period = parsePeriod(word, today);
	if ('message' in period) {
		const help = period.help?.startsWith('write a date') ? undefined : period.help;
		throw createError(`--period: ${period.message.replace('a date', 'a period')}`, {
			help: help ?? 'write a period as last-month, last-week, 2026-10, 2026-Q3, 2026-W40, 2026 or yesterday',
		});
	}
	if (period.first > today)
		throw createError(`--period: ${word} starts on ${period.first}, after today (${today})`, {
			help: 'give an earlier period, such as last-month',
		});
	return getEnds(period, today);
}

/**
 * Resolves `--period` to both ends, and a period in `--from` without `--to` too: `--from last-month` ends with that month. Leaves
 * other words as typed. Throws CliError (usage).
 */
export function resolvePeriod({from, to, period}: RangeWords, today: string): RangeEnds {
	if (period !== undefined) {
		if (from === undefined && to === undefined) return readPeriod(period, today);
		const other = [...(from === undefined ? [] : ['--from']), ...(to === undefined ? [] : ['--to'])];
		throw new CliError('usage', `--period cannot be combined with ${other.join(' and ')}: --period sets both ends`, {
			hint: `omit --period, or ${other.join(' and ')}`,
		});
	}
	const start = from === undefined || to !== undefined ? undefined : parsePeriod(from.trim(), today);
	const closes = start && 'first' in start && start.first < start.last && start.first <= today;
	return closes ? getEnds(start, today) : {from, to, isNamed: false};
}

/** Returns the last day; undefined if only the service knows it, or if the words are invalid. */
export function findLastDay(words: RangeWords, today: string): string | undefined {
	try {
		const {to = 'today'} = resolvePeriod(words, today);
		const last = parseDateWord({name: '--to', text: to}, {today, edge: 'last'});
		return last === 'oldest' ? undefined : last;
	} catch (error) {
		if (error instanceof CliError) return undefined;
		throw error;
	}
}
