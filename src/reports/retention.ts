import {isMap, type LabelMap} from '../contract/json-values.ts';
import type {engagement} from '../contract/operations/churn-report.ts';
import {churnStart, reportRows} from '../contract/reports.ts';
import type {DateSplit} from '../contract/request-words.ts';
import type {Labeled} from '../contract/value-schemas.ts';
import type {Column, Row} from '../output/dataset.ts';
import {toFigures, toMap, UnknownLayout} from './answer-layout.ts';
import {count, installationsColumn, keysOf, lossesCompleteColumn, percent, segmentColumn} from './report-columns.ts';
import type {ReportDescriptor} from './report-descriptor.ts';
import type {ReportOptions} from './request/report-options.ts';
import {toDates} from './request/report-request.ts';

/** The installations that are old enough for the period (docs/service.md#churn-retention). */
const followed = {of: ['engaged', 'lost']};

export const retentionColumns: readonly Column[] = [
	count('engaged', {unit: 'installations'}),
	percent('engagedPercent', {title: 'Engaged %', proportion: {part: 'engaged', ...followed}}),
	count('lost', {unit: 'installations'}),
	percent('lostPercent', {title: 'Lost %', proportion: {part: 'lost', ...followed}}),
];

/** Sorts periods by number: they are labels, and the service may send `"10"` before `"2"`. */
function* readPeriods(segment: Labeled, labels: readonly string[]): Generator<Row> {
	const periods = Array.from(toMap(segment, 'a segment'), ([period, figures]) => {
		if (!/^\d{1,6}$/.test(period)) throw new UnknownLayout('a period', 'a number');
		return {period: Number(period), figures};
	});
	periods.sort((left, right) => left.period - right.period);
	for (const {period, figures} of periods) yield [...labels, period, ...toFigures(figures, keysOf(retentionColumns))];
}

/** Tests for periods, as opposed to segments of periods. */
function isPeriods(map: LabelMap): boolean {
	const [first] = map.values();
	return isMap(first) && first.has('engaged');
}

/** Returns the periods of a response without segments, which may be inside a single segment. */
function unwrap(results: LabelMap): Labeled {
	if (results.size === 0 || isPeriods(results)) return results;
	if (results.size > 1) throw new UnknownLayout('results', 'an object of periods');
	const [only] = results.values();
	if (!isMap(only) || only.size === 0) throw new UnknownLayout('results', 'an object of periods');
	return only;
}

/**
 * Reads `results` of churn retention: periods by segment, or periods alone. Rows: the segment's label if segmented, period,
 * the four figures. Cohorts may differ in their number of periods. Throws UnknownLayout (docs/service.md#churn-retention).
 */
export function* readRetention(value: Labeled, isSegmented: boolean): Generator<Row, void> {
	const results = toMap(value, 'results');
	if (!isSegmented) yield* readPeriods(unwrap(results), []);
	else if (isPeriods(results)) throw new UnknownLayout('results', 'an object of segments');
	else for (const [label, periods] of results) yield* readPeriods(periods, [label]);
}

const periodTitles = {day: 'Day', week: 'Week', month: 'Month'} as const;

type RetentionOptions = ReportOptions & {readonly split: DateSplit; readonly lostAfter: number | undefined};

export const retention: ReportDescriptor<typeof engagement, RetentionOptions> = {
	row: reportRows.retention,
	defaultStart: churnStart,
	endpoint: async () => (await import('../contract/operations/churn-report.ts')).engagement,
	request: (options, {range, lossRule, filters: globalFilters, segmentation}) => ({
		...toDates(range),
		daysUntilDeclaredLost: lossRule.daysUntilDeclaredLost,
		dateSplit: options.split,
		globalFilters,
		...segmentation,
	}),
	columns: (options, properties) => [
		...properties.map(segmentColumn),
		{key: 'period', title: periodTitles[options.split], kind: 'period', unit: options.split},
		...retentionColumns,
		lossesCompleteColumn,
	],
	read: ([results = []], _options, {properties}) => readRetention(results, properties.length > 0),
	pivot: (_options, properties) => ({
		subject: properties,
		across: 'period',
		figures: ['engagedPercent'],
		// The cohort: installations engaged in period 0.
		size: {figure: 'engaged', column: installationsColumn},
	}),
	chart: {title: 'Percent of installations still engaged', figures: ['engagedPercent'], size: 'engaged'},
};
