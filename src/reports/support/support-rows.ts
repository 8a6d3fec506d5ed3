import {addDays} from '../../calendar.ts';
import type {ChartRule} from '../../output/chart/chart.ts';
import {type Column, type Row, toPercent} from '../../output/dataset.ts';
import {toEnds} from '../../output/rows/interval-columns.ts';
import {isSmallGroup} from '../../output/small-group.ts';
import {getWilsonInterval, type Proportion} from '../../statistics/intervals.ts';
import type {Decline} from '../../statistics/share-decline.ts';
import type {Parts, Week} from './support-counts.ts';
import type {SupportParts} from './support-parts.ts';

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

type RowFigures = {counts?: Proportion | undefined; now?: number; before?: Proportion | undefined; below?: Row};

/** `now` is a number that is not part of another, in place of `counts`. */
const toRow = (figure: Figure, value: string | null, {counts, now, before, below = []}: RowFigures): Row => [
	figure,
	value,
	now ?? counts?.count ?? null,
	counts?.total ?? null,
	shareOf(counts),
	...toEnds(counts && sampled.has(figure) ? getWilsonInterval(counts.count, counts.total) : undefined),
	shareOf(before),
	...belowKeys.map((_, at) => below[at] ?? null),
	figure === 'active',
];

const isUsed = ({count}: Proportion) => count > 0;
const countUsed = (parts: Parts): Proportion => ({
	count: [...parts.values()].filter(isUsed).length,
	total: [...parts.values()].filter(({total}) => total > 0).length,
});

const mostShown = 3;
const lowOf = ({count, total}: Proportion) => getWilsonInterval(count, total)?.low ?? 0;

/** The groups that lose most come first: by the low end of the interval, so that small groups have no advantage. */
const toGroupRows = (figure: Figure, parts: Parts, isTable: boolean): readonly Row[] =>
	[...parts]
		.filter(([, part]) => isUsed(part) && !(isTable && isSmallGroup(part.total)))
		.toSorted(([, one], [, other]) => lowOf(other) - lowOf(one))
		.slice(0, isTable ? mostShown : undefined)
		.map(([value, counts]) => toRow(figure, value, {counts}));

/** Returns how many are used there and nowhere else, and the first of them with their installations. */
function toOnlyRows(
	only: Figure,
	each: Figure,
	{parts, most}: {readonly parts: Parts; readonly most: number | undefined},
) {
	const found = [...parts]
		.filter(([, part]) => isUsed(part) && part.count === part.total)
		.toSorted(([, one], [, other]) => other.total - one.total);
	return [
		toRow(only, null, {now: found.length}),
		...found.slice(0, most).map(([value, {total}]) => toRow(each, value, {now: total})),
	];
}

/** `below`: the outcome and its dates. `isTable`: people see the largest groups only. */
export function toSupportRows(
	weeks: readonly Week[],
	{keys, events, crashes, editions, countries}: SupportParts,
	{below, isTable}: {readonly below: Row; readonly isTable: boolean},
): readonly Row[] {
	const [mostKeys, mostEvents] = isTable ? [0, mostShown] : [];
	return [
		toRow('active', null, {counts: weeks.at(-1), before: weeks[0], below}),
		...(keys
			? [toRow('keys', null, {counts: countUsed(keys.now), before: keys.before && countUsed(keys.before)})]
			: []),
		...(keys ? toOnlyRows('keysOnly', 'key', {parts: keys.now, most: mostKeys}) : []),
		...(crashes ? [toRow('crashReports', null, {counts: crashes.now, before: crashes.before})] : []),
		...(events ? toOnlyRows('eventsOnly', 'event', {parts: events, most: mostEvents}) : []),
		...toGroupRows('edition', editions, isTable),
		...toGroupRows('country', countries, isTable),
	];
}

export const supportChart: ChartRule = {title: 'Share of active installations', figures: ['share']};

const drawnColumns: readonly Column[] = [
	{key: 'date', title: 'Date', kind: 'date', unit: 'week'},
	...shareColumns,
	{key: 'complete', title: 'Complete', kind: 'boolean', marksIncomplete: true, words: {false: 'predicted'}},
];

/** A page shows at most two years of the future. */
const mostDrawn = 104;

/** The curve and its band; the weeks after today are predicted, and hollow. */
export function drawSupport(weeks: readonly Week[], decline: Decline | undefined) {
	const future = decline?.kind === 'falls' ? decline.predicted.slice(1, mostDrawn + 1) : [];
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
