import {countDays} from '../../calendar.ts';
import {type Column, numberOf, type Range, type Row} from '../../output/dataset.ts';
import {groupBy} from '../../text/group-by.ts';

/** Figures that count what happened, so that they grow with the number of days. */
const growing: readonly string[] = ['new', 'lost', 'cumulativeUsageCount', 'cumulativeCustomValueCount', 'eventCounts'];

/** The largest difference of lengths that is not worth a remark. */
const tolerance = 1 / 20;

/** Returns a caveat with the change per day of counts that grow with days, if the ranges differ in length. */
export function getPerDayCaveats(
	{columns, rows}: {readonly columns: readonly Column[]; readonly rows: readonly Row[]},
	{now, before}: {readonly now: Range; readonly before: Range},
): readonly string[] {
	const [days, daysBefore] = [countDays(now), countDays(before)];
	const isDated = columns.some(({kind}) => kind === 'date');
	if (isDated || Math.abs(days - daysBefore) / daysBefore <= tolerance) return [];
	const at = (key: string) => columns.findIndex(column => column.key === key);
	return [...groupBy(rows, row => String(row[at('figure')]))].flatMap(([figure, own]) => {
		const sum = (key: string) => own.reduce((all, row) => all + (numberOf(row[at(key)]) ?? 0), 0);
		const [value, baseline] = [sum('value') / days, sum('baseline') / daysBefore];
		if (!growing.includes(figure) || baseline === 0) return [];
		const percent = Math.round((1000 * (value - baseline)) / baseline) / 10;
		return [
			`per day, ${figure} changed by ${percent < 0 ? '' : '+'}${percent} % (${daysBefore} days before, ${days} now)`,
		];
	});
}
