import {addDays, firstOfWeek} from '../../calendar.ts';
import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import {lists} from '../../contract/operations/client-and-event-lists.ts';
import {current} from '../../contract/operations/current-report.ts';
import {events} from '../../contract/operations/event-reports.ts';
import type {FilterTerm} from '../../language/compile-expressions.ts';
import {printEvent} from '../../language/events/print-event.ts';
import type {Range} from '../../output/dataset.ts';
import type {Client} from '../../ports.ts';
import type {Proportion} from '../../statistics/intervals.ts';
import {readFrequency, usedAt} from '../event-frequency.ts';
import {readCurrent} from '../installation-counts.ts';
import {countActive} from '../latest-versions.ts';
import {readAnswers} from '../run/read-answers.ts';

/** Counts the installations that match an expression, which may take several requests: those of its terms are added and subtracted. */

export type Asked = {
	readonly client: Client;
	readonly terms: readonly FilterTerm[];
	readonly signal: AbortSignal;
	readonly advance: () => void;
};

/** The installations that match, of all, by label. */
export type Parts = ReadonlyMap<string, Proportion>;

async function countParts(
	{terms, advance}: Asked,
	count: (filters: GlobalFilters) => Promise<ReadonlyMap<string, number>>,
): Promise<Parts> {
	const parts = new Map([...(await count({}))].map(([label, total]) => [label, {count: 0, total}]));
	advance();
	for (const {sign, filters} of terms) {
		for (const [label, found] of await count(filters)) {
			const part = parts.get(label);
			if (part) part.count += sign * found;
		}
		advance();
	}
	return parts;
}

const toCounts = (rows: Iterable<readonly unknown[]>) =>
	new Map(Array.from(rows, row => [String(row[0]), Number(row[1] ?? 0)] as const));

/** Counts by a property. Older servers count from the first day until now only. */
export const countBy = (
	asked: Asked,
	property: string,
	range: {readonly first: string; readonly last?: string; readonly filters?: GlobalFilters},
): Promise<Parts> =>
	countParts(asked, async filters => {
		const query = {...range, filters: {...filters, ...range.filters}};
		return toCounts(await countActive(asked.client, query, [property], asked.signal));
	});

/** A year, and the week a year before the last one. */
const weekCount = 53;

export type Week = Range & Proportion;

/** Counts the active installations in each of the last complete weeks, in order. Every server can. Weeks before `oldest` have none. */
export async function readWeeks(
	asked: Asked,
	{today, oldest}: {readonly today: string; readonly oldest: string},
): Promise<readonly Week[]> {
	const yearAgo = addDays(firstOfWeek(today), -7 * (weekCount + 1));
	const request = {startDate: oldest > yearAgo ? oldest : yearAgo, clientStatus: ['active'] as 'active'[], levels: {}};
	const parts = await countParts(asked, async globalFilters => {
		const input = {...request, globalFilters, dateSplit: 'week' as const};
		const answer = await asked.client.call(current, input, {signal: asked.signal});
		return readAnswers([answer], current, ([results = []]) =>
			toCounts(readCurrent(results, {statuses: ['active'], levels: [], isSplit: true, totals: false})),
		);
	});
	// The weeks of a service may begin on another day than Monday.
	const latest = [...parts.keys()].at(-1) ?? firstOfWeek(today);
	const end = addDays(latest, 7) > today ? latest : addDays(latest, 7);
	return Array.from({length: weekCount}, (_, at) => {
		const first = addDays(end, 7 * (at - weekCount));
		return {first, last: addDays(first, 6), ...(parts.get(first) ?? {count: 0, total: 0})};
	});
}

/** The service describes no limit; the names of this many events make a request of about 30 kB. */
const mostEvents = 500;

/** Counts the installations that used each event, or says why it cannot. */
export async function countEvents(asked: Asked, {first, last}: Range): Promise<Parts | string> {
	const {client, signal} = asked;
	const {results} = await client.call(lists.eventNames, {showEvents: ['advanced']}, {signal});
	const named = results.flatMap(({category, categoryEventNames}) =>
		categoryEventNames.map(({eventName: name}) => ({category, name})),
	);
	if (named.length > mostEvents) return `${named.length} events are too many to count their users`;
	if (named.length === 0) return new Map();
	return countParts(asked, async globalFilters => {
		const request = {startDate: first, stopDate: last, globalFilters, events: named};
		const answer = await client.call(events.frequency, request, {signal});
		return readAnswers([answer], events.frequency, ([results = []]) =>
			toCounts(
				[...readFrequency(results, {isSegmented: false, bins: false, events: named})].map(
					([category, name, , ...figures]) => [
						printEvent({category: category === null ? null : String(category), name: String(name)}),
						figures[usedAt],
					],
				),
			),
		);
	});
}
