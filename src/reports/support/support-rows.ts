import {addDays} from '../../calendar.ts';
import type {ChartRule} from '../../output/chart/chart.ts';
import {type Column, type Row, toPercent} from '../../output/dataset.ts';
import {toEnds} from '../../output/rows/interval-columns.ts';
import {isSmallGroup} from '../../output/small-group.ts';
import {getWilsonInterval, type Proportion} from '../../statistics/intervals.ts';
import {type Decline, predictShares} from '../../statistics/share-decline.ts';

import type {Week} from './support-counts.ts';
import type {Parts, SupportParts} from './support-parts.ts';
import type {Dates} from './support-text.ts';

const titles = {
	active: 'Active installations',
	keys: 'License keys',
	keysOnly: 'License keys only there',
	key: 'License key only there',
	eventsOnly: 'Events only there',
	event: 'Event only there',
	crashReports: 'Crash reports',
	edition: 'Edition',
	country: 'Country',
	below: 'Below the limit',
} as const;

type Figure = keyof typeof titles;

const percent = {kind: 'percent', unit: '%'} as const;
const shareEnds: readonly Column[] = [
	{key: 'shareLow', title: 'low', ...percent, layout: {priority: 2}},
	{key: 'shareHigh', title: 'high', ...percent, layout: {priority: 2}},
];
/** No dates of rows, so that checks do not take a row for a day. */
const belowDate = (key: string, title: string): Column => ({key, title, kind: 'text', onlyInData: true});

export const supportColumns: readonly Column[] = [
	{key: 'figure', title: 'Figure', kind: 'label', words: titles, layout: {priority: 0, minWidth: 23}},
	{key: 'value', title: 'Value', kind: 'label', hiddenWhenEmpty: true, layout: {priority: 0}},
	{key: 'now', title: 'Now', kind: 'number', layout: {priority: 0}},
	{key: 'of', title: 'Of', kind: 'number', onlyInData: true},
	{key: 'share', title: 'Share %', ...percent, layout: {priority: 0}},
	...shareEnds,
	{key: 'shareBefore', title: 'A year ago %', ...percent, layout: {priority: 1}},
	belowDate('belowDate', 'Below'),
	belowDate('belowDateLow', 'Below, low'),
	belowDate('belowDateHigh', 'Below, high'),
	{key: 'lastWeek', title: 'Last week', kind: 'boolean', marksIncomplete: ['now']},
];

type Part = {
	readonly now: Proportion;
	readonly before?: Proportion | undefined;
	readonly value?: string;
	readonly isLastWeek?: boolean;
};

const shareOf = (part: Proportion | undefined) => (part && part.total > 0 ? toPercent(part.count, part.total) : null);
const noDates = [null, null, null] as const;

/** The keys of a product and its crash reports are no sample of anything, so that their shares have no interval. */
const sampled: ReadonlySet<Figure> = new Set(['active', 'edition', 'country']);

const toRow = (figure: Figure, {now, before, value, isLastWeek = false}: Part): Row => [
	figure,
	value ?? null,
	now.count,
	now.total,
	shareOf(now),
	...toEnds(sampled.has(figure) ? getWilsonInterval(now.count, now.total) : undefined),
	shareOf(before),
	...noDates,
	isLastWeek,
];

/** A row without a share: how many, or of how many installations. */
const toCountRow = (figure: Figure, now: number, value: string | null = null): Row => [
	figure,
	value,
	now,
	...[null, null, null, null, null],
	...noDates,
	false,
];

const isUsed = ({count}: Proportion) => count > 0;
const isOnlyThere = ({count, total}: Proportion) => count > 0 && count === total;
const countOf = (parts: Parts, isCounted: (part: Proportion) => boolean) =>
	[...parts.values()].filter(isCounted).length;
const onlyThere = (parts: Parts) =>
	[...parts].filter(([, part]) => isOnlyThere(part)).toSorted(([, one], [, other]) => other.total - one.total);

const lowOf = ({count, total}: Proportion) => getWilsonInterval(count, total)?.low ?? 0;

type Shown = {readonly most: number; readonly isTable: boolean};

/** The groups that lose most come first: by the low end of the interval, so that small groups have no advantage. */
const toGroupRows = (figure: Figure, parts: Parts, {most, isTable}: Shown): readonly Row[] =>
	[...parts]
		.filter(([, part]) => isUsed(part) && !(isTable && isSmallGroup(part.total)))
		.toSorted(([, one], [, other]) => lowOf(other) - lowOf(one))
		.slice(0, most)
		.map(([value, now]) => toRow(figure, {now, value}));

const countUsed = (parts: Parts): Proportion => ({
	count: countOf(parts, isUsed),
	total: countOf(parts, ({total}) => total > 0),
});

function toKeyRows(keys: Parts, before: Parts | undefined, most: number): readonly Row[] {
	const only = onlyThere(keys);
	return [
		toRow('keys', {now: countUsed(keys), before: before && countUsed(before)}),
		toCountRow('keysOnly', only.length),
		...only.slice(0, most).map(([value, {total}]) => toCountRow('key', total, value)),
	];
}

function toEventRows(events: Parts, most: number): readonly Row[] {
	const only = onlyThere(events);
	return [
		toCountRow('eventsOnly', only.length),
		...only.slice(0, most).map(([value, {total}]) => toCountRow('event', total, value)),
	];
}

export type CrashShares = {readonly now: Proportion; readonly before: Proportion | undefined};

export type Support = {
	readonly weeks: readonly Week[];
	readonly parts: SupportParts;
	readonly crashes: CrashShares | undefined;
	readonly decline: Decline | undefined;
	readonly dates: Dates | undefined;
};

const mostShown = 3;

/** `isTable`: people see the largest groups only, and read the date below the table. */
export function toSupportRows({weeks, parts, crashes, decline, dates}: Support, isTable: boolean): readonly Row[] {
	const most = isTable ? mostShown : Number.POSITIVE_INFINITY;
	const {keys, keysBefore, events, editions, countries} = parts;
	const [before, now] = [weeks[0], weeks.at(-1)];
	return [
		...(now ? [toRow('active', {now, before, isLastWeek: true})] : []),
		...(keys ? toKeyRows(keys, keysBefore, isTable ? 0 : most) : []),
		...(crashes ? [toRow('crashReports', crashes)] : []),
		...(events ? toEventRows(events, most) : []),
		...toGroupRows('edition', editions, {most, isTable}),
		...toGroupRows('country', countries, {most, isTable}),
		...(isTable || !decline
			? []
			: [
					[
						'below',
						decline.kind,
						...[null, null, null, null, null, null],
						...(dates ? [dates.day, dates.low, dates.high] : noDates),
						true,
					],
				]),
	];
}

export const supportChart: ChartRule = {title: 'Share of active installations', figures: ['share']};

const drawnColumns: readonly Column[] = [
	{key: 'date', title: 'Date', kind: 'date', unit: 'week'},
	{key: 'share', title: 'Share %', ...percent},
	...shareEnds,
	{key: 'complete', title: 'Future weeks', kind: 'boolean', marksIncomplete: true},
];

/** A page shows at most two years of the future. */
const mostDrawn = 104;

/** The curve and its band; the weeks after today are predicted, and hollow. */
export function drawSupport({weeks, decline}: Pick<Support, 'weeks' | 'decline'>) {
	const last = weeks.at(-1)?.first ?? '';
	const future =
		decline?.kind === 'falls' ? predictShares(weeks, Math.min(mostDrawn, Math.ceil(decline.high) + 1)) : [];
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
