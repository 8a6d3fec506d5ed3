import type {EventReference, SingleEvent} from '../../contract/event-reference.ts';
import {listLevels} from '../../contract/rules/segment-rules.ts';
import {CliError} from '../../errors.ts';
import {printEvent} from '../../language/events/print-event.ts';
import type {Range} from '../../output/dataset.ts';
import {didYouMean} from '../../text/near-names.ts';
import {toStoredName} from '../../text/stored-name.ts';
import {UnknownLayout} from '../answer-layout.ts';
import {readEventTable} from '../event-table.ts';
import type {ReportPorts} from '../report-ports.ts';
import {advancedHint} from '../request/report-events.ts';
import {toDates} from '../request/report-request.ts';
import type {Query} from '../request/resolve-query.ts';
import {
	emptyOnFailure,
	explainUnknownValues,
	listFilterValues,
	listSegmentValues,
	nearValues,
} from '../request/unknown-values.ts';
import {readAnswers} from './read-answers.ts';

/** Returns the single events of a reference, without patterns. */
function listEvents(event: EventReference): readonly SingleEvent[] {
	if (!('combiArray' in event)) return [event];
	const plain = event.combiArray.filter(
		({categoryType, nameType}) => categoryType === 'string' && nameType === 'string',
	);
	return plain.map(({category, name}) => ({category, name}));
}

const printStoredEvent = ({category, name}: SingleEvent): string =>
	printEvent({category: category === null ? null : toStoredName(category), name: toStoredName(name)});

/** Returns a sentence for each event without uses in the range: that it exists, or a suggestion. */
async function explainUnknownEvents(events: readonly SingleEvent[], range: Range, context: ReportPorts) {
	if (events.length === 0) return [];
	const {events: operations} = await import('../../contract/operations/event-reports.ts');
	const client = await context.connect();
	const answer = await client.call(operations.table, toDates(range), {signal: context.signal});
	const rows = await readAnswers([answer], operations.table, ([results = []]) => [...readEventTable(results, false)]);
	const uses = new Map(
		rows.map(([category, name, count]) => [
			printEvent({category: category === null ? null : String(category), name: String(name)}),
			count,
		]),
	);
	const dates = `from ${range.first} to ${range.last}`;
	return events.flatMap(reference => {
		const event = printEvent(reference);
		const count = uses.get(event);
		if (count === 0) return [`the event ${event} exists, but was not used ${dates}`];
		if (count !== undefined) return [];
		const stored = printStoredEvent(reference);
		const near = uses.has(stored) ? [stored] : nearValues(event, [...uses.keys()], false);
		const advice = near.length > 0 ? didYouMean(near) : 'usagectl report events lists the events';
		return [`no event ${event} was used ${dates}; ${advice}`];
	});
}

/** Explains the events of a query; returns nothing if the run must not send further requests. */
async function explainEvents({filters, events, range}: Query, context: ReportPorts): Promise<readonly string[]> {
	const {lifetimeEventUsage} = filters as {readonly lifetimeEventUsage?: EventReference};
	const asked = [...events, ...(lifetimeEventUsage ? [lifetimeEventUsage] : [])].flatMap(listEvents);
	const {raw, quiet} = context.globals;
	if (raw || quiet) return [];
	return emptyOnFailure(() => explainUnknownEvents(asked, range, context)).catch((error: unknown) => {
		if (error instanceof UnknownLayout) return [];
		throw error;
	});
}

/** Names all events that are not advanced at once: the service rejects the first one only (docs/service.md#newer-event-names). */
async function explainNotAdvanced({events}: Query, context: ReportPorts): Promise<readonly string[]> {
	const {raw, quiet} = context.globals;
	if (raw || quiet || events.length === 0) return [];
	const {lists} = await import('../../contract/operations/client-and-event-lists.ts');
	return emptyOnFailure(async () => {
		const client = await context.connect();
		const {results} = await client.call(lists.eventNames, {showEvents: ['all']}, {signal: context.signal});
		const others = new Set(
			results.flatMap(({category, categoryEventNames}) =>
				categoryEventNames
					.filter(({advanced}) => !advanced)
					.map(({eventName}) => printEvent({category, name: eventName})),
			),
		);
		const asked = events.flatMap(listEvents).map(event => printEvent(event));
		const named = asked.filter(event => others.has(event));
		if (named.length === 0) return [];
		return named.length === 1 ? [advancedHint] : [`not advanced: ${named.join(', ')}; ${advancedHint}`];
	});
}

/** Returns the error with the nearest events as its hint, if the service rejected events that nobody used or that are not advanced. */
export async function explainRejectedEvents(error: CliError, query: Query, context: ReportPorts): Promise<CliError> {
	// An answer in an unknown layout is not a rejection by the service.
	if (error.kind !== 'refused' || error.details.httpStatus === undefined) return error;
	const sentences = [...(await explainEvents(query, context)), ...(await explainNotAdvanced(query, context))];
	return sentences.length === 0
		? error
		: new CliError(error.kind, error.message, {...error.details, hint: sentences.join('\n')});
}

/** Explains a report whose figures are all 0: names the values and events that the service does not know. */
export async function explainZero(query: Query, context: ReportPorts): Promise<readonly string[]> {
	const {filters, segmentation, levels} = query;
	const {segmentBy, segments} = segmentation;
	const named = [
		...listFilterValues(filters),
		...(segmentBy === undefined ? [] : listSegmentValues(segmentBy, segments)),
		...listLevels(levels).flatMap(({property, segments: own}) => listSegmentValues(property, own)),
	];
	return [...(await explainEvents(query, context)), ...(await explainUnknownValues(named, context))];
}
