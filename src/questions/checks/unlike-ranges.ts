import {countDays} from '../../calendar.ts';
import type {Check} from '../file/question-schema.ts';
import type {Result} from '../results/result.ts';
import {partOfDay, rangeOf, timeOf} from '../results/result-periods.ts';
import {weeksAgo} from './baseline.ts';

const maxShareDifference = 0.05;

function findRunningDay(result: Result, other: Result): string | undefined {
	const range = rangeOf(result);
	if (!range || range.last < result.day) return undefined;
	const unlike = Math.abs(partOfDay(result.taken) - partOfDay(other.taken)) / countDays(range);
	const at = ({taken}: Result) => taken.slice(11, 16);
	return unlike > maxShareDifference
		? `the results contain different parts of the current day (they were run at ${at(result)} and ${at(other)})`
		: undefined;
}

/** Returns the reason why a result cannot replace the one from whole weeks ago. Ranges of a week or more contain all weekdays, so they can. */
function findOtherWeekday({against}: Check, result: Result, other: Result): string | undefined {
	const range = rangeOf(result);
	const ago = weeksAgo.get(against ?? '');
	if (ago === undefined || !range || (countDays({first: other.day, last: result.day}) - 1) % 7 === 0) return undefined;
	const isByDay = result.columns[timeOf(result.columns).dateAt]?.unit === 'day';
	if (!isByDay && countDays(range) >= 7) return undefined;
	return `no result from ${ago.text}, and ${other.day} is a different day of the week`;
}

export const findUnlikeRanges = (check: Check, result: Result, other: Result): string | undefined =>
	findRunningDay(result, other) ?? findOtherWeekday(check, result, other);
