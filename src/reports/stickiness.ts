import {addDays, endOfPeriod} from '../calendar.ts';
import type {dateRange} from '../contract/operations/current-report.ts';
import {reportRows, usualStart} from '../contract/reports.ts';
import type {DateSplit} from '../contract/request-words.ts';
import {CliError} from '../errors.ts';
import {type Column, numberOf, type Range, type Row, toPercent} from '../output/dataset.ts';
import {enumeration} from '../text/wording.ts';
import {readCurrent, validateMarks} from './installation-counts.ts';
import {count, dateColumn, percent} from './report-columns.ts';
import type {ReportDescriptor} from './report-descriptor.ts';
import {getGiven, getGroupBy, type ReportOptions} from './request/report-options.ts';
import {toDates} from './request/report-request.ts';
import type {Query} from './request/resolve-query.ts';

/** Weekly over monthly active installations: those active in the 7 days that end on a day, of those active in the 30 days. */

const windows = [7, 30] as const;

type StickinessOptions = ReportOptions & {readonly split: DateSplit | undefined};

/** Lists the last day of the range or, with a split, of each of its days, weeks or months. */
function listDays({first, last}: Range, split: DateSplit | undefined): readonly string[] {
	if (split === undefined) return [last];
	const days: string[] = [];
	for (let day = first; day <= last; day = addDays(days.at(-1) ?? day, 1)) {
		const end = endOfPeriod(day, split);
		days.push(end < last ? end : last);
	}
	return days;
}

function validate({level = [], ...options}: StickinessOptions): void {
	const unfit = getGiven({
		'--level': level.length > 0,
		'--status': options.status,
		'--share': options.share,
		'--top': options.top,
		'--totals': options.totals,
		'--wide': options.wide,
		'--lost-after': options.lostAfter,
		'--lost-date': options.lostDate,
	});
	if (unfit.length > 0)
		throw new CliError('usage', `--stickiness cannot be combined with ${enumeration(unfit)}`, {
			hint: `omit ${enumeration(unfit)}, or --stickiness`,
		});
	validateMarks(options);
}

const toRequest = (options: StickinessOptions, {filters}: Query, {day, window}: {day: string; window: number}) => ({
	...toDates({first: addDays(day, 1 - window), last: day}),
	clientStatus: ['active' as const],
	globalFilters: filters,
	levels: {},
	dateSplit: null,
	...getGroupBy(options),
});

const columns: readonly Column[] = [
	dateColumn('day'),
	...windows.map(days => count(`active${days}`, {title: `Active in ${days} days`, unit: 'installations'})),
	percent('stickiness', {title: 'Stickiness %', proportion: {part: 'active7', of: ['active30']}}),
];

const toRow = (day: string, [weekly = null, monthly = null]: readonly (number | null)[]): Row => [
	day,
	weekly,
	monthly,
	weekly !== null && monthly ? toPercent(weekly, monthly) : null,
];

export const stickiness: ReportDescriptor<typeof dateRange, StickinessOptions> = {
	row: reportRows.range,
	defaultStart: usualStart,
	hintIfAbsent: '--stickiness needs a newer server',
	endpoint: async () => (await import('../contract/operations/current-report.ts')).dateRange,
	validate,
	title: () => `Stickiness, active in ${windows.join(' of those active in ')} days`,
	request: (options, query) => toRequest(options, query, {day: query.range.last, window: windows[1]}),
	requests: (options, query) =>
		listDays(query.range, options.split).flatMap(day =>
			windows.map(window => toRequest(options, query, {day, window})),
		),
	columns: () => columns,
	read: (results, {split}, {range}) => {
		const counts = results.map(each => {
			const [row] = readCurrent(each, {statuses: ['active'], levels: [], isSplit: false, totals: false});
			return numberOf(row?.[0]);
		});
		return listDays(range, split).map((day, at) =>
			toRow(day, counts.slice(windows.length * at, windows.length * (at + 1))),
		);
	},
	chart: {title: 'Stickiness', figures: ['stickiness']},
};
