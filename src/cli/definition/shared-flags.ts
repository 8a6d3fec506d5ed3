import {type ColumnSort, churnStart, type Sort, usualStart} from '../../contract/reports.ts';
import {sortDirections} from '../../contract/request-words.ts';
import {CliError} from '../../errors.ts';
import {parseDateWord} from '../../language/values/date-words.ts';
import {Expected, type Flag, optional, repeated, withDefault} from './flag.ts';
import {integer, text} from './flag-values.ts';

const createFrom = (start: string) =>
	optional({
		flags: '--from <date>',
		summary: `First day: 2026-03-15, -90d, oldest (default: ${start})`,
		example: '-30d',
		parse: text,
	});
const to = optional({
	flags: '--to <date>',
	summary: 'Last day, same forms (default: today)',
	example: 'yesterday',
	parse: text,
});
const period = optional({
	flags: '--period <period>',
	summary: 'Whole period: last-month, last-8-weeks, 2026-Q3',
	example: 'last-month',
	parse: text,
});
export const rangeFlags = {from: createFrom(usualStart), to, period};
export const churnRangeFlags = {...rangeFlags, from: createFrom(churnStart)};

export const createFilterFlag = (summary: string): Flag<readonly string[]> =>
	repeated({flags: '--filter <expression>', summary, parse: text, complete: 'expression'});

export const filter = {
	...createFilterFlag("Count only these: 'country=US and ram>=8GB', @file"),
	example: "'country=US'",
};

export const createConcurrencyFlag = (summary: string, {max}: {readonly max: number}) =>
	withDefault({flags: '--concurrency <n>', rare: true, summary, parse: integer({min: 1, max}), default: '4'});

function splitSort(text: string) {
	if (text.includes(',')) throw new Expected('one column');
	if (/^-[^:]+$/.test(text)) return {word: text.slice(1), sortDirection: 'desc'} as const;
	const [word = '', direction, ...rest] = text.split(':');
	const sortDirection = sortDirections.find(each => each === direction);
	if (direction !== undefined && (sortDirection === undefined || rest.length > 0)) {
		throw new Expected(`:asc or :desc after ${word}`, [`${word}:asc`, `${word}:desc`]);
	}
	return {word, ...(sortDirection ? {sortDirection} : {})};
}

/** Accepts a key and direction for the service, or any column, by which the client sorts. */
export const parseAnySort =
	<const Key extends string>(keys: readonly Key[]) =>
	(text: string): Sort<Key> | ColumnSort => {
		const {word, ...direction} = splitSort(text);
		const key = keys.find(each => each.toLowerCase() === word.toLowerCase());
		if (key !== undefined) return {sort: key, ...direction};
		return {column: word, isDescending: direction.sortDirection === 'desc'};
	};

/** Returns `YYYY-MM-DD`. Throws CliError (usage). */
export function parseForgetBefore(text: string, today: string): string {
	const day = parseDateWord({name: '--forget-before', text}, {today, edge: 'first'});
	if (day !== 'oldest') return day;
	throw new CliError('usage', "--forget-before: 'oldest' applies only to reports", {hint: 'give a date, or -90d'});
}
