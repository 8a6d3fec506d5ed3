import {churnFrom, filters, to} from '../../cli/definition/range-flags.ts';
import {lostEvent} from '../../reports/lost-histograms.ts';
import {defineReport} from './define-report.ts';
import {comparison, groupBy, lostAfter, lostDate} from './report-flags.ts';

export const command = defineReport(lostEvent, {
	description:
		'How often the installations that were lost in the range had used one event, or a sum of events, in their whole life: a count for each bin. The service chooses the bins, and covers events that are enabled as advanced.',
	examples: [
		{line: "usagectl report churn event 'Export/PDF' --from -90d --lost-after 30", caption: 'uses of one event'},
		{
			line: "usagectl report churn event 'Any export = Export/PDF + Export/~^Pr' --from -1y --lost-after 30",
			caption: 'uses of several, added up',
		},
	],
	flags: {from: churnFrom, to, lostAfter, lostDate, ...filters, groupBy, ...comparison},
	args: [{name: '<event>', summary: "Category/Name, or a sum: 'Label = A/b + C/d'", complete: 'expression'}],
});
