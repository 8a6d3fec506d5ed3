import {countDays, describePeriod, weekday, weekdays} from '../../calendar.ts';
import {counted} from '../../text/wording.ts';
import {type Column, type Dataset, mapBlocks, type Range} from '../dataset.ts';

/** Returns `2026-05-31 to 2026-06-30 (31 days)`, `2026-05 (31 days)` for a whole month, or `2026-10-01 (Thursday)`. */
export function printRange(range: Range): string {
	const name = weekdays[weekday(range.first)] ?? '';
	const what = range.first === range.last ? name.replace(/^./, upperCase) : counted(countDays(range), 'day');
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
