import {endpoints} from '../../src/contract/endpoints.ts';
import type {Handler} from '../../src/sandbox/handler.ts';
import {churnReport} from '../../src/sandbox/handlers/reporting/churn-report.ts';
import {currentReport} from '../../src/sandbox/handlers/reporting/current-report.ts';
import {eventReports} from '../../src/sandbox/handlers/reporting/event-reports.ts';
import {lostReports} from '../../src/sandbox/handlers/reporting/lost-reports.ts';

/** The reports that are timed: every kind, with and without filters, over long and short ranges. */
const each = (property: string, extra: object = {}) => ({
	property,
	segments: [{type: 'regex', value: '.*', split: true, ...extra}],
});
const lost = {daysUntilDeclaredLost: 30, dateReportedLost: 'dateLastSeen'};
const current = {...lost, clientStatus: ['new', 'active', 'lost']};
const filters = {
	prodVersion: {type: 'regex', value: '^4\\.'},
	os: {type: 'stringArray', platform: ['Windows', 'macOS']},
	geography: {type: 'stringArray', country: ['US', 'DE', 'GB']},
	licenseStatus: [{activated: true}, {whitelisted: true}],
	ram: {type: 'numberRange', min: 4096},
};
const opened = {category: 'Files', name: 'Open'};
const saved = {category: 'Files', name: 'Save'};
const combination = {
	combiLabel: 'files',
	combiArray: [{categoryType: 'regex', nameType: 'regex', category: '^(Files|Project)$', name: 'Open|Save'}],
};

// biome-ignore lint/suspicious/noExplicitAny: handlers of different rows in one list
type AnyHandler = Handler<any>;
type Timed = readonly [name: string, handler: AnyHandler, schema: {parse: (input: unknown) => unknown}, input: object];

/** Days before today. */
export type Day = (before: number) => string;

export const requests = (day: Day): readonly Timed[] => {
	const currentRow = endpoints.reports.current.request;
	const churnRow = endpoints.reports.engagement.request;
	const since = (days: number) => ({startDate: day(days), stopDate: day(0)});
	return [
		['current, totals', currentReport, currentRow, {...current, startDate: day(90)}],
		['current, 5 filters', currentReport, currentRow, {...current, startDate: day(90), globalFilters: filters}],
		[
			'current, 3 levels, filtered',
			currentReport,
			currentRow,
			{
				...current,
				startDate: day(365),
				globalFilters: filters,
				levels: {
					level1: each('prodVersion', {limit: 10}),
					level2: each('os.version', {limit: 8}),
					level3: each('geography.country', {includeNull: true}),
				},
			},
		],
		[
			'current, each machineId limit 10',
			currentReport,
			currentRow,
			{...current, startDate: day(1090), levels: {level1: each('machineId', {limit: 10})}},
		],
		[
			'current, lifetime event usage',
			currentReport,
			currentRow,
			{
				...current,
				startDate: day(365),
				globalFilters: {lifetimeEventUsage: {combiArray: combination.combiArray, min: 5}},
			},
		],
		['current, by day, 90 days', currentReport, currentRow, {...current, startDate: day(90), dateSplit: 'day'}],
		[
			'current, by week, 365 days, filtered',
			currentReport,
			currentRow,
			{...current, startDate: day(365), dateSplit: 'week', globalFilters: filters},
		],
		[
			'current, by month, 730 days, by edition',
			currentReport,
			currentRow,
			{...current, startDate: day(730), dateSplit: 'month', levels: {level1: each('prodEdition')}},
		],
		[
			'engagement, weeks by install month',
			churnReport,
			churnRow,
			{...since(180), daysUntilDeclaredLost: 30, dateSplit: 'week', segmentBy: 'installationMonth'},
		],
		[
			'engagement, months by top versions',
			churnReport,
			churnRow,
			{...since(365), daysUntilDeclaredLost: 30, dateSplit: 'month', segmentBy: 'prodVersion'},
		],
		[
			'engagement, days, three years',
			churnReport,
			churnRow,
			{
				...since(1090),
				daysUntilDeclaredLost: 30,
				dateSplit: 'day',
				globalFilters: {C01: {type: 'string', value: 'design'}},
			},
		],
		['lost, runtime', lostReports.runtime, endpoints.lost.runtime.request, {...since(730), ...lost}],
		[
			'lost, days, filtered',
			lostReports.days,
			endpoints.lost.days.request,
			{...since(730), ...lost, globalFilters: filters},
		],
		[
			'lost, event table',
			lostReports.events,
			endpoints.lost.events.request,
			{...since(730), ...lost, globalFilters: filters},
		],
		[
			'lost, event table by country',
			lostReports.events,
			endpoints.lost.events.request,
			{...since(730), ...lost, segmentBy: 'geography.country'},
		],
		['lost, event histogram', lostReports.event, endpoints.lost.event.request, {...since(730), ...lost, event: opened}],
		[
			'lost, combination histogram',
			lostReports.event,
			endpoints.lost.event.request,
			{...since(730), ...lost, event: combination},
		],
		['events, table, 90 days', eventReports.table, endpoints.events.table.request, since(90)],
		['events, table, 730 days', eventReports.table, endpoints.events.table.request, since(730)],
		[
			'events, by week per user, 365 days',
			eventReports.timeline,
			endpoints.events.timeline.request,
			{...since(365), dateSplit: 'week', dataView: 'usageCounts', divisor: 'users', events: [opened, saved]},
		],
		[
			'events, by day, three years',
			eventReports.timeline,
			endpoints.events.timeline.request,
			{...since(1090), dateSplit: 'day', dataView: 'customValues', divisor: 'sessions', events: [opened, saved]},
		],
		[
			'frequency, 90 days, by version then',
			eventReports.frequency,
			endpoints.events.frequency.request,
			{...since(90), segmentBy: 'prodVersion', events: [opened, combination]},
		],
		[
			'frequency, 730 days, by country',
			eventReports.frequency,
			endpoints.events.frequency.request,
			{...since(730), segmentBy: 'geography.country', events: [opened, saved, combination]},
		],
		[
			'frequency, 365 days, filtered',
			eventReports.frequency,
			endpoints.events.frequency.request,
			{...since(365), globalFilters: filters, events: [opened]},
		],
	];
};
