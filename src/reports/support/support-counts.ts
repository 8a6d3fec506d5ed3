import {addDays, firstOfWeek} from '../../calendar.ts';
import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import {lists} from '../../contract/operations/client-and-event-lists.ts';
import {events} from '../../contract/operations/event-reports.ts';
import type {FilterTerm} from '../../language/compile-expressions.ts';
import {printEvent} from '../../language/events/print-event.ts';
import type {Range} from '../../output/dataset.ts';
import type {Client} from '../../ports.ts';
import type {Proportion} from '../../statistics/intervals.ts';
import {readFrequency, usedAt} from '../event-frequency.ts';
import {type ActiveQuery, countActive} from '../latest-versions.ts';
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

/** Counts the active installations by properties, or by date. */
export const countBy = (
	asked: Asked,
	properties: readonly string[],
	{filters: all = {}, ...query}: Partial<ActiveQuery> & Pick<ActiveQuery, 'first'>,
): Promise<Parts> =>
	countParts(asked, async own =>
		toCounts(await countActive(asked.client, {...query, filters: {...all, ...own}}, properties, asked.signal)),
	);

/** A year, and the week a year before the last one. */
const weekCount = 53;

export type Week = Range & Proportion;

/** Counts the active installations in each of the last complete weeks, in order. Every server can. Weeks before `oldest` have none. */
export async function readWeeks(asked: Asked, today: string, oldest: string): Promise<readonly Week[]> {
	const start = addDays(firstOfWeek(today), -7 * weekCount);
	const parts = await countBy(asked, [], {first: oldest > start ? oldest : start, split: 'week'});
	return Array.from({length: weekCount}, (_, at) => {
		const first = addDays(start, 7 * at);
		return {first, last: addDays(first, 6), ...(parts.get(first) ?? {count: 0, total: 0})};
	});
}

/** Counts the installations that used each event. */
export async function countEvents(asked: Asked, {first, last}: Range): Promise<Parts> {
	const {client, signal} = asked;
	const {results} = await client.call(lists.eventNames, {showEvents: ['advanced']}, {signal});
	const named = results.flatMap(({category, categoryEventNames}) =>
		categoryEventNames.map(({eventName: name}) => ({category, name})),
	);
	if (named.length === 0) return new Map();
	return countParts(asked, async globalFilters => {
		const request = {startDate: first, stopDate: last, globalFilters, events: named};
		const answer = await client.call(events.frequency, request, {signal});
		const rows = await readAnswers([answer], events.frequency, ([results = []]) => [
			...readFrequency(results, {isSegmented: false, bins: false, events: named}),
		]);
		return toCounts(
			rows.map(([category, name, , ...figures]) => [
				printEvent({category: category === null ? null : String(category), name: String(name)}),
				figures[usedAt],
			]),
		);
	});
}
