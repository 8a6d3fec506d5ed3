import {filter, rangeFlags} from '../../cli/definition/shared-flags.ts';
import {eventFrequency} from '../../reports/event-frequency.ts';
import {eventTable} from '../../reports/event-table.ts';
import {eventTimeline} from '../../reports/event-timeline.ts';
import {defineReport} from './define-report.ts';
import {
	bins,
	comparison,
	event,
	eventInputs,
	interval,
	marks,
	per,
	ranking,
	segments,
	sort,
	split,
	totals,
	view,
	wide,
} from './shared-report-flags.ts';

export const table = defineReport(eventTable, {
	description:
		'Shows how often each event was used in the range, and the custom values sent with it: totals, and averages per user (installation), per session, per hour of runtime and per use. The service accepts no filters for this report.',
	examples: [
		{line: 'usagectl report events table --from -30d', caption: 'every event of the last 30 days and today'},
		{
			line: 'usagectl report events table --period last-month --totals -o csv',
			caption: 'last month, with subtotals by category, as CSV',
		},
	],
	flags: {
		...rangeFlags,
		...comparison,
		sort: sort([], 'Column to sort by; add :desc for descending order'),
		...ranking,
		totals: totals('subtotal rows for the categories'),
	},
});

export const timeline = defineReport(eventTimeline, {
	description:
		'Shows how often events were used, or the sum of the custom values sent with them, by day, week or month. Dates without data are left out. The service accepts no filters for this report; more than ten events take several requests.',
	examples: [
		{line: "usagectl report events timeline --from -30d --event 'Export/PDF'", caption: 'uses per day'},
		{
			line: "usagectl report events timeline --from -6mo --split month --event 'Export/PDF' --event 'Export/Print' --per users --wide",
			caption: 'uses per user by month, one column per month',
		},
	],
	flags: {
		...rangeFlags,
		event,
		view,
		per,
		split: split.day,
		wide: wide('Show a row per event and a column per date, oldest first'),
		...comparison,
		marks,
		...eventInputs,
	},
});

export const frequency = defineReport(eventFrequency, {
	description:
		'Shows how many installations used each event, or sum of events, and how many did not; how often they used it in total, and on average per session and per installation. With --bins, shows the distribution of uses per installation. Covers only events that the product marks as advanced; on newer servers, `props events --advanced` lists them.',
	examples: [
		{
			line: "usagectl report events frequency --from -30d --event 'Export/PDF' --event 'Any export = Export/PDF + Export/Print'",
			caption: 'one event, and the sum of two',
		},
		{
			line: "usagectl report events frequency --from -30d --event 'Export/PDF' --segment-by prodEdition --bins -o csv",
			caption: 'distribution of uses by edition, as CSV',
		},
	],
	flags: {
		...rangeFlags,
		event,
		bins,
		filter,
		...segments,
		...comparison,
		sort: sort(
			['alpha', 'eventCounts'],
			'Sort segments by alpha (name) or eventCounts (uses), or rows by any column; add :desc for descending order',
		),
		...ranking,
		interval,
		...eventInputs,
	},
});
