import {churnFrom, filters, to} from '../../cli/definition/range-flags.ts';
import {retention} from '../../reports/retention.ts';
import {defineReport} from './define-report.ts';
import {comparison, lostAfter, segments, split, wide} from './report-flags.ts';

export const command = defineReport(retention, {
	description:
		'Of those who installed in the range: how many were still engaged after each day, week or month, and how many were lost. Period 0 is that of the installation. Cohorts by date (installationMonth, installationWeek) have fewer periods the younger they are. Without --segment the service takes the top values of the property.',
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
		lostAfter,
		split: split.month,
		...filters,
		...segments,
		wide: wide('a row for each cohort, a column for each period with the engaged in percent'),
		...comparison,
	},
});
