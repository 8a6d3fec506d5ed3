import {countDays} from '../../calendar.ts';
import type {Check} from '../file/question-schema.ts';
import type {Result} from '../results/result.ts';
import {partOfDay, rangeOf, timeOf} from '../results/result-periods.ts';

/** Ranges of two answers to one question that cannot be compared, since their days are not alike. */

/** A running day that weighs more than this in one of two ranges, and not in the other, makes them unlike. */
const mostUnlike = 0.05;

/** Why the running day makes two open ranges unlike; undefined where it does not. */
function findRunningDay(result: Result, other: Result): string | undefined {
	const range = rangeOf(result);
	if (!range || range.last < result.day) return undefined;
	const unlike = Math.abs(partOfDay(result.taken) - partOfDay(other.taken)) / countDays(range);
	const at = ({taken}: Result) => taken.slice(11, 16);
	return unlike > mostUnlike
		? `they were asked at ${at(result)} and at ${at(other)}, and the running day counts in both`
		: undefined;
}

/** Why an answer beside the one of seven days back cannot stand in for it; a range of a week and more has all days of the week. */
function findOtherWeekday({against}: Check, result: Result, other: Result): string | undefined {
	const range = rangeOf(result);
	if (against !== '7d' || !range || countDays({first: other.day, last: result.day}) === 8) return undefined;
	const isByDay = result.columns[timeOf(result.columns).dateAt]?.unit === 'day';
	if (!isByDay && countDays(range) >= 7) return undefined;
	return `no answer is seven days old, and that of ${other.day} is of another day of the week`;
}

/** Why the figures of two answers are not of like days; undefined where they are. */
export const findUnlikeRanges = (check: Check, result: Result, other: Result): string | undefined =>
	findRunningDay(result, other) ?? findOtherWeekday(check, result, other);
