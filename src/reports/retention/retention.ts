import type {engagement} from '../../contract/operations/churn-report.ts';
import {churnStart, reportRows} from '../../contract/reports.ts';
import type {DateSplit} from '../../contract/request-words.ts';
import {isCohort} from '../../contract/rules/segment-rules.ts';
import type {Segmentation} from '../../contract/segment-schemas.ts';
import {installationsColumn, lossesCompleteColumn, segmentColumn} from '../report-columns.ts';
import type {ReportDescriptor} from '../report-descriptor.ts';
import type {LossRule} from '../request/loss-rule.ts';
import type {ReportOptions} from '../request/report-options.ts';
import {toDates} from '../request/report-request.ts';
import type {Query} from '../request/resolve-query.ts';
import {
	type CohortRule,
	findAdded,
	getAgeCaveats,
	getCohortProperty,
	getEndCaveats,
	getPoolCaveats,
	listCohorts,
	readPooledRetention,
} from './pooled-retention.ts';
import {readRetention, retentionColumns} from './retention-rows.ts';

const periodTitles = {day: 'Day', week: 'Week', month: 'Month'} as const;

type RetentionOptions = ReportOptions & {readonly split: DateSplit; readonly lostAfter: number | undefined};

type RetentionQuery = Query<LossRule>;

const getRule = ({split}: RetentionOptions, {range, filters, lossRule}: RetentionQuery, today: string): CohortRule => ({
	range: findAdded(range, filters) ?? range,
	end: range.last,
	split,
	lostAfter: lossRule.daysUntilDeclaredLost,
	today,
});

/** False also for values that the service chooses, which could differ between cohorts. */
const hasSegments = ({segments}: Partial<Segmentation>): boolean => segments !== undefined;

const toRequest = (
	{split: dateSplit}: RetentionOptions,
	{range, lossRule: {daysUntilDeclaredLost}, filters: globalFilters, segmentation}: RetentionQuery,
) => ({...toDates(range), daysUntilDeclaredLost, dateSplit, globalFilters, ...segmentation});

export const retention: ReportDescriptor<typeof engagement, RetentionOptions> = {
	row: reportRows.retention,
	title: ({split}) => `Still in use n ${split}s after installation`,
	rangeVerb: 'installed ',
	defaultStart: churnStart,
	endpoint: async () => (await import('../../contract/operations/churn-report.ts')).engagement,
	request: (options, query) => ({
		...toRequest(options, query),
		...(query.segmentation.segmentBy === undefined ? {segmentBy: getCohortProperty(options.split)} : {}),
	}),
	// A request has one segmentation, so the cohorts of the segments of a property are filters.
	requests: (options, query) => {
		const range = hasSegments(query.segmentation) ? findAdded(query.range, query.filters) : undefined;
		return (
			range &&
			listCohorts({range, split: options.split}).map(({first: min, last: max}) =>
				toRequest(options, {...query, filters: {...query.filters, dateInstalled: {type: 'dateRange', min, max}}}),
			)
		);
	},
	columns: (options, properties) => [
		...properties.map(segmentColumn),
		{key: 'period', title: periodTitles[options.split], kind: 'period', unit: options.split},
		...(properties.some(isCohort)
			? [...retentionColumns, lossesCompleteColumn]
			: [installationsColumn, ...retentionColumns]),
	],
	read: (results, options, query, {today}) => {
		const {segmentBy} = query.segmentation;
		const [first = []] = results;
		if (segmentBy !== undefined && isCohort(segmentBy)) return readRetention(first, true);
		return readPooledRetention(results, getRule(options, query, today), segmentBy !== undefined);
	},
	caveats: (_results, options, query, {today}) => {
		const {segmentation, properties} = query;
		const rule = getRule(options, query, today);
		if (properties.some(isCohort)) return getEndCaveats(rule);
		const areChosen = segmentation.segmentBy !== undefined && !hasSegments(segmentation);
		return [...getEndCaveats(rule), ...(areChosen ? getAgeCaveats : getPoolCaveats)(rule)];
	},
	pivot: (_options, properties) => ({
		subject: properties,
		across: 'period',
		figures: ['engagedPercent'],
		// The cohort: installations engaged in period 0.
		size: {figure: 'engaged', column: installationsColumn},
	}),
	chart: {title: 'Percent of installations still engaged', figures: ['engagedPercent'], size: 'engaged'},
};
