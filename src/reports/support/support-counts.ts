import {addDays, firstOfWeek, weekday} from '../../calendar.ts';
import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import {current} from '../../contract/operations/current-report.ts';
import type {FilterTerm} from '../../language/compile-expressions.ts';
import type {Range} from '../../output/dataset.ts';
import type {Client} from '../../ports.ts';
import type {Proportion} from '../../statistics/intervals.ts';
import {readCurrent} from '../installation-counts.ts';
import {clientsPerRequest, countActive} from '../latest-versions.ts';
import {readAnswers} from '../run/read-answers.ts';

/** Counts the installations that match an expression, which may take several requests: those of its terms are added and subtracted. */

export type Asked = {
	readonly client: Client;
	readonly terms: readonly FilterTerm[];
	readonly signal: AbortSignal;
	/** Called after each request. */
	readonly onAnswer: () => void;
};

export type Counts = ReadonlyMap<string, number>;
type Count = (filters: GlobalFilters) => Promise<Counts>;

/** Counts the installations that match, by label. */
async function countMatching({terms, onAnswer}: Asked, count: Count): Promise<Counts> {
	const sums = new Map<string, number>();
	for (const {sign, filters} of terms) {
		for (const [label, found] of await count(filters)) sums.set(label, (sums.get(label) ?? 0) + sign * found);
		onAnswer();
	}
	return sums;
}

/** Returns the installations that match, and those that do not, by label. */
export async function countParts(asked: Asked, count: Count): Promise<ReadonlyMap<string, Proportion>> {
	const all = await count({});
	asked.onAnswer();
	const matching = await countMatching(asked, count);
	return new Map([...all].map(([label, total]) => [label, {count: matching.get(label) ?? 0, total}]));
}

/** Counts by a property. Older servers count from the first day until now. */
export const countBy = (asked: Asked, property: string, range: {readonly first: string; readonly last?: string}) =>
	countParts(asked, async filters =>
		toCounts(await countActive(asked.client, {...range, filters}, [property], asked.signal)),
	);

const toCounts = (rows: readonly (readonly unknown[])[]): Counts =>
	new Map(rows.map(([label, count]) => [String(label), Number(count ?? 0)]));

/** A year, and the week a year before the last one. */
const weekCount = 53;

export type Week = Range & Proportion;

/** Counts the active installations in each of the last complete weeks, in order. Every server can. Weeks before `oldest` have none. */
export async function readWeeks(
	asked: Asked,
	{today, oldest}: {readonly today: string; readonly oldest: string},
): Promise<readonly Week[]> {
	const {client, signal} = asked;
	const yearAgo = addDays(firstOfWeek(today), -7 * weekCount);
	const first = oldest > yearAgo ? firstOfWeek(addDays(oldest, 6)) : yearAgo;
	const counts = await countParts(asked, async filters => {
		const answer = await client.call(
			current,
			{
				startDate: first < today ? first : today,
				clientStatus: ['active'],
				globalFilters: filters,
				levels: {},
				dateSplit: 'week',
			},
			{signal},
		);
		return readAnswers([answer], current, ([results = []]) =>
			toCounts([...readCurrent(results, {statuses: ['active'], levels: [], isSplit: true, totals: false})]),
		);
	});
	// The weeks of a service may begin on another day than Monday.
	const begun = addDays(firstOfWeek(today), weekday([...counts.keys()].at(-1) ?? firstOfWeek(today)));
	const running = begun > today ? addDays(begun, -7) : begun;
	return Array.from({length: weekCount}, (_, at) => {
		const first = addDays(running, 7 * (at - weekCount));
		return {first, last: addDays(first, 6), ...(counts.get(first) ?? {count: 0, total: 0})};
	});
}

/** Returns those of the installations that match. Counts by their IDs, as every server can. */
export async function findMatching(
	asked: Asked,
	clientIds: readonly string[],
	first: string,
): Promise<ReadonlySet<string>> {
	const matching = new Set<string>();
	for (let at = 0; at < clientIds.length; at += clientsPerRequest) {
		const clientId = {type: 'stringArray' as const, value: clientIds.slice(at, at + clientsPerRequest)};
		const counts = await countMatching(asked, async filters =>
			toCounts(await countActive(asked.client, {first, filters: {...filters, clientId}}, ['clientId'], asked.signal)),
		);
		for (const [id, count] of counts) if (count > 0) matching.add(id);
	}
	return matching;
}
