import {addDays} from '../calendar.ts';
import {parseLabeled} from '../client/answer/labeled-json.ts';
import type {SingleEvent} from '../contract/event-reference.ts';
import {isMap, isObject} from '../contract/json-values.ts';
import {contractName} from '../contract/newer-names.ts';
import type {Endpoint} from '../contract/operations/endpoint.ts';
import {endpoints} from '../contract/operations/endpoints.ts';
import {describeIssues} from '../contract/schema-issues.ts';
import type {Labeled} from '../contract/value-schemas.ts';
import {CliError} from '../errors.ts';
import type {Client} from '../ports.ts';
import {isList, UnknownLayout} from '../reports/answer-layout.ts';
import {readFrequency} from '../reports/event-frequency.ts';
import {readEventTable} from '../reports/event-table.ts';
import {readTimeline} from '../reports/event-timeline.ts';
import {readCurrent} from '../reports/installation-counts.ts';
import {readLostEvents} from '../reports/lost-events.ts';
import {readHistogram, readHistograms} from '../reports/lost-histograms.ts';
import {readRetention} from '../reports/retention/retention-rows.ts';
import {readDistribution} from '../reports/usage-distribution.ts';

/** Calls each operation that reads once, and compares its response with the contract. */

type State = 'agrees' | 'adds' | 'differs' | 'absent' | 'refused' | 'skipped';
export type Comparison = {readonly path: string; readonly state: State; readonly details: readonly string[]};

/** The smallest request of an operation, and the reader of its results if they are keyed by labels. */
type SampleCall = {
	readonly endpoint: Endpoint;
	readonly input: object;
	readonly read?: (results: Labeled) => Iterable<unknown>;
};

const statuses = ['new', 'active'] as const;
const counts = {statuses, levels: [], isSplit: false, totals: false} as const;

/** The calls that need no event; without operations that write, sign-in and one-time addresses. */
export function listSampleCalls(today: string): readonly SampleCall[] {
	const range = {startDate: addDays(today, -7), stopDate: addDays(today, -1)};
	const lostRange = {...range, daysUntilDeclaredLost: 30, dateReportedLost: 'dateLastSeen'};
	const {meta, licenseKeys, reports, lost, events, exceptions, customEvents, rawEvents, lists} = endpoints;
	const clientStatus = [...statuses];
	return [
		{endpoint: meta.productProperties, input: {}},
		{endpoint: meta.propertyValues, input: {property: 'prodVersion'}},
		{endpoint: meta.oldestReportedDate, input: {}},
		{endpoint: licenseKeys.list, input: {paging: {limit: 1}}},
		{
			endpoint: reports.current,
			input: {startDate: range.startDate, clientStatus},
			read: results => readCurrent(results, counts),
		},
		{endpoint: reports.range, input: {...range, clientStatus}, read: results => readCurrent(results, counts)},
		{
			endpoint: reports.engagement,
			input: {...range, daysUntilDeclaredLost: 30, dateSplit: 'day'},
			read: results => readRetention(results, false),
		},
		{
			endpoint: reports.distribution,
			input: range,
			read: results => [true, false].flatMap(cross => [...readDistribution(results, cross)]),
		},
		...[lost.days, lost.sessions, lost.runtime].map(endpoint => ({endpoint, input: lostRange, read: readHistogram})),
		{endpoint: lost.events, input: lostRange, read: results => readLostEvents(results, false)},
		{endpoint: events.table, input: range, read: results => readEventTable(results, true)},
		...[exceptions, customEvents].flatMap(({lastLines, listFiles}) => [
			{endpoint: lastLines, input: {lineCount: 1}},
			{endpoint: listFiles, input: {}},
		]),
		{endpoint: rawEvents.listFiles, input: {}},
		{endpoint: lists.eventNames, input: {showEvents: ['all']}},
		{endpoint: lists.clients, input: {properties: ['prodVersion']}},
	];
}

function listEventCalls(event: SingleEvent, today: string): readonly SampleCall[] {
	const range = {startDate: addDays(today, -7), stopDate: addDays(today, -1)};
	const {lost, events} = endpoints;
	const named = [event];
	return [
		{
			endpoint: lost.event,
			input: {...range, daysUntilDeclaredLost: 30, dateReportedLost: 'dateLastSeen', event},
			read: results => readHistograms(results, event),
		},
		{
			endpoint: events.timeline,
			input: {...range, dateSplit: 'day', dataView: 'usageCounts', events: named},
			read: results => readTimeline([results]),
		},
		{
			endpoint: events.frequency,
			input: {...range, events: named},
			read: results => readFrequency(results, {isSegmented: false, bins: false, events: named}),
		},
	];
}

