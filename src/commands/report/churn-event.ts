import {churnFrom, filter, filterInputs, to} from '../../cli/definition/range-flags.ts';
import {lostEvent} from '../../reports/lost-histograms.ts';
import {defineReport} from './define-report.ts';
import {comparison, groupBy, lostAfter, lostDate} from './shared-report-flags.ts';

export const command = defineReport(lostEvent, {
	description:
		'Shows how often the installations lost in the range had used one event, or a sum of events, during their lifetime: the number of installations per bin. The service chooses the bins. Covers events that are enabled as advanced.',
	examples: [
		{line: "usagectl report churn event 'Export/PDF' --from -90d --lost-after 30", caption: 'uses of one event'},
		{
			line: "usagectl report churn event 'Any export = Export/PDF + Export/~^Pr' --from -1y --lost-after 30",
			caption: 'uses of several events, added up',
		},
	],
	flags: {from: churnFrom, to, filter, groupBy, ...comparison, lostAfter, lostDate, ...filterInputs},
	args: [{name: '<event>', summary: "Event as Category/Name, or a sum: 'Label = A/b + C/d'", complete: 'expression'}],
});
