import type {SingleEvent} from '../contract/event-reference.ts';
import {isMap} from '../contract/json-values.ts';
import type {events} from '../contract/operations/event-reports.ts';
import {reportRows, usualStart} from '../contract/reports.ts';
import type {DateSplit} from '../contract/request-words.ts';
import type {Labeled} from '../contract/value-schemas.ts';
import {CliError} from '../errors.ts';
import type {Row} from '../output/dataset.ts';
import {toDate, toFigure, toList, toMap, toName, UnknownLayout} from './answer-layout.ts';
import {dateColumn, eventColumns} from './report-columns.ts';
import type {ReportDescriptor} from './report-descriptor.ts';
import type {ReportOptions} from './request/report-options.ts';
import {toDates} from './request/report-request.ts';

function toRow(date: string, item: Labeled): Row {
	if (!isMap(item) || !item.has('name')) {
		throw new UnknownLayout('an event', 'an object with category, name and value');
	}
	const value = toFigure(item.get('value'), 'the value of an event');
	return [date, toName(item.get('category'), 'category'), toName(item.get('name'), 'name'), value];
}

/**
 * Reads `results` of the event timeline. Several responses with some of the events each are merged in the order of their dates.
 * Missing dates are not filled in. Rows: date, category, name, value. Throws UnknownLayout (docs/service.md#basic-timeline).
 */
export function* readTimeline(answers: readonly Labeled[]): Generator<Row, void> {
	const byDate = new Map<string, Row[]>();
	for (const answer of answers) {
		for (const [date, list] of toMap(answer, 'results')) {
			const day = toDate(date);
			const rows = toList(list, 'a date').map(item => toRow(day, item));
			byDate.set(day, [...(byDate.get(day) ?? []), ...rows]);
		}
	}
	const dates = [...byDate.keys()];
	if (answers.length > 1) dates.sort();
	for (const date of dates) yield* byDate.get(date) ?? [];
}

const dataViews = {usage: 'usageCounts', values: 'customValues'} as const;
const divisors = {users: 'users', sessions: 'sessions', runtime: 'runtime', usage: 'usageCounts'} as const;
const divisorTexts = {
	users: ' per user',
	sessions: ' per session',
	runtime: ' per hour of runtime',
	usage: ' per use',
} as const;

type Figure = {readonly view: keyof typeof dataViews; readonly per: keyof typeof divisors | undefined};
type TimelineOptions = ReportOptions & Figure & {readonly split: DateSplit};

const describeFigure = ({view, per}: Figure) =>
	`${view === 'usage' ? 'Uses' : 'Custom values'}${per ? divisorTexts[per] : ''}`;

function kindOfFigure({view, per}: Figure) {
	if (per) return 'number';
	return view === 'usage' ? 'count' : 'sum';
}

function validateDivisor({view, per}: Figure): void {
	if (view !== 'usage' || per !== 'usage') return;
	throw new CliError('usage', '--per usage cannot divide --view usage: uses per use are always 1', {
		hint: 'use --view values --per usage, or --per users, sessions or runtime',
		code: 'per-usage',
	});
}

export const eventTimeline: ReportDescriptor<typeof events.timeline, TimelineOptions> = {
	row: reportRows.eventTimeline,
	defaultStart: usualStart,
	endpoint: async () => (await import('../contract/operations/event-reports.ts')).events.timeline,
	validate: validateDivisor,
	// The service's own web interface requests at most ten.
	eventsPerRequest: 10,
	request: (options, query) => ({
		...toDates(query.range),
		dateSplit: options.split,
		dataView: dataViews[options.view],
		...(options.per ? {divisor: divisors[options.per]} : {}),
		// The expression language rejects combinations for this report.
		events: query.events as SingleEvent[],
	}),
	columns: options => [
		dateColumn(options.split),
		...eventColumns,
		{key: 'value', title: describeFigure(options), kind: kindOfFigure(options)},
	],
	read: readTimeline,
	pivot: () => ({subject: ['category', 'name'], across: 'date', figures: ['value']}),
	chart: {title: 'Events over time'},
	facts: options => [['Figure', describeFigure(options)]],
};
