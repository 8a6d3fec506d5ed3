import {addMonths, isCalendarDay, lastOfMonth, shiftDate, shiftDay, weekday} from '../../calendar.ts';
import {nearNames} from '../../text/near-names.ts';
import {fail} from '../source/expression-error.ts';
import type {Source} from '../source/source-text.ts';

/** Dates and words for dates (docs/language.md#dates). Days are texts, `YYYY-MM-DD`; a period includes both ends. */

export type Period = {readonly first: string; readonly last: string};
export type DateError = {readonly message: string; readonly help?: string};
type InvalidDate = {readonly problem: string};

const pad = (number: number, length: number) => String(number).padStart(length, '0');
const dayOf = (year: number, month: number, day: number) => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;

const noYear: InvalidDate = {problem: 'is not a date: years begin with 0001'};
const getMonths = (year: number, from: number, to: number): Period | InvalidDate =>
	year < 1 ? noYear : {first: dayOf(year, from, 1), last: lastOfMonth(dayOf(year, to, 1))};
const single = (day: string | undefined): Period | InvalidDate =>
	day === undefined ? {problem: 'lies outside the years 0001 to 9999'} : {first: day, last: day};
const createPeriod = (first: string | undefined, last: string | undefined): Period | InvalidDate =>
	first === undefined || last === undefined ? single(undefined) : {first, last};

const monday = (day: string) => shiftDay(day, -weekday(day));
const week = (start: string | undefined) => createPeriod(start, start && shiftDay(start, 6));

function isoWeek(year: number, number: number): Period | InvalidDate {
	if (year < 1) return noYear;
	// The fourth of January is always in week 1.
	const first = monday(dayOf(year, 1, 4));
	const next = monday(dayOf(year + 1, 1, 4));
	const start = first && shiftDay(first, (number - 1) * 7);
	if (number < 1 || !start || !next || start >= next) {
		return {problem: `is not a date: ${year} has no week ${pad(number, 2)}`};
	}
	return week(start);
}

const namedDays: Readonly<Record<string, number>> = {today: 0, yesterday: -1, tomorrow: 1};

function relative(today: string, word: string, shift?: string): Period | InvalidDate {
	const start = shiftDay(today, namedDays[word.toLowerCase()] ?? 0);
	if (!shift || start === undefined) return single(start);
	return single(shiftDate(start, shift));
}

const monthsOf: Readonly<Record<string, number>> = {month: 1, quarter: 3, year: 12};

/** Returns the first day of the week, month, quarter, year or day that is this many before that of today. */
function startOf(today: string, unit: string, back: number): string | undefined {
	if (unit === 'day') return shiftDay(today, -back);
	if (unit === 'week') {
		const day = shiftDay(today, -7 * back);
		return day && monday(day);
	}
	const length = monthsOf[unit] ?? 1;
	const [year, month] = today.split('-').map(Number) as [number, number];
	return addMonths(dayOf(year, Math.floor((month - 1) / length) * length + 1, 1), -back * length);
}

/** Returns `count` whole weeks or the like in a row; the last of them is `back` before that of today. */
function getNamedPeriod(today: string, unit: string, {back, count}: {back: number; count: number}) {
	const end = startOf(today, unit, back - 1);
	return createPeriod(startOf(today, unit, back - 1 + count), end && shiftDay(end, -1));
}

type Form = {
	readonly pattern: RegExp;
	readonly read: (parts: readonly string[], today: string) => Period | InvalidDate;
};

const forms: readonly Form[] = [
	{pattern: /^(\d{4})-(\d\d)-(\d\d)$/, read: ([year = '', month = '', day = '']) => calendarDay(year, month, day)},
	{pattern: /^(\d{4})-(\d\d)$/, read: ([year, month]) => calendarMonth(Number(year), Number(month))},
	{pattern: /^(\d{4})$/, read: ([year]) => getMonths(Number(year), 1, 12)},
	{
		pattern: /^(\d{4})-?Q([1-4])$/i,
		read: ([year, quarter]) => getMonths(Number(year), Number(quarter) * 3 - 2, Number(quarter) * 3),
	},
	{pattern: /^(\d{4})-?W(\d\d)$/i, read: ([year, number]) => isoWeek(Number(year), Number(number))},
	{
		pattern: /^(today|yesterday|tomorrow)([+-]\d{1,6}(?:d|w|mo|y))?$/i,
		read: ([word = '', shift], today) => relative(today, word, shift),
	},
	{
		pattern: /^(this|last)-(week|month|quarter|year)$/i,
		read: ([which = '', unit = ''], today) =>
			getNamedPeriod(today, unit.toLowerCase(), {back: which.toLowerCase() === 'last' ? 1 : 0, count: 1}),
	},
	{
		pattern: /^last-([1-9]\d{0,3})-(day|week|month|quarter|year)s?$/i,
		read: ([count, unit = ''], today) => getNamedPeriod(today, unit.toLowerCase(), {back: 1, count: Number(count)}),
	},
];

const calendarMonth = (year: number, month: number): Period | InvalidDate =>
	month >= 1 && month <= 12
		? getMonths(year, month, month)
		: {problem: `is not a date: there is no month ${pad(month, 2)}`};

