import {addDays, countDays, describePeriod, firstOfWeek, shiftMonth, weekday, weekdays} from '../../calendar.ts';
import {counted, enumeration} from '../../text/wording.ts';
import {type Column, type Dataset, mapBlocks, type Range} from '../dataset.ts';

/** Returns the start of the next row; undefined if rows are not by week or month, or if the day is not the first of one. */
function findNext(day: string, unit: string | undefined): string | undefined {
	if (unit === 'week' && firstOfWeek(day) === day) return addDays(day, 7);
	return unit === 'month' && day.endsWith('-01') ? shiftMonth(day, 1) : undefined;
}

/** Returns `8 weeks and 2 days` for rows by week that begin with a whole one, and otherwise the number of days. */
function describeLength({first, last}: Range, unit: string | undefined): string {
	let [start, rows] = [first, 0];
	for (let next = findNext(first, unit); next && next <= addDays(last, 1); next = findNext(next, unit)) {
		start = next;
		rows++;
	}
	const days = countDays({first: start, last});
	const [whole, rest] = [rows > 0 ? [counted(rows, unit ?? '')] : [], days > 0 ? [counted(days, 'day')] : []];
	return enumeration([...whole, ...rest]);
}

/** Returns `2026-05-31 to 2026-06-30 (31 days)`, `2026-05 (31 days)` for a whole month, or `2026-10-01 (Thursday)`. */
export function printRange(range: Range, unit?: string): string {
	const name = weekdays[weekday(range.first)] ?? '';
	const what = range.first === range.last ? name.replace(/^./, upperCase) : describeLength(range, unit);
	return `${describePeriod(range)} (${what})`;
}

const upperCase = (letter: string) => letter.toUpperCase();

const columns: readonly Column[] = [
	{key: 'rangeStart', title: 'Range start', kind: 'text'},
	{key: 'rangeEnd', title: 'Range end', kind: 'text'},
];

/** Adds the range to each row, last, so that other columns keep their places. */
export const withRangeColumns = (data: Dataset, {first, last}: Range): Dataset => ({
	...data,
	columns: [...data.columns, ...columns],
	blocks: mapBlocks(data.blocks, row => [...row, first, last]),
});
