import {nullLabel} from '../contract/rules/segment-rules.ts';
import type {ChartRule} from '../output/chart/chart.ts';
import type {Answer, Cell, Column, Row} from '../output/dataset.ts';
import {counted} from '../text/wording.ts';
import type {Releases} from './read-releases.ts';
import {getCrashFree, type ReleaseCounts} from './release-counts.ts';

/** Names on the command line, and the properties of the service. */
export const breakdowns = {
	'os.version': {property: 'os.version', title: 'OS Version'},
	country: {property: 'geography.country', title: 'Country'},
	prodEdition: {property: 'prodEdition', title: 'Edition'},
	date: {property: 'date', title: 'Date'},
} as const;
type Breakdown = keyof typeof breakdowns;
export const breakdownNames = Object.keys(breakdowns) as readonly Breakdown[];

export const releaseChart: ChartRule = {
	// The scale of a chart begins at 0, where percentages near 100 look alike.
	title: 'Installations that crashed',
	figures: ['crashedPercent'],
	labels: ['product', 'version', ...breakdownNames],
};

function getGroupColumns(by: Breakdown | undefined): readonly Column[] {
	if (by === undefined) return [];
	const column = {key: by, title: breakdowns[by].title, layout: {priority: 0, minWidth: 20}} as const;
	return [by === 'date' ? {...column, kind: 'date', unit: 'day'} : {...column, kind: 'label'}];
}

const crashedInterval: readonly Column[] = [
	{key: 'crashedPercentLow', title: 'low', kind: 'percent', unit: '%', onlyInData: true},
	{key: 'crashedPercentHigh', title: 'high', kind: 'percent', unit: '%', onlyInData: true},
];

export const getColumns = (by: Breakdown | undefined): readonly Column[] => [
	{key: 'version', title: 'Version', kind: 'label', isVersion: true, layout: {priority: 0}},
	...getGroupColumns(by),
	{key: 'firstSeen', title: 'First seen', kind: 'date', hiddenWhenEmpty: true, layout: {priority: 2}},
	{key: 'installations', title: 'Installations', kind: 'count', unit: 'installations', layout: {priority: 1}},
	{
		...{key: 'share', title: 'Share of active %', kind: 'percent', unit: '%', hiddenWhenEmpty: true},
		layout: {priority: by === undefined ? 2 : 3},
	},
	{key: 'crashed', title: 'Crashed', kind: 'count', unit: 'installations', layout: {priority: 2}},
	{
		...{key: 'crashFree', title: 'Crash-free %', kind: 'percent', unit: '%', layout: {priority: 1}},
		proportion: {of: ['installations']},
	},
	{key: 'crashFreeLow', title: 'low', kind: 'percent', unit: '%', layout: {priority: 1}},
	{key: 'crashFreeHigh', title: 'high', kind: 'percent', unit: '%', layout: {priority: 1}},
	{
		...{key: 'crashedPercent', title: 'Crashed %', kind: 'percent', unit: '%', onlyInData: true},
		proportion: {of: ['installations']},
	},
	// By day, whiskers would hide the lines.
	...(by === 'date' ? [] : crashedInterval),
	{key: 'reports', title: 'Reports', kind: 'count', layout: {priority: 2}},
	{key: 'reportsPer1000Days', title: 'per 1,000 days', kind: 'number', hiddenWhenEmpty: true, layout: {priority: 2}},
	{
		key: 'reportsPer1000Sessions',
		title: 'per 1,000 sessions',
		kind: 'number',
		hiddenWhenEmpty: true,
		layout: {priority: 3},
	},
	{key: 'reportsPer1000Hours', title: 'per 1,000 hours', kind: 'number', hiddenWhenEmpty: true, layout: {priority: 3}},
	{key: 'newGroups', title: 'New groups', kind: 'count', hiddenWhenEmpty: true, layout: {priority: 2}},
	{key: 'days', title: 'Installation-days', kind: 'count', hiddenWhenEmpty: true, layout: {priority: 3}},
	{key: 'sessions', title: 'Sessions', kind: 'count', onlyInData: true},
	{key: 'hours', title: 'Hours', kind: 'number', onlyInData: true},
	{key: 'basis', title: 'Basis', kind: 'text', onlyInData: true},
];

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;
const percent = (share: number | undefined): Cell => (share === undefined ? null : round(100 * share, 2));
const per1000 = (count: number | null, size: number | null): Cell =>
	count === null || size === null || size === 0 ? null : round((1000 * count) / size, 2);

/** Says how many installations of the newest version crashed not; undefined if none used it. */
export function answerNewest([newest]: readonly ReleaseCounts[]): Answer | undefined {
	const crashFree = newest && getCrashFree(newest);
	return (
		crashFree && {
			figure: `${percent(crashFree.share)} %`,
			text: `of the ${counted(newest.installations, 'installation')} of ${newest.version} sent no crash report`,
		}
	);
}

type RowContext = Pick<Releases, 'basis' | 'total'> & {
	readonly by: Breakdown | undefined;
	/** Versions that were in use before the counted days. */
	readonly older: ReadonlySet<string>;
	/** Undefined if the archive has no earlier crash reports to compare with. */
	readonly newGroups: ReadonlyMap<string, number> | undefined;
};

export function toRow(counts: ReleaseCounts, {basis, total, by, older, newGroups}: RowContext): Row {
	const {version, group, firstDay, installations, crashed, reports, days, sessions, minutes} = counts;
	const crashFree = getCrashFree(counts);
	const hours = minutes === null ? null : minutes / 60;
	return [
		version,
		...(by === undefined ? [] : [group ?? nullLabel]),
		older.has(version) ? null : firstDay,
		installations,
		// A day has another total.
		percent(total === 0 || by === 'date' ? undefined : installations / total),
		crashed,
		percent(crashFree?.share),
		percent(crashFree?.low),
		percent(crashFree?.high),
		...[crashFree?.share, ...(by === 'date' ? [] : [crashFree?.high, crashFree?.low])].map(share =>
			percent(share === undefined ? undefined : 1 - share),
		),
		reports,
		per1000(reports, days),
		per1000(reports, sessions),
		per1000(reports, hours),
		by === undefined && newGroups ? (newGroups.get(version) ?? 0) : null,
		days,
		sessions,
		hours === null ? null : round(hours, 1),
		basis,
	];
}
