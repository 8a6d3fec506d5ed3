import {churnFrom, filter, filterInputs, to} from '../../cli/definition/range-flags.ts';
import {retention} from '../../reports/retention.ts';
import {defineReport} from './define-report.ts';
import {comparison, lostAfter, segments, split, wide} from './shared-report-flags.ts';

export const command = defineReport(retention, {
	description:
		'Shows how many of the installations added in the range were still engaged after each day, week or month, and how many were lost. Period 0 is the period of the installation. Break down by installationMonth or installationWeek to see cohorts by date; younger cohorts have fewer periods. With --segment-by alone, the service returns only the largest values of the property.',
	examples: [
		{
			line: 'usagectl report churn --from -6mo --lost-after 30 --segment-by installationMonth',
			caption: 'cohorts by month of installation',
		},
		{
			line: 'usagectl report churn retention --from -6mo --lost-after 30 --segment-by installationMonth --wide',
			caption: 'the same as a triangle of percentages',
		},
		{
			line: "usagectl report churn --from -12w --split week --lost-after 14 --segment-by prodEdition --segment 'Home, Pro' -o csv",
			caption: 'two editions by week, as CSV',
		},
	],
	flags: {
		from: churnFrom,
		to,
		filter,
		...segments,
		split: split.month,
		wide: wide('Show a row per cohort and a column per period, with the percentage engaged'),
		...comparison,
		lostAfter,
		...filterInputs,
	},
});
