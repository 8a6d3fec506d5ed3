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
	{key: 'lastWeek', title: 'Days', kind: 'boolean', marksIncomplete: ['now'], words: {false: 'four weeks'}},
];

const mostShown = 3;

/** The figures of a row, each of which may be missing. */
type Part = {
	readonly counts?: Proportion;
	/** A number that is not part of another. */
	readonly now?: number;
	readonly before?: Proportion | undefined;
	readonly value?: string;
	readonly dates?: Dates | undefined;
	readonly isLastWeek?: boolean;
};

const shareOf = (part: Proportion | undefined) => (part && part.total > 0 ? toPercent(part.count, part.total) : null);

/** The keys of a product and its crash reports are no sample of anything, so that their shares have no interval. */
const sampled: ReadonlySet<Figure> = new Set(['active', 'edition', 'country']);

const toRow = (figure: Figure, {counts, now, before, value, dates, isLastWeek = false}: Part): Row => [
	figure,
	value ?? null,
	now ?? counts?.count ?? null,
	counts?.total ?? null,
	shareOf(counts),
	...toEnds(counts && sampled.has(figure) ? getWilsonInterval(counts.count, counts.total) : undefined),
	shareOf(before),
	...(dates ? [dates.day, dates.low, dates.high] : [null, null, null]),
	isLastWeek,
];

const isUsed = ({count}: Proportion) => count > 0;
const lowOf = ({count, total}: Proportion) => getWilsonInterval(count, total)?.low ?? 0;

/** The groups that lose most come first: by the low end of the interval, so that small groups have no advantage. */
const toGroupRows = (figure: Figure, parts: Parts, isTable: boolean): readonly Row[] =>
	[...parts]
		.filter(([, part]) => isUsed(part) && !(isTable && isSmallGroup(part.total)))
		.toSorted(([, one], [, other]) => lowOf(other) - lowOf(one))
		.slice(0, isTable ? mostShown : undefined)
		.map(([value, counts]) => toRow(figure, {counts, value}));

/** Returns how many are used there and nowhere else, and the first of them with their installations. */
function toOnlyRows(only: Figure, each: Figure, {parts, most}: {readonly parts: Parts; readonly most: number}) {
	const found = [...parts]
		.filter(([, part]) => isUsed(part) && part.count === part.total)
		.toSorted(([, one], [, other]) => other.total - one.total);
	return [
		toRow(only, {now: found.length}),
		...found.slice(0, most).map(([value, {total}]) => toRow(each, {now: total, value})),
	];
}

const countUsed = (parts: Parts): Proportion => ({
	count: [...parts.values()].filter(isUsed).length,
	total: [...parts.values()].filter(({total}) => total > 0).length,
});

export type CrashShares = {readonly now: Proportion; readonly before: Proportion | undefined};

export type Support = {
	readonly weeks: readonly Week[];
	readonly parts: SupportParts;
	readonly crashes: CrashShares | undefined;
	readonly decline: Decline | undefined;
	readonly dates: Dates | undefined;
};

/** `isTable`: people see the largest groups only, and read the date below the table. */
export function toSupportRows({weeks, parts, crashes, decline, dates}: Support, isTable: boolean): readonly Row[] {
	const {keys, keysBefore, events, editions, countries} = parts;
	const [before, counts] = [weeks[0], weeks.at(-1)];
	const all = Number.POSITIVE_INFINITY;
	return [
		...(counts ? [toRow('active', {counts, before, isLastWeek: true})] : []),
		...(keys ? [toRow('keys', {counts: countUsed(keys), before: keysBefore && countUsed(keysBefore)})] : []),
		...(keys ? toOnlyRows('keysOnly', 'key', {parts: keys, most: isTable ? 0 : all}) : []),
		...(crashes ? [toRow('crashReports', {counts: crashes.now, before: crashes.before})] : []),
		...(events ? toOnlyRows('eventsOnly', 'event', {parts: events, most: isTable ? mostShown : all}) : []),
		...toGroupRows('edition', editions, isTable),
		...toGroupRows('country', countries, isTable),
		...(isTable || !decline ? [] : [toRow('below', {value: decline.kind, dates, isLastWeek: true})]),
	];
}

export const supportChart: ChartRule = {title: 'Share of active installations', figures: ['share']};

const drawnColumns: readonly Column[] = [
	{key: 'date', title: 'Date', kind: 'date', unit: 'week'},
	{key: 'share', title: 'Share %', ...percent},
	...shareEnds,
	{key: 'complete', title: 'Complete', kind: 'boolean', marksIncomplete: true, words: {false: 'predicted'}},
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
