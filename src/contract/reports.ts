import type {ReportFamily} from './properties.ts';
import type {sortDirections} from './request-words.ts';

/**
 * Describes what a report supports besides dates: filters, segments or levels, events. Without schemas, so that the
 * expression language and the commands load without zod.
 */
export type Report = {
	/** The path after `/reporting/`. */
	readonly path: ReportPath;
	readonly command: string;
	readonly shortCommand?: string;
	/** Absent if the report cannot be filtered. */
	readonly family?: ReportFamily;
	readonly grouping?: 'segments' | 'levels';
	/** `single` excludes combinations. */
	readonly events?: 'single' | 'any';
};

export const reportRows = {
	current: {path: 'generic/current', command: 'report current', family: 'current', grouping: 'levels'},
	range: {path: 'generic/dateRange', command: 'report current', family: 'current', grouping: 'levels'},
	retention: {
		path: 'engagement/churnAndEngagement',
		command: 'report churn retention',
		shortCommand: 'report churn',
		family: 'engagement',
		grouping: 'segments',
	},
	usage: {path: 'engagement/usageDistribution', command: 'report usage', family: 'current'},
	lostDays: {path: 'churn/histogram/days', command: 'report churn days', family: 'lost'},
	lostSessions: {path: 'churn/histogram/sessions', command: 'report churn sessions', family: 'lost'},
	lostRuntime: {path: 'churn/histogram/runtime', command: 'report churn runtime', family: 'lost'},
	lostEvents: {
		path: 'eventTracking/churn/dataTable',
		command: 'report churn events',
		family: 'lostEvents',
		grouping: 'segments',
	},
	lostEvent: {
		path: 'eventTracking/churn/histogram',
		command: 'report churn event',
		family: 'lostEvents',
		events: 'any',
	},
	eventTable: {path: 'eventTracking/basic/dataTable', command: 'report events table', shortCommand: 'report events'},
	eventTimeline: {path: 'eventTracking/basic/timeline', command: 'report events timeline', events: 'single'},
	eventFrequency: {
		path: 'eventTracking/advanced/fullReport',
		command: 'report events frequency',
		family: 'advanced',
		grouping: 'segments',
		events: 'any',
	},
} as const satisfies Readonly<Record<string, Omit<Report, 'path'> & {path: string}>>;

type ReportPath = (typeof reportRows)[keyof typeof reportRows]['path'];

export const reports: readonly Report[] = Object.values(reportRows);

/** The commands of the reports, without the word `report`: `churn retention`. */
export const reportNames: readonly string[] = [...new Set(reports.map(({command}) => command.replace(/^report /, '')))];

/** Finds a report by its path (`/reporting/` is optional) or its command (`report` is optional). */
export function getReport(name: string): Report | undefined {
	const path = name.replace(/^\/?(reporting\/)?/, '');
	const command = `report ${name
		.trim()
		.replace(/^report\s+/, '')
		.replace(/\s+/g, ' ')}`;
	return reports.find(row => row.path === path || row.command === command || row.shortCommand === command);
}

/** The first day of a report without `--from`. */
export const usualStart = '-30d';
/** The default start of reports on cohorts and losses, which need a longer range. */
export const churnStart = '-6mo';

/** A key that the service sorts by. Without a direction it sorts in ascending order. */
export type Sort<Key extends string = string> = {
	readonly sort: Key;
	readonly sortDirection?: (typeof sortDirections)[number];
};

export type ColumnSort = {readonly column: string; readonly isDescending: boolean};

export const isColumnSort = (value: unknown): value is ColumnSort =>
	typeof value === 'object' && value !== null && 'column' in value && typeof value.column === 'string';

export const getServiceSort = <Key extends string>(sort: Sort<Key> | ColumnSort | undefined): Sort<Key> | undefined =>
	sort && 'sort' in sort ? sort : undefined;
