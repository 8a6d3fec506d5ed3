import {churnRangeFlags, filter} from '../../cli/definition/range-flags.ts';
import {lostEvent} from '../../reports/lost-histograms.ts';
import {defineReport} from './define-report.ts';
import {comparison, groupBy, losses} from './shared-report-flags.ts';

export const command = defineReport(lostEvent, {
	description:
		'Shows the distribution of the installations lost in the range by uses of one event, or of a sum of events, during their lifetime: the number of installations per bin. The service chooses the bins. Covers only events that the product marks as advanced; on newer servers, `props events --advanced` lists them.',
	examples: [
		{line: "usagectl report churn event 'Export/PDF' --from -90d", caption: 'uses of one event'},
		{
			line: "usagectl report churn event 'Any export = Export/PDF + Export/~^Pr' --from -1y",
			caption: 'uses of several events, added up',
		},
	],
	flags: {...churnRangeFlags, ...losses, filter, groupBy, ...comparison},
	args: [{name: '<event>', summary: "Event as Category/Name, or a sum: 'Label = A/b + C/d'", complete: 'expression'}],
});
