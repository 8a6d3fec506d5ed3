import type {GlobalFilters} from '../contract/filter-schemas.ts';
import {current, dateRange} from '../contract/operations/current-report.ts';
import {nullLabel} from '../contract/rules/segment-rules.ts';
import {matchAll} from '../language/values/regex.ts';
import type {Client} from '../ports.ts';
import {readCurrent} from './installation-counts.ts';
import {readAnswers} from './run/read-answers.ts';

/** Counts active installations by their latest version, which every server reports. */

export type LatestQuery = {
	/** The count runs from this day until now. */
	readonly first: string;
	readonly filters: GlobalFilters;
	readonly by: string | undefined;
};

export type LatestCount = {readonly version: string; readonly group: string | null; readonly installations: number};

/** The service describes no limit; this many IDs make a request of about 20 kB. */
const clientsPerRequest = 500;
export const splitIds = (ids: readonly string[]): readonly string[][] =>
	Array.from({length: Math.ceil(ids.length / clientsPerRequest)}, (_, at) =>
		ids.slice(at * clientsPerRequest, (at + 1) * clientsPerRequest),
	);

const eachValue = {type: 'regex', value: matchAll, split: true} as const;
/** Installations without a version or a key belong to none, and all have an ID; those without another value are a group. */
const segmentsOf = (property: string) =>
	['prodVersion', 'licenseKey', 'clientId'].includes(property)
		? [eachValue]
		: [eachValue, {includeNull: true} as const];
const toGroup = (label: unknown): string | null => (label === nullLabel ? null : String(label));

/** Without a last day, which only newer servers accept, the count runs until now. */
export type ActiveQuery = Pick<LatestQuery, 'first' | 'filters'> & {readonly last?: string; readonly split?: 'week'};

/** Counts active installations by date, if split, or by properties: rows of the date or their values, and the count. */
export async function countActive(
	client: Client,
	{first, last, split, filters}: ActiveQuery,
	properties: readonly string[],
	signal: AbortSignal,
) {
	const levels = Object.fromEntries(
		properties.map((property, at) => [`level${at + 1}`, {property, segments: segmentsOf(property)}]),
	);
	const clientStatus: 'active'[] = ['active'];
	const request = {startDate: first, clientStatus, globalFilters: filters, levels, dateSplit: split ?? null};
	const answer = await (last === undefined
		? client.call(current, request, {signal})
		: client.call(dateRange, {...request, stopDate: last}, {signal}));
	const layout = {statuses: ['active'], levels: properties, isSplit: split !== undefined, totals: false};
	return readAnswers([answer], current, ([results = []]) => [...readCurrent(results, layout)]);
}

/** Counts the installations that were active since a day, by version. */
export async function countLatestVersions(
	client: Client,
	query: LatestQuery,
	signal: AbortSignal,
): Promise<readonly LatestCount[]> {
	const properties = ['prodVersion', ...(query.by === undefined || query.by === 'prodVersion' ? [] : [query.by])];
	const rows = await countActive(client, query, properties, signal);
	const counts = rows.map(row => ({
		version: String(row[0]),
		group: properties.length > 1 ? toGroup(row[1]) : null,
		installations: Number(row.at(-1) ?? 0),
	}));
	return counts.filter(({installations}) => installations > 0);
}

/** Counts by group the installations whose latest version this is. */
export async function countOnVersion(
	client: Client,
	query: LatestQuery & {readonly version: string; readonly clientIds: readonly string[]},
	signal: AbortSignal,
): Promise<ReadonlyMap<string | null, number>> {
	const {version, clientIds, by} = query;
	const counts = new Map<string | null, number>();
	for (const value of splitIds(clientIds)) {
		const filters: GlobalFilters = {
			...query.filters,
			prodVersion: {type: 'string', value: version},
			clientId: {type: 'stringArray', value},
		};
		for (const row of await countActive(client, {...query, filters}, by === undefined ? [] : [by], signal)) {
			const group = by === undefined ? null : toGroup(row[0]);
			counts.set(group, (counts.get(group) ?? 0) + Number(row.at(-1) ?? 0));
		}
	}
	return counts;
}
