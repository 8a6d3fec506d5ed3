import {shiftDay} from '../../calendar.ts';
import type {Cursor} from '../source/cursor.ts';
import type {Span} from '../source/source-text.ts';
import {type Period, parsePeriod} from './date-words.ts';
import {atQuote, readQuoted, shorten} from './quoting.ts';
import {type Comparison, checkOrder, isAtDots, omitUndefinedEnds, readEnds, rejectRange} from './range-ends.ts';

/** Reads dates and ranges of dates in filters, as closed intervals of days. */

export type DateRange = {readonly value?: string; readonly min?: string; readonly max?: string; readonly span: Span};

type PlacedPeriod = Period & {readonly span: Span};

/** Reads `2024-03-15`, `2024-03`, `a..b`, `a..<b`, `a..`, `..b`. */
export function readDateRange(cursor: Cursor, name: string): DateRange {
	const ends = readEnds(cursor, () => readPeriod(cursor, name), /\.\.<?/y);
	const {span} = ends;
	if (ends.only) return whole(ends.only, span);
	const {lower, upper, isStrict} = ends;
	const max = upper && (isStrict ? dayBefore(cursor, upper) : upper.last);
	const help = isStrict ? 'write a later end: ..< excludes it' : 'write the earlier day first';
	checkOrder(span, {min: lower?.first, max}, {help});
	return {...omitUndefinedEnds(lower?.first, max), span};
}

const whole = ({first, last}: Period, span: Span): DateRange =>
	first === last ? {value: first, span} : {min: first, max: last, span};

/** Reads the date after an operator such as `>=`. A lower bound starts at the first day of a period, an upper bound ends at its last. */
export function readDateBound(cursor: Cursor, name: string, operator: Comparison): DateRange {
	const start = cursor.at;
	const period = isAtDots(cursor) ? undefined : readPeriod(cursor, name);
	if (!period || isAtDots(cursor)) return rejectRange(cursor, start, operator);
	const {span} = period;
	if (operator === '>=') return {min: period.first, span};
	if (operator === '<=') return {max: period.last, span};
	if (operator === '<') return {max: dayBefore(cursor, period), span};
	return {min: shiftDay(period.last, 1) ?? rejectOutside(cursor, period), span};
}

const dayBefore = (cursor: Cursor, period: PlacedPeriod) => shiftDay(period.first, -1) ?? rejectOutside(cursor, period);

const rejectOutside = (cursor: Cursor, {span}: PlacedPeriod): never =>
	cursor.fail('bad-date', 'the range lies outside the years 0001 to 9999', {help: 'write >= or <='}, span);

function readPeriod(cursor: Cursor, name: string): PlacedPeriod {
	const start = cursor.at;
	const word = atQuote(cursor) ? readQuoted(cursor).trim() : (cursor.match(/(?:(?!\.\.)[^\s,()'"<>=~])+/y) ?? '');
	const span = cursor.span(start);
	const period = parsePeriod(shorten(word), cursor.setting.context.today);
	if ('first' in period) return {...period, span};
	const message = word === '' ? `a date is missing (${name} is a date)` : period.message;
	return cursor.fail('bad-date', message, {help: period.help}, span);
}
