import {endOfPeriod, isDay} from '../../calendar.ts';
import type {Column, Mark} from '../dataset.ts';
import type {Chart} from './chart.ts';

/** More cannot be told apart. */
const maxMarks = 12;

/** Charts show a month as `2026-10`; returns its first day. */
const toDay = (date: string) => (/^\d{4}-\d\d$/.test(date) ? `${date}-01` : date);

/** Adds marks to a chart over time, each at the day, week or month that it is in. Of too many, the latest are shown. */
export function withMarks(chart: Chart, marks: readonly Mark[], columns: readonly Column[]): Chart {
	if (chart.shape !== 'lines' || marks.length === 0) return chart;
	const unit = columns.find(({kind}) => kind === 'date')?.unit;
	const periods = chart.dates.map(toDay);
	const placed = new Map<number, Mark[]>();
	for (const mark of marks) {
		const at = periods.findIndex(start => isDay(start) && start <= mark.day && mark.day <= endOfPeriod(start, unit));
		if (at >= 0) placed.set(at, [...(placed.get(at) ?? []), mark]);
	}
	const shown = [...placed]
		.toSorted(([one], [other]) => one - other)
		.slice(-maxMarks)
		.map(([at, own]) => ({
			at,
			label: own.map(({label}) => label).join(', '),
			text: own.map(({day, label}) => `${day} ${label}`).join('; '),
		}));
	return shown.length === 0 ? chart : {...chart, marks: shown};
}
