import {addDays} from '../../calendar.ts';
import {type Decline, fewestWeeks} from '../../statistics/share-decline.ts';
import type {Week} from './support-counts.ts';

/** The sentence that says when the share falls below a limit. */

const months = 'January February March April May June July August September October November December'.split(' ');

/** `2027-04-12` → `April 2027`. */
const printMonth = (day: string) => `${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

/** `April 2027 (February to August 2027)`. */
function printMonths([low, day, high]: readonly [string, string, string]): string {
	const [first, last] = [printMonth(low), printMonth(high)];
	if (first === last) return first;
	const start = low.slice(0, 4) === high.slice(0, 4) ? first.replace(/ .*/, '') : first;
	return `${printMonth(day)} (${start} to ${last})`;
}

const reasons = {
	'few-weeks': `fewer than ${fewestWeeks} weeks have active installations`,
	'no-fall': 'the share does not fall by more than chance',
	'bad-predictions': 'past weeks predict later ones badly',
} as const;

/** The first days of the weeks of the crossing. */
export type Dates = {readonly day: string; readonly low: string; readonly high: string};

/** Returns undefined if the share is below the limit already, or if nobody can tell when it will be. */
export function getDates(decline: Decline, {first}: Week): Dates | undefined {
	if (decline.kind !== 'falls') return undefined;
	const dayOf = (weeks: number) => addDays(first, Math.round(7 * weeks));
	return {day: dayOf(decline.weeks), low: dayOf(decline.low), high: dayOf(decline.high)};
}

/** Returns the first day of the weeks in a row, up to the last one, whose share is below the limit. */
function findSince(weeks: readonly Week[], limit: number): string {
	const above = weeks.findLastIndex(({count, total}) => total > 0 && count / total >= limit);
	return weeks[above + 1]?.first ?? '';
}

/** Returns `in April 2027 (February to August 2027), if the last 52 weeks go on`. */
export function describeDecline(
	decline: Decline,
	{weeks, dates, limit}: {readonly weeks: readonly Week[]; readonly dates: Dates | undefined; readonly limit: number},
): string {
	if (decline.kind === 'unknown') return `unknown: ${reasons[decline.why]}`;
	if (decline.kind === 'below') return `already, since ${findSince(weeks, limit)}`;
	const months = dates ? printMonths([dates.low, dates.day, dates.high]) : '';
	return `in ${months}, if the last ${weeks.length} weeks go on`;
}
