import {defineReport} from '../define-report.ts';
import {readRetention, retentionColumns} from '../layouts/retention.ts';
import {installationsColumn, segmentColumn} from '../report-columns.ts';
import {churnFrom, comparison, filters, lostAfter, segments, split, to, wide} from '../request/flags.ts';

/** Periods since the installation. */
const periodTitles = {day: 'Day', week: 'Week', month: 'Month'} as const;

export const command = defineReport({
	path: 'engagement/churnAndEngagement',
	endpoint: async () => (await import('../../contract/operations/churn-report.ts')).engagement,
	description:
		'Of those who installed in the range: how many were still engaged after each day, week or month, and how many were lost. Period 0 is that of the installation. Cohorts by date (installationMonth, installationWeek) have fewer periods the younger they are. Without --segment the service takes the top values of the property.',
	examples: [
		{
			line: 'usagectl report churn --from -6mo --lost-after 30 --segment-by installationMonth',
			does: 'cohorts by month of installation',
		},
		{
			line: 'usagectl report churn retention --from -6mo --lost-after 30 --segment-by installationMonth --wide',
			does: 'the same as a triangle of percentages',
		},
		{
			line: "usagectl report churn --from -12w --split week --lost-after 14 --segment-by prodEdition --segment 'Home, Pro' -o csv",
			does: 'two editions by week, as CSV',
		},
	],
	flags: {
		from: churnFrom,
		to,
		lostAfter,
		split: split.month,
		...filters,
		...segments,
		wide: wide('a row for each cohort, a column for each period with the engaged in percent'),
		...comparison,
	},
	request: (options, {range, lossRule, filters: globalFilters, segmentation}) => ({
		startDate: range.first,
		stopDate: range.last,
		daysUntilDeclaredLost: lossRule.daysUntilDeclaredLost,
		dateSplit: options.split,
		globalFilters,
		...segmentation,
	}),
	columns: (options, properties) => [
		...properties.map(segmentColumn),
		{key: 'period', title: periodTitles[options.split], kind: 'period', unit: options.split},
		...retentionColumns,
	],
	read: ([results = []], _options, {properties}) => readRetention(results, properties.length > 0),
	pivot: properties => ({
		subject: properties,
		across: 'period',
		figure: 'engagedPercent',
		// The cohort: those who are engaged in period 0.
		size: {figure: 'engaged', column: installationsColumn},
	}),
	chart: {title: 'Engaged, percent of those who installed', figures: ['engagedPercent'], size: 'engaged'},
	groupSize: {figures: ['engaged']},
});
