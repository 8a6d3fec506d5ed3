import {filter, rangeFlags} from '../../cli/definition/range-flags.ts';
import {eventFrequency} from '../../reports/event-frequency.ts';
import {defineReport} from './define-report.ts';
import {bins, comparison, event, eventInputs, interval, ranking, segments, sort} from './shared-report-flags.ts';

export const command = defineReport(eventFrequency, {
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