function calendarDay(year: string, month: string, day: string): Period | InvalidDate {
	const text = `${year}-${month}-${day}`;
	const whole = calendarMonth(Number(year), Number(month));
	if ('problem' in whole || isCalendarDay(text)) return 'problem' in whole ? whole : single(text);
	return {problem: `is not a date: month ${year}-${month} has ${whole.last.slice(8)} days`};
}

const ambiguousDay = (word: string): DateError => ({
	message: `'${word}' is ambiguous (day or month first?)`,
	help: 'write dates as YYYY-MM-DD',
});

/** Unsupported forms with a hint of their own. */
const unsupportedForms: readonly {readonly pattern: RegExp; readonly say: (parts: readonly string[]) => DateError}[] = [
	{
		pattern: /^((\d{4})[/.](\d\d?)[/.](\d\d?))$/,
		say: ([word, year, month = '', day = '']) => ({
			message: `'${word}' is not a date`,
			help: `write ${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
		}),
	},
	{
		pattern: /^((\d\d?)([/.-])(\d\d?)\3(\d{4}))$/,
		say: ([word = '', one = '', , other = '', year = '']) => {
			const toDay = (month: string, date: string) => dayOf(Number(year), Number(month), Number(date));
			const days = new Set([toDay(other, one), toDay(one, other)].filter(isCalendarDay));
			const [day] = days;
			if (days.size > 1) return ambiguousDay(word);
			return {message: `'${word}' is not a date`, help: day === undefined ? formsHelp : `write ${day}`};
		},
	},
	{pattern: /^(\d\d?[/.-]\d\d?[/.-]\d{2,4})$/, say: ([word = '']) => ambiguousDay(word)},
	{
		pattern: /^((\d{4}-\d\d-\d\d)T.*)$/i,
		say: ([word, day]) => ({
			message: `'${word}' has a time of day; the API filters by whole days`,
			help: `write ${day}`,
		}),
	},
	{
		pattern: /^((?:today|yesterday|tomorrow)?[+-]\d+m)$/i,
		say: ([word]) => ({
			message: `the unit 'm' in '${word}' is ambiguous`,
			help: 'write mo for months',
		}),
	},
	{
		pattern: /^([+-]?(\d{1,3}|\d{1,6}(?= ?[dwmy]))(?: ?(d|w|mo|y)(?:ay|eek|nth|ear)?s?)?(?: ago)?)$/i,
		say: ([word, count, unit = 'd']) => ({
			message: `'${word}' is not a date`,
			help: `write today-${count}${unit.toLowerCase()}`,
		}),
	},
	{
		pattern: /^(now(?:-(\d+))?)$/i,
		say: ([word, days]) => ({message: `'${word}' is not a date`, help: `write today${days ? `-${days}d` : ''}`}),
	},
];

/**
 * Parses a day or a period (`2024-03-15`, `2024-03`, `2024`, `2024-Q1`, `2024-W07`, `today-30d`, `last-month`, `last-8-weeks`).
 * In a shorter month the day becomes the last one: 2025-03-31 minus 1mo is 2025-02-28.
 */
export function parsePeriod(word: string, today: string): Period | DateError {
	for (const {pattern, read} of forms) {
		const match = pattern.exec(word);
		if (!match) continue;
		const period = read(match.slice(1), today);
		return 'problem' in period ? {message: `'${word}' ${period.problem}`, help: formsHelp} : period;
	}
	for (const {pattern, say} of unsupportedForms) {
		const match = pattern.exec(word);
		if (match) return say(match.slice(1));
	}
	const [near] = nearNames(word, dateWords);
	return {message: `'${word}' is not a date`, help: near === undefined ? formsHelp : `did you mean ${near}?`};
}

const periodWords: readonly string[] = ['this', 'last'].flatMap(which =>
	['week', 'month', 'quarter', 'year'].map(unit => `${which}-${unit}`),
);
const dateWords = [...Object.keys(namedDays), ...periodWords, 'oldest'];
/** The dates that completion offers. */
export const offeredDates: readonly string[] = [
	...['today', 'yesterday', 'today-7d', 'today-30d', 'today-90d', 'today-1y'],
	...periodWords,
	...['last-30-days', 'last-8-weeks', 'last-12-months'],
];

const formsHelp = 'write a date as 2024-03-15, 2024-03, 2024, 2024-Q1, 2024-W07, today-30d, last-month or last-8-weeks';

export type Edge = 'first' | 'last';

/** Short forms for flags such as `--from`, translated to words of the language. Expressions do not support them. */
const shortForms: readonly {readonly pattern: RegExp; readonly long: (match: RegExpExecArray) => string}[] = [
	{pattern: /^-(\d{1,6}(?:d|w|mo|y))$/i, long: ([, shift]) => `today-${shift}`},
	{pattern: /^now(?:-(\d{1,6}))?$/i, long: ([, days]) => (days === undefined ? 'today' : `today-${days}d`)},
];

/**
 * Parses the date of a flag. For a period, `--from` gets the first day and `--to` the last. Returns `YYYY-MM-DD`, or
 * `oldest`, which only the service can resolve. Throws CliError (usage) with code bad-date.
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
