import {hostileServer, reply} from '../../support/service/hostile-server.ts';

/** One small product's answers to every report, written by hand: what the transcripts show. */

const figures =
	(...names: readonly string[]) =>
	(...values: readonly (number | null)[]) =>
		Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
const counts = figures('new', 'active', 'lost');
const cohort = (size: number, ...engaged: readonly number[]) =>
	Object.fromEntries(
		[size, ...engaged].map((count, period) => {
			const percent = Math.round((count / size) * 1000) / 10;
			const lostPercent = Math.round((100 - percent) * 10) / 10;
			return [period, {engaged: count, engagedPercent: percent, lost: size - count, lostPercent}];
		}),
	);
const uses = figures(
	'cumulativeUsageCount',
	'averageCountPerUser',
	'averageCountPerSession',
	'averageCountPerRuntimeHour',
);
const values = figures(
	'cumulativeCustomValueCount',
	'averageCustomValuePerEvent',
	'averageCustomValuePerUser',
	'averageCustomValuePerSession',
	'averageCustomValuePerRuntimeHour',
);
const lostUses = figures(
	'eventCount',
	'eventCountPerUser',
	'usersUsedAtLeastOnce',
	'percentUsedAtLeastOnce',
	'usersNeverUsed',
	'percentNeverUsed',
);
const frequency = figures(
	'eventCounts',
	'averageEventCountPerSessionUsedAtLeastOnce',
	'averageEventCountPerSessionAll',
	'averageEventCountPerUserAtLeastOnce',
	'averageEventCountPerUserAll',
	'uniqueUsersUsedAtLeastOnce',
	'uniqueUsersNeverUsed',
);
/** Labels such as `2`, which an object would move to the front. */
const bins = (...pairs: readonly (readonly [string, number])[]) => new Map(pairs);
const at = (category: string | null, name: string, value: number | null) => ({category, name, value});

const results: Readonly<Record<string, unknown>> = {
	'/reporting/generic/current': {
		...counts(221, 2150, 402),
		level1: {
			Home: {
				totals: counts(152, 1204, 310),
				level2: {
					'Microsoft Windows 11': {totals: counts(101, 803, 150)},
					'Microsoft Windows 10': {totals: counts(38, 351, 148)},
					'<NULL>': {totals: counts(0, 12, 3)},
				},
			},
			'Professional Plus \u202e(2024)': {
				totals: counts(64, 918, 87),
				level2: {
					'Microsoft Windows 11': {totals: counts(50, 640, 41)},
					'macOS 15 Sequoia': {totals: counts(14, 278, null)},
				},
			},
		},
	},
	'/reporting/engagement/churnAndEngagement': {
		'2026-01-01': cohort(412, 287, 231, 190),
		'2026-02-01': cohort(389, 280, 215),
		'2026-03-01': cohort(455, 322),
		'2026-04-01': cohort(78),
	},
	'/reporting/churn/histogram/days': bins(
		['≤ 1', 236],
		['2', 82],
		['3', 68],
		['4 - 5', 90],
		['6 - 8', 68],
		['≥ 9', 266],
	),
	'/reporting/churn/histogram/sessions': bins(['≤ 1', 180], ['2', 99], ['3 - 5', 143], ['≥ 6', 388]),
	'/reporting/churn/histogram/runtime': bins(
		['≤ 0:50', 194],
		['0:51 - 1:00', 17],
		['1:01 - 1:15', 26],
		['≥ 39:01', 102],
	),
	'/reporting/eventTracking/churn/dataTable': [
		{eventCategory: 'Export', eventName: 'PDF', ...lostUses(5190, 18.21, 285, 35.19, 525, 64.81)},
		{eventCategory: 'Files', eventName: 'Open', ...lostUses(17381, 35.69, 487, 60.12, 323, 39.88)},
		{eventCategory: null, eventName: 'Start', ...lostUses(0, null, 0, 0, 810, 100)},
	],
	'/reporting/eventTracking/churn/histogram': bins(['1 - 10', 171], ['11 - 15', 18], ['16 - 20', 16], ['≥ 401', 0]),
	'/reporting/eventTracking/basic/dataTable': [
		{
			category: 'Export',
			categoryUsageSummary: uses(9331, 4.31, 1.12, 0.85),
			categoryCustomValuesSummary: values(23110.5, 2.48, 10.67, 2.77, 2.1),
			categoryEventsData: {
				PDF: {eventUsage: uses(6120, 2.83, 0.73, 0.56), eventCustomValues: values(23110.5, 3.78, 10.67, 2.77, 2.1)},
				'Web "HTML5"': {eventUsage: uses(3211, 1.48, 0.39, 0.29), eventCustomValues: values(null)},
			},
		},
		{
			category: null,
			categoryUsageSummary: uses(40112, 18.53, 4.81, 3.65),
			categoryCustomValuesSummary: values(null),
			categoryEventsData: {Start: {eventUsage: uses(40112, 18.53, 4.81, 3.65), eventCustomValues: values(null)}},
		},
	],
	'/reporting/eventTracking/basic/timeline': {
		'2026-02-01': [at('Export', 'PDF', 1980), at(null, 'Start', 12044)],
		'2026-03-01': [at('Export', 'PDF', 2107), at(null, 'Start', 14870)],
		'2026-04-01': [at('Export', 'PDF', 371), at(null, 'Start', 2210)],
	},
	'/reporting/eventTracking/advanced/fullReport': [
		{
			category: 'Export',
			name: 'PDF',
			...frequency(6120, 3.1, 0.73, 9.4, 2.83, 651, 1514),
			usageFrequency: bins(['1', 201], ['2', 118], ['3 - 5', 170], ['≥ 6', 162]),
		},
		{
			combiLabel: 'Any export',
			...frequency(9331, 3.6, 1.12, 11.1, 4.31, 840, 1325),
			usageFrequency: bins(['1', 240], ['2', 150], ['3 - 5', 220], ['≥ 6', 230]),
		},
	],
};

/** JSON text; Maps keep their order. */
function print(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(print).join()}]`;
	if (value === null || typeof value !== 'object') return JSON.stringify(value);
	const members = value instanceof Map ? [...value] : Object.entries(value);
	return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${print(item)}`).join()}}`;
}

/** A service on loopback that gives these answers to whoever asks; the environment that leads there. */
export async function sampleService(): Promise<Readonly<Record<string, string>>> {
	const {address} = await hostileServer((response, met) =>
		reply(`{"status":"OK","results":${print(results[met.path])}}`)(response, met),
	);
	return {
		USAGECTL_BASE_URL: address,
		USAGECTL_USER: 'ada',
		USAGECTL_SESSION_ID: 'session',
		USAGECTL_PRODUCT: '7',
	};
}
