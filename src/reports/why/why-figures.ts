import {addDays} from '../../calendar.ts';
import type {EventReference} from '../../contract/event-reference.ts';
import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import type {Endpoint} from '../../contract/operations/endpoint.ts';
import {type Report, reportRows} from '../../contract/reports.ts';
import type {Segmentation} from '../../contract/segment-schemas.ts';
import type {Labeled} from '../../contract/value-schemas.ts';
import type {Range, Row} from '../../output/dataset.ts';
import type {Counts} from '../../why/breakdown.ts';
import type {FigureKind} from '../../why/contribution.ts';
import {neverAt, readFrequency, usedAt} from '../event-frequency.ts';
import {readCurrent} from '../installation-counts.ts';
import {splitIds} from '../latest-versions.ts';
import {lostEventColumns, readLostEvents} from '../lost-events.ts';
import {toDates} from '../request/report-request.ts';
import {readRetention} from '../retention/retention-rows.ts';

export const figureNames = ['new', 'active', 'lost', 'retention', 'event', 'crash-free'] as const;
export type FigureName = (typeof figureNames)[number];

/** A range of days. For crash-free installations, it has the IDs of those that sent a crash report. */
export type AskedRange = Range & {readonly crashed?: readonly string[]};

export type WhyRequest = {
	readonly range: AskedRange;
	readonly filters: GlobalFilters;
	readonly segmentation: Segmentation | undefined;
	readonly lostAfter: number;
	/** The days after which retention is measured. */
	readonly after: number;
	readonly events: readonly EventReference[];
};

type LabeledCounts = readonly [label: string, counts: Counts];

/** A figure that can be asked about, with the report that it comes from. */
export type WhyFigure = {
	readonly row: Report;
	readonly kind: FigureKind;
	/** The subject of the sentence, such as `lost installations`. */
	readonly title: string;
	/** The installations of which the counts are a part. */
	readonly baseTitle: string;
	/** Installations count under their latest version, so versions replace each other. */
	readonly replacesVersions: boolean;
	readonly countsLosses: boolean;
	/** The figure is a share that does not depend on the length of the range. */
	readonly comparesLengths?: true;
	endpoint(): Promise<Endpoint>;
	/** Returns the requests for a range; most figures need one. */
	requests(query: WhyRequest): readonly object[];
	/** Reads the results of one of the requests. Counts with the same label add up. */
	read(results: Labeled, query: WhyRequest, place: number): Iterable<LabeledCounts>;
};

/** The last day on which every installation of the range is measured. */
export const lastRetained = ({last}: Range, after: number): string => addDays(last, after);

const labelOf = (row: Row): string => String(row[0] ?? '');
const numberAt = (row: Row, at: number): number => Number(row.at(at) ?? 0);
const getLossRule = (lostAfter: number) => ({
	daysUntilDeclaredLost: lostAfter,
	dateReportedLost: 'dateLastSeen',
});

const getLevels = (segmentation: Segmentation | undefined) =>
	segmentation ? {level1: {property: segmentation.segmentBy, segments: segmentation.segments ?? []}} : {};

function* readDateRange(
	results: Labeled,
	statuses: readonly string[],
	segmentation: Segmentation | undefined,
	countsOf: (figures: Row) => Counts,
): Generator<LabeledCounts> {
	const levels = segmentation ? ['group'] : [];
	for (const row of readCurrent(results, {statuses, levels, isSplit: false, totals: false}))
		yield segmentation ? [labelOf(row), countsOf(row.slice(1))] : ['', countsOf(row)];
}

const getDateRangeRequest = (statuses: readonly string[], {range, filters, segmentation, lostAfter}: WhyRequest) => ({
	...toDates(range),
	clientStatus: statuses,
	...(statuses.includes('lost') ? getLossRule(lostAfter) : {}),
	globalFilters: filters,
	levels: getLevels(segmentation),
	dateSplit: null,
});

const fromDateRange = (
	statuses: readonly string[],
	countsOf: (figures: Row) => Counts,
): Pick<WhyFigure, 'row' | 'endpoint' | 'requests' | 'read'> => ({
	row: reportRows.range,
	endpoint: async () => (await import('../../contract/operations/current-report.ts')).dateRange,
	requests: query => [getDateRangeRequest(statuses, query)],
	read: (results, {segmentation}) => readDateRange(results, statuses, segmentation, countsOf),
});

const plain = (row: Row): Counts => ({count: numberAt(row, 0), base: null});
const installations = {title: 'installations', baseTitle: 'installations', replacesVersions: true, countsLosses: false};

