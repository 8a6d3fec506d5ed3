import {filters, from, to} from '../../cli/definition/range-flags.ts';
import {eventFrequency} from '../../reports/event-frequency.ts';
import {defineReport} from './define-report.ts';
import {bins, comparison, events, ranking, segments, sort} from './report-flags.ts';

export const command = defineReport(eventFrequency, {
	description:
		'For each event, or sum of events: how many installations used it and how many did not, how often in all, and on average per session and per installation; with --bins, how many installations used it how often. The service covers events that are enabled as advanced.',
	examples: [
		{
			line: "usagectl report events frequency --from -30d --event 'Export/PDF' --event 'Any export = Export/PDF + Export/Print'",
			caption: 'one event, and several added up',
		},
		{
			line: "usagectl report events frequency --from -30d --event 'Export/PDF' --segment-by prodEdition --bins -o csv",
			caption: 'how often, by edition, as CSV',
		},
	],
	flags: {
		from,
		to,
		...events,
		...filters,
		...segments,
		...ranking,
		...comparison,
		sort: sort(
			['alpha', 'eventCounts'],
			'segments by alpha or eventCounts (by the service), or any column, with :desc',
		),
		bins,
	},
});