/** The highest number of calls. */
export const countSampleCalls = (today: string): number =>
	listSampleCalls(today).length + listEventCalls({category: null, name: ''}, today).length;

/** Returns the paths of members that are not in the contract. */
function findAdded(given: unknown, read: unknown, path = ''): readonly string[] {
	if (Array.isArray(given) && Array.isArray(read))
		return given.flatMap((item, index) => findAdded(item, read[index], `${path}[]`));
	if (!isObject(given) || !isObject(read)) return [];
	return Object.entries(given).flatMap(([name, value]) => {
		const at = path === '' ? name : `${path}.${name}`;
		if (Object.hasOwn(read, name)) return findAdded(value, read[name], at);
		return contractName(name) === name ? [`${at} is added`] : [];
	});
}

/** Returns the members of the response, as its endpoint reads them. */
function readMembers({reading}: Endpoint, body: string): Readonly<Record<string, unknown>> {
	if (reading === 'records') return JSON.parse(body) as Readonly<Record<string, unknown>>;
	const members = parseLabeled(body);
	return isMap(members) ? Object.fromEntries(members) : {};
}

export function compareAnswer({endpoint, read}: Omit<SampleCall, 'input'>, body: string): Omit<Comparison, 'path'> {
	const {status: _, reason: __, ...members} = readMembers(endpoint, body);
	const parsed = endpoint.response.safeParse(members, {jitless: true});
	if (!parsed.success) return {state: 'differs', details: describeIssues(parsed.error.issues, members)};
	try {
		for (const _row of read?.(members.results as Labeled) ?? []);
	} catch (error) {
		if (error instanceof UnknownLayout) return {state: 'differs', details: [error.message]};
		throw error;
	}
	const added = [...new Set(findAdded(members, parsed.data))];
	return added.length > 0 ? {state: 'adds', details: added} : {state: 'agrees', details: []};
}

/** `body` is the response as received, if there was one. */
export type ComparedAnswer = Comparison & {readonly body?: string};

type CallParts = {readonly client: Client; readonly product: number; readonly signal: AbortSignal};

async function call(sample: SampleCall, {client, product, signal}: CallParts): Promise<ComparedAnswer> {
	const {endpoint, input} = sample;
	const {path} = endpoint;
	try {
		const {body} = await client.raw(endpoint, input, {product, signal});
		return {path, ...compareAnswer(sample, body), body};
	} catch (error) {
		if (!(error instanceof CliError)) throw error;
		if (error.details.code === 'absent')
			return {path, state: 'absent', details: ['the service does not have this operation']};
		if (['refused', 'auth'].includes(error.kind)) return {path, state: 'refused', details: [error.message]};
		throw error;
	}
}

/** Returns the first event with a category in the table of events. */
function firstEvent(item: Labeled): readonly SingleEvent[] {
	if (!isMap(item)) return [];
	const events = item.get('categoryEventsData');
	const [name] = isMap(events) ? events.keys() : [];
	const category = item.get('category') ?? null;
	return name !== undefined && (category === null || typeof category === 'string') ? [{category, name}] : [];
}

/** Returns an event from the table of events, or the reason why none is available. */
function findEvent({body, state}: ComparedAnswer): SingleEvent | string {
	if (body === undefined)
		return `not called: it needs an event from ${endpoints.events.table.path}, but the state of that operation is '${state}'`;
	const members = parseLabeled(body);
	const results = isMap(members) ? members.get('results') : undefined;
	if (!isList(results)) return `not called: the events of ${endpoints.events.table.path} cannot be read`;
	return results.flatMap(firstEvent)[0] ?? 'not called: no event was used in the last seven days';
}

/** Calls every operation that reads, one at a time. Throws CliError (network), because further calls would fail too. */
export async function* callOperations(parts: CallParts, today: string): AsyncGenerator<ComparedAnswer> {
	let event: SingleEvent | string = '';
	for (const sample of listSampleCalls(today)) {
		const answer = await call(sample, parts);
		if (answer.path === endpoints.events.table.path) event = findEvent(answer);
		yield answer;
	}
	const known = typeof event === 'string' ? {category: null, name: ''} : event;
	for (const sample of listEventCalls(known, today))
		yield typeof event === 'string'
			? {path: sample.endpoint.path, state: 'skipped', details: [event]}
			: await call(sample, parts);
}