const lostUsedAt = lostEventColumns.findIndex(({key}) => key === 'usersUsedAtLeastOnce');
const lostNeverAt = lostEventColumns.findIndex(({key}) => key === 'usersNeverUsed');

/** Category, name and combination stand before the figures of an event. */
const identified = 3;

/** Older servers count losses only by events, each of which has all lost installations: those that used it and those that did not. */
export const lostByEvents: WhyFigure = {
	...installations,
	kind: 'count',
	title: 'lost installations',
	countsLosses: true,
	row: reportRows.lostEvents,
	endpoint: async () => (await import('../../contract/operations/lost-reports.ts')).lost.events,
	requests: ({range, filters, segmentation, lostAfter}) => [
		{
			...toDates(range),
			...getLossRule(lostAfter),
			globalFilters: filters,
			...segmentation,
		},
	],
	*read(results, {segmentation}) {
		const seen = new Set<string>();
		for (const row of readLostEvents(results, segmentation !== undefined)) {
			const label = segmentation ? labelOf(row) : '';
			if (seen.has(label)) continue;
			seen.add(label);
			const figures = row.slice((segmentation ? 1 : 0) + 2);
			yield [label, {count: numberAt(figures, lostUsedAt) + numberAt(figures, lostNeverAt), base: null}];
		}
	},
};

export const whyFigures: Readonly<Record<FigureName, WhyFigure>> = {
	new: {...installations, ...fromDateRange(['new'], plain), kind: 'count', title: 'new installations'},
	active: {...installations, ...fromDateRange(['active'], plain), kind: 'count', title: 'active installations'},
	lost: {
		...installations,
		...fromDateRange(['active', 'lost'], row => ({count: numberAt(row, 1), base: numberAt(row, 0)})),
		kind: 'part',
		title: 'lost installations',
		baseTitle: 'active installations',
		countsLosses: true,
	},
	retention: {
		kind: 'ratio',
		title: 'retention',
		baseTitle: 'added installations',
		row: reportRows.retention,
		replacesVersions: false,
		countsLosses: true,
		comparesLengths: true,
		endpoint: async () => (await import('../../contract/operations/churn-report.ts')).engagement,
		// The range of the report ends with the last period, so a filter selects those who were added in the range.
		requests: ({range, filters, segmentation, lostAfter, after}) => [
			{
				startDate: range.first,
				stopDate: lastRetained(range, after),
				daysUntilDeclaredLost: lostAfter,
				dateSplit: 'day',
				globalFilters: {...filters, dateInstalled: {type: 'dateRange', min: range.first, max: range.last}},
				...segmentation,
			},
		],
		*read(results, {segmentation, after}) {
			for (const row of readRetention(results, segmentation !== undefined)) {
				const [period, engaged, , lost] = segmentation ? row.slice(1) : row;
				if (period !== after) continue;
				const count = Number(engaged ?? 0);
				yield [segmentation ? labelOf(row) : '', {count, base: count + Number(lost ?? 0)}];
			}
		},
	},
	'crash-free': {
		...installations,
		kind: 'ratio',
		title: 'crash-free installations',
		baseTitle: 'active installations',
		...fromDateRange(['active'], plain),
		// The service does not know who crashed, so further requests count the installations that the archive names.
		requests: query => [
			getDateRangeRequest(['active'], query),
			...splitIds(query.range.crashed ?? []).map(value =>
				getDateRangeRequest(['active'], {
					...query,
					filters: {...query.filters, clientId: {type: 'stringArray', value}},
				}),
			),
		],
		*read(results, {segmentation}, place) {
			for (const [label, {count}] of readDateRange(results, ['active'], segmentation, plain))
				yield [label, place === 0 ? {count, base: count} : {count: -count, base: 0}];
		},
	},
	event: {
		kind: 'part',
		title: 'users of the event',
		baseTitle: 'active installations',
		row: reportRows.eventFrequency,
		replacesVersions: false,
		countsLosses: false,
		endpoint: async () => (await import('../../contract/operations/event-reports.ts')).events.frequency,
		requests: ({range, filters, segmentation, events}) => [
			{
				startDate: range.first,
				stopDate: range.last,
				globalFilters: filters,
				...segmentation,
				events: [...events],
			},
		],
		*read(results, {segmentation, events}) {
			const query = {isSegmented: segmentation !== undefined, bins: false, events};
			for (const row of readFrequency(results, query)) {
				const figures = row.slice((segmentation ? 1 : 0) + identified);
				const count = numberAt(figures, usedAt);
				// The percentage stands between the two counts.
				yield [segmentation ? labelOf(row) : '', {count, base: count + numberAt(figures, neverAt + 1)}];
			}
		},
	},
};
