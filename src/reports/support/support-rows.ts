import {addDays} from '../../calendar.ts';
import type {ChartRule} from '../../output/chart/chart.ts';
import {type Column, numberOf, type Row, toPercent} from '../../output/dataset.ts';
import {toEnds} from '../../output/rows/interval-columns.ts';
import {isSmallGroup} from '../../output/small-group.ts';
import {getWilsonInterval, type Proportion} from '../../statistics/intervals.ts';
import type {Decline} from '../../statistics/share-decline.ts';
import {groupBy} from '../../text/group-by.ts';
import type {Parts, Week} from './support-counts.ts';

const titles = {
	active: 'Active installations',
	keys: 'License keys',
	keysOnly: 'License keys only there',
	key: 'License key only there',
	crashReports: 'Crash reports',
	eventsOnly: 'Events only there',
	event: 'Event only there',
	edition: 'Edition',
	country: 'Country',
} as const;

type Figure = keyof typeof titles;

const percent = {kind: 'percent', unit: '%'} as const;
const shareColumns: readonly Column[] = [
	{key: 'share', title: 'Share %', ...percent, layout: {priority: 0}},
	{key: 'shareLow', title: 'low', ...percent, layout: {priority: 2}},
	{key: 'shareHigh', title: 'high', ...percent, layout: {priority: 2}},
];
/** The outcome and its dates. They are not of the kind `date`, so that checks do not take the row for a day. */
const belowKeys = ['below', 'belowDate', 'belowDateLow', 'belowDateHigh'];

export const supportColumns: readonly Column[] = [
	{key: 'figure', title: 'Figure', kind: 'label', words: titles, layout: {priority: 0, minWidth: 23}},
	{key: 'value', title: 'Value', kind: 'label', hiddenWhenEmpty: true, layout: {priority: 0}},
	{key: 'now', title: 'Now', kind: 'number', layout: {priority: 0}},
	{key: 'of', title: 'Of', kind: 'number', onlyInData: true},
	...shareColumns,
	{key: 'shareBefore', title: 'A year ago %', ...percent, layout: {priority: 1}},
	...belowKeys.map((key): Column => ({key, title: key, kind: 'text', onlyInData: true})),
	{key: 'lastWeek', title: 'Days', kind: 'boolean', marksIncomplete: ['now'], words: {false: 'four weeks'}},
];

const shareOf = (part: Proportion | undefined) => (part && part.total > 0 ? toPercent(part.count, part.total) : null);

/** The keys of a product and its crash reports are no sample of anything, so that their shares have no interval. */
const sampled: ReadonlySet<Figure> = new Set(['active', 'edition', 'country']);

type RowFigures = {
	readonly value?: string;
	readonly counts?: Proportion | undefined;
	/** A number that is not part of another, in place of `counts`. */
	readonly now?: number;
	readonly before?: Proportion | undefined;
	/** The outcome and its dates. */
	readonly below?: Row | undefined;
};

export const toRow = (figure: Figure, {value, counts, now, before, below = []}: RowFigures): Row => [
	figure,
	value ?? null,
	now ?? counts?.count ?? null,
	counts?.total ?? null,
	shareOf(counts),
	...toEnds(counts && sampled.has(figure) ? getWilsonInterval(counts.count, counts.total) : undefined),
	shareOf(before),
	...belowKeys.map((_, at) => below[at] ?? null),
	figure === 'active',
];

const isUsed = ({count}: Proportion) => count > 0;
const lowOf = ({count, total}: Proportion) => getWilsonInterval(count, total)?.low ?? 0;

/** The groups that lose most come first: by the low end of the interval, so that small groups have no advantage. */
export const toGroupRows = (figure: Figure, parts: Parts): readonly Row[] =>
	[...parts]
		.filter(([, part]) => isUsed(part))
		.toSorted(([, one], [, other]) => lowOf(other) - lowOf(one))
		.map(([value, counts]) => toRow(figure, {value, counts}));

/** Returns how many are used there and nowhere else, and each of them with its installations. */
export function toOnlyRows([only, each]: readonly [Figure, Figure], parts: Parts): readonly Row[] {
	const found = [...parts]
		.filter(([, part]) => isUsed(part) && part.count === part.total)
		.toSorted(([, one], [, other]) => other.total - one.total);
	return [toRow(only, {now: found.length}), ...found.map(([value, {total}]) => toRow(each, {value, now: total}))];
}

const countUsed = (parts: Parts): Proportion => ({
	count: [...parts.values()].filter(isUsed).length,
	total: [...parts.values()].filter(({total}) => total > 0).length,
});

export const toKeyRows = (keys: Parts, before: Parts | undefined): readonly Row[] => [
	toRow('keys', {counts: countUsed(keys), before: before && countUsed(before)}),
	...toOnlyRows(['keysOnly', 'key'], keys),
];

const mostShown: Readonly<Record<string, number>> = {key: 0, event: 3, edition: 3, country: 3};
const ofAt = supportColumns.findIndex(({key}) => key === 'of');

/** Returns the rows that people see: the first ones of each list, without small groups. */
export const chooseShown = (rows: readonly Row[]): readonly Row[] =>
	[...groupBy(rows, ([figure]) => String(figure))].flatMap(([figure, own]) => {
		const most = mostShown[figure];
		return most === undefined ? own : own.filter(row => !isSmallGroup(numberOf(row[ofAt]))).slice(0, most);
	});

export const supportChart: ChartRule = {title: 'Share of active installations', figures: ['share']};

const drawnColumns: readonly Column[] = [
	{key: 'date', title: 'Date', kind: 'date', unit: 'week'},
	...shareColumns,
	{key: 'complete', title: 'Complete', kind: 'boolean', marksIncomplete: true, words: {false: 'predicted'}},
];

/** The curve and its band; the weeks after today are predicted, and hollow. */
export function drawSupport(weeks: readonly Week[], decline: Decline | undefined) {
	const future = decline?.kind === 'falls' ? decline.predicted.slice(1) : [];
	const last = weeks.at(-1)?.first ?? '';
	return {
		columns: drawnColumns,
		rows: [
			...weeks.map(week => [week.first, shareOf(week), ...toEnds(getWilsonInterval(week.count, week.total)), true]),
			...future.map(({share, ...ends}, at) => [
				addDays(last, 7 * (at + 1)),
				toPercent(share, 1),
				...toEnds(ends),
				false,
			]),
		],
	};
}
