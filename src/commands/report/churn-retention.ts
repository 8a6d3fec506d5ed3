import {churnRangeFlags, filter} from '../../cli/definition/range-flags.ts';
import {retention} from '../../reports/retention.ts';
import {defineReport} from './define-report.ts';
import {comparison, interval, lostAfter, segments, split, wide} from './shared-report-flags.ts';

export const command = defineReport(retention, {
	description:
		'Shows how many of the installations that were new in the range were still in use after each day, week or month (engaged), and how many were lost. Period 0 is the one in which the installation was new. Break down by installationMonth or installationWeek to see cohorts by date; later cohorts have fewer periods. Without --segment, --segment-by shows every value of the property, or, for a number such as ram, the values that the service chooses.',
	examples: [
		{
			line: 'usagectl report churn retention --from -6mo --segment-by installationMonth',
			caption: 'cohorts by month of installation',
		},
		{
			line: 'usagectl report churn retention --from -6mo --segment-by installationMonth --wide',
			caption: 'the same cohorts, with percentages, one column per month',
		},
		{
			line: "usagectl report churn retention --from -12w --split week --lost-after 14 --segment-by prodEdition --segment 'Home, Pro' -o csv",
			caption: 'two editions by week, as CSV',
		},
		{
			line: 'usagectl report churn retention --from -6mo --segment-by prodEdition --interval --html retention.html',
			caption: 'a page that shows how precise the percentages are',
		},
	],
	flags: {
		...churnRangeFlags,
		lostAfter,
		filter,
		...segments,
		split: split.month,
		wide: wide('Show a row per cohort, oldest first, and a column per period, with the percentage engaged'),
		...comparison,
		interval,
	},
});
