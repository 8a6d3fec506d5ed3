import type {RangeWords} from '../language/values/range-words.ts';
import {chooseCurrent} from './choose-current.ts';
import {eventFrequency} from './event-frequency.ts';
import {eventTable} from './event-table.ts';
import {eventTimeline} from './event-timeline.ts';
import {lostEvents} from './lost-events.ts';
import {lostDays, lostEvent, lostRuntime, lostSessions} from './lost-histograms.ts';
import type {ReportDescriptor} from './report-descriptor.ts';
import {reportDefaults} from './request/report-options.ts';
import {retention} from './retention/retention.ts';
import {usageDistribution} from './usage-distribution.ts';

type Words = RangeWords & {readonly compare?: string | undefined};
type Row = {
	readonly find: (words: Words, today: string) => ReportDescriptor;
	/** The keys of the figures that it can have. */
	readonly figures: readonly string[];
	/** All options that it takes, with their defaults. */
	readonly options: Readonly<Record<string, unknown>>;
};

const range = {from: undefined, to: undefined, period: undefined, compare: undefined, quotaCheck: true};
const filtered = {...range, filter: []};
const lost = {...filtered, lostAfter: undefined, lostDate: undefined};
const segments = {segmentBy: undefined, segment: []};
const ranking = {share: false, top: undefined};

const histogram = (report: ReportDescriptor) =>
	({find: () => report, figures: ['installations'], options: lost}) as const satisfies Row;

/** The reports by their commands, without the word `report`. */
export const reportTable = {
	current: {
		find: chooseCurrent,
		figures: ['new', 'active', 'lost', 'active7', 'active30', 'stickiness'],
		options: {
			...lost,
			...ranking,
			status: undefined,
			level: [],
			split: undefined,
			groupBy: undefined,
			interval: false,
			totals: false,
			stickiness: false,
		},
	},
	usage: {
		find: () => usageDistribution,
		figures: ['installations'],
		options: {...filtered, cross: false},
	},
	'churn retention': {
		find: () => retention,
		figures: ['installations', 'engaged', 'engagedPercent', 'lost', 'lostPercent'],
		options: {...filtered, ...segments, lostAfter: undefined, split: 'month', interval: false},
	},
	'churn days': histogram(lostDays),
	'churn sessions': histogram(lostSessions),
	'churn runtime': histogram(lostRuntime),
	'churn event': {
		find: () => lostEvent,
		figures: ['installations'],
		options: {...lost, event: [], groupBy: undefined},
	},
	'churn events': {
		find: () => lostEvents,
		figures: [
			'eventCount',
			'eventCountPerUser',
			'usersUsedAtLeastOnce',
			'percentUsedAtLeastOnce',
			'usersNeverUsed',
			'percentNeverUsed',
		],
		options: {...lost, ...segments, ...ranking, groupBy: undefined, interval: false},
	},
	'events table': {
		find: () => eventTable,
		figures: [
			'cumulativeUsageCount',
			'averageCountPerUser',
			'averageCountPerSession',
			'averageCountPerRuntimeHour',
			'cumulativeCustomValueCount',
			'averageCustomValuePerEvent',
			'averageCustomValuePerUser',
			'averageCustomValuePerSession',
			'averageCustomValuePerRuntimeHour',
		],
		options: {...range, ...ranking, totals: false},
	},
	'events timeline': {
		find: () => eventTimeline,
		figures: ['value'],
		options: {...range, event: [], view: reportDefaults.view, per: undefined, split: 'day'},
	},
	'events frequency': {
		find: () => eventFrequency,
		figures: [
			'eventCounts',
			'averageEventCountPerSessionUsedAtLeastOnce',
			'averageEventCountPerSessionAll',
			'averageEventCountPerUserAtLeastOnce',
			'averageEventCountPerUserAll',
			'uniqueUsersUsedAtLeastOnce',
			'percentUsedAtLeastOnce',
			'uniqueUsersNeverUsed',
			'installations',
		],
		options: {...filtered, ...segments, ...ranking, event: [], bins: false, interval: false},
	},
} as const satisfies Readonly<Record<string, Row>>;

export type ReportName = keyof typeof reportTable;
