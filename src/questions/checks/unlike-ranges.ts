import {countDays} from '../../calendar.ts';
import type {Check} from '../file/question-schema.ts';
import type {Result} from '../results/result.ts';
import {partOfDay, rangeOf, timeOf} from '../results/result-periods.ts';

/** Ranges of two results of one question that cannot be compared, since their days are not alike. */

/** A running day that weighs more than this in one of two ranges, and not in the other, makes them unlike. */
const mostUnlike = 0.05;

/** Says why the running day makes two open ranges unlike; undefined if it does not. */
function findRunningDay(result: Result, other: Result): string | undefined {
	const range = rangeOf(result);
	if (!range || range.last < result.day) return undefined;
	const unlike = Math.abs(partOfDay(result.taken) - partOfDay(other.taken)) / countDays(range);
	const at = ({taken}: Result) => taken.slice(11, 16);
	return unlike > mostUnlike
		? `the results contain different parts of the current day (they were run at ${at(result)} and ${at(other)})`
		: undefined;
}

/** Says why a result cannot stand in for the one of seven days back. A range of a week or more has all days of the week. */
function findOtherWeekday({against}: Check, result: Result, other: Result): string | undefined {
	const range = rangeOf(result);
	if (against !== '7d' || !range || countDays({first: other.day, last: result.day}) === 8) return undefined;
	const isByDay = result.columns[timeOf(result.columns).dateAt]?.unit === 'day';
	if (!isByDay && countDays(range) >= 7) return undefined;
	return `no result from seven days ago, and ${other.day} is a different day of the week`;
}

/** Says why the days of two results are not alike; undefined if they are. */
export const findUnlikeRanges = (check: Check, result: Result, other: Result): string | undefined =>
	findRunningDay(result, other) ?? findOtherWeekday(check, result, other);
