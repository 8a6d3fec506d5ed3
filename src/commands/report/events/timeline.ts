import type {SingleEvent} from '../../../contract/event-reference.ts';
import type {events as endpoints} from '../../../contract/event-reports.ts';
import {CliError} from '../../../errors.ts';
import type {Column} from '../../../output/dataset.ts';
import {defineCommand} from '../../command.ts';
import type {Options} from '../../flag.ts';
import {askReport} from '../ask.ts';
import {dateColumn, eventColumns} from '../columns.ts';
import {compare, resolveBaseline} from '../compare.ts';
import {resolveRange} from '../dates.ts';
import {resolveEvents} from '../event-list.ts';
import {getFacts} from '../facts.ts';
import {readTimeline} from '../layouts/timeline.ts';
import {events, from, per, split, to, view, wide} from '../options.ts';

const report = 'eventTracking/basic/timeline';
const flags = {
	from,
	to,
	...events,
	split: split.day,
	view,
	per,
	wide: wide('a row for each event, a column for each date'),
	compare,
};
type Asked = Pick<Options<typeof flags>, 'view' | 'per' | 'split'>;

/** How many events one call asks for; a real client keeps to ten (wire-facts 1.18, L). */
const eventsPerCall = 10;

/** The wire's words. `usageCounts` is the spelling that is known to be accepted (wire-facts 1.18). */
const dataViews = {usage: 'usageCounts', values: 'customValues'} as const;
const divisors = {users: 'users', sessions: 'sessions', runtime: 'runtime', usage: 'usageCounts'} as const;
const inWords = {users: 'per user', sessions: 'per session', runtime: 'per hour of runtime', usage: 'per use'} as const;

const measureOf = ({view: shown, per: by}: Asked) =>
	`${shown === 'usage' ? 'Uses' : 'Custom values'}${by === undefined ? '' : ` ${inWords[by]}`}`;

const getColumns = (asked: Asked): readonly Column[] => [
	dateColumn,
	...eventColumns,
	{
		key: 'value',
		title: measureOf(asked),
		kind: asked.per !== undefined ? 'number' : asked.view === 'usage' ? 'count' : 'sum',
	},
];

/** Uses divided by uses are one, and the service refuses to say so (service-api.md, basic/timeline). */
function validateDivisor({view: shown, per: by}: Asked): void {
	if (shown !== 'usage' || by !== 'usage') return;
	throw new CliError('usage', '--per usage cannot divide --view usage: uses per use are always 1', {
		hint: 'give --view values --per usage, or --per users, sessions or runtime',
		code: 'per-usage',
	});
}

const inParts = <T>(items: readonly T[], size: number): T[][] =>
	Array.from({length: Math.ceil(items.length / size)}, (_, part) => items.slice(part * size, (part + 1) * size));

export const eventsTimeline = defineCommand({
	description:
		'How often events were used, or the sum of the custom values sent with them, by day, week or month. More than ten events are asked for in several calls. A date for which the service has nothing is left out. This report takes no filters.',
	examples: [
		{line: "usagectl report events timeline --from -30d --event 'Export/PDF'", does: 'uses by day'},
		{
			line: "usagectl report events timeline --from -6mo --split month --event 'Export/PDF' --event 'Export/XPS' --per users --wide",
			does: 'uses per user by month, months across',
		},
	],
	flags,
	product: 'many',
	columns: options => (options.wide || options.compare ? undefined : getColumns(options)),
	run: async (options, _args, context) => {
		validateDivisor(options);
		const {events: asked, words} = await resolveEvents(options, report, context);
		const range = await resolveRange(options, context);
		const requestFor = (some: readonly SingleEvent[]) => ({
			startDate: range.first,
			stopDate: range.last,
			dateSplit: options.split,
			dataView: dataViews[options.view],
			...(options.per === undefined ? {} : {divisor: divisors[options.per]}),
			events: [...some],
		});
		// With --raw there is one body to show, so there is one call.
		const parts = inParts(asked as readonly SingleEvent[], context.globals.raw ? asked.length : eventsPerCall);
		if (parts.length > 1) await context.detail(`${asked.length} events in ${parts.length} calls`);
		const [first = [], ...rest] = parts;
		return askReport<(typeof endpoints)['timeline']>(
			{
				load: async () => (await import('../../../contract/event-reports.ts')).events.timeline,
				requests: [requestFor(first), ...rest.map(requestFor)],
				columns: getColumns(options),
				read: answers => readTimeline(answers.map(({results}) => results)),
				baseline: await resolveBaseline(options.compare, range, context),
				about: {
					report: 'report events timeline',
					facts: getFacts({range, split: options.split, events: words, measure: measureOf(options)}),
				},
				pivot: options.wide ? {subject: ['category', 'name'], across: 'date', figure: 'value'} : undefined,
			},
			context,
		);
	},
});
