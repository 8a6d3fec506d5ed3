import {rangeFlags} from '../../cli/definition/range-flags.ts';
import {eventTimeline} from '../../reports/event-timeline.ts';
import {defineReport} from './define-report.ts';
import {comparison, event, eventInputs, marks, per, split, view, wide} from './shared-report-flags.ts';

const flags = {
	...rangeFlags,
	event,
	view,
	per,
	split: split.day,
	wide: wide('Show a row per event and a column per date, oldest first'),
	...comparison,
	marks,
	...eventInputs,
};
export const command = defineReport(eventTimeline, {
	description:
		'Shows how often events were used, or the sum of the custom values sent with them, by day, week or month. Dates without data are left out. The service accepts no filters for this report; more than ten events take several requests.',
	examples: [
		{line: "usagectl report events timeline --from -30d --event 'Export/PDF'", caption: 'uses per day'},
		{
			line: "usagectl report events timeline --from -6mo --split month --event 'Export/PDF' --event 'Export/Print' --per users --wide",
			caption: 'uses per user by month, one column per month',
		},
	],
	flags,
});
