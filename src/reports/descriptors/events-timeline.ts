import type {Options} from '../../cli/definition/flag.ts';
import type {SingleEvent} from '../../contract/event-reference.ts';
import {CliError} from '../../errors.ts';
import {defineReport} from '../define-report.ts';
import {readTimeline} from '../layouts/timeline.ts';
import {dateColumn, eventColumns} from '../report-columns.ts';
import {comparison, events, from, per, split, to, view, wide} from '../request/flags.ts';

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
type TimelineOptions = Pick<Options<typeof flags>, 'view' | 'per'>;

const dataViews = {usage: 'usageCounts', values: 'customValues'} as const;
const divisors = {users: 'users', sessions: 'sessions', runtime: 'runtime', usage: 'usageCounts'} as const;
const divisorTexts = {
	users: ' per user',
	sessions: ' per session',
	runtime: ' per hour of runtime',
	usage: ' per use',
} as const;

const describeFigure = (options: TimelineOptions) =>
	`${options.view === 'usage' ? 'Uses' : 'Custom values'}${options.per ? divisorTexts[options.per] : ''}`;

function kindOfFigure(options: TimelineOptions) {
	if (options.per) return 'number';
	return options.view === 'usage' ? 'count' : 'sum';
}

/** The service refuses uses divided by uses. */
function validateDivisor(options: TimelineOptions): void {
	if (options.view !== 'usage' || options.per !== 'usage') return;
	throw new CliError('usage', '--per usage cannot divide --view usage: uses per use are always 1', {
		hint: 'give --view values --per usage, or --per users, sessions or runtime',
		code: 'per-usage',
	});
}

export const command = defineReport({
	path: 'eventTracking/basic/timeline',
	endpoint: async () => (await import('../../contract/operations/event-reports.ts')).events.timeline,
	description:
		'How often events were used, or the sum of the custom values sent with them, by day, week or month. More than ten events are asked for in several calls. A date for which the service has nothing is left out. This report takes no filters.',
	examples: [
		{line: "usagectl report events timeline --from -30d --event 'Export/PDF'", does: 'uses by day'},
		{
			line: "usagectl report events timeline --from -6mo --split month --event 'Export/PDF' --event 'Export/Print' --per users --wide",
			does: 'uses per user by month, months across',
		},
	],
	flags,
	validate: validateDivisor,
	// The service's own web interface asks for no more than ten.
	eventsPerCall: 10,
	request: (options, query) => ({
		startDate: query.range.first,
		stopDate: query.range.last,
		dateSplit: options.split,
		dataView: dataViews[options.view],
		...(options.per ? {divisor: divisors[options.per]} : {}),
		// The language refuses combinations for this report.
		events: query.events as SingleEvent[],
	}),
	columns: options => [
		dateColumn(options.split),
		...eventColumns,
		{key: 'value', title: describeFigure(options), kind: kindOfFigure(options)},
	],
	read: readTimeline,
	pivot: () => ({subject: ['category', 'name'], across: 'date', figure: 'value'}),
	chart: {title: 'Events over time'},
	facts: options => [['Figure', describeFigure(options)]],
});
