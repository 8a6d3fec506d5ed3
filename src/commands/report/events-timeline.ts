import {from, to} from '../../cli/definition/range-flags.ts';
import {eventTimeline} from '../../reports/event-timeline.ts';
import {defineReport} from './define-report.ts';
import {comparison, events, per, split, view, wide} from './report-flags.ts';

const flags = {
	from,
	to,
	...events,
	split: split.day,
	view,
	per,
	wide: wide('a row for each event, a column for each date'),
	...comparison,
};
export const command = defineReport(eventTimeline, {
	description:
		'How often events were used, or the sum of the custom values sent with them, by day, week or month. More than ten events are asked for in several calls. A date for which the service has nothing is left out. This report takes no filters.',
	examples: [
		{line: "usagectl report events timeline --from -30d --event 'Export/PDF'", caption: 'uses by day'},
		{
			line: "usagectl report events timeline --from -6mo --split month --event 'Export/PDF' --event 'Export/Print' --per users --wide",
			caption: 'uses per user by month, months across',
		},
	],
	flags,
});
