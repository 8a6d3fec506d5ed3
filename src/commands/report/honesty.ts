import type {Column, Row} from '../../output/dataset.ts';
import {addDays} from './day-count.ts';

/** What the numbers cannot carry: said on stderr and on pages, without a call of its own. */

/** The parts of a report's request that say how far its answer holds. */
export type Scope = {
	readonly report: string;
	readonly first: string;
	/** Undefined: until now. */
	readonly last: string | undefined;
	readonly today: string;
	readonly split: string | null | undefined;
	/** Days of the loss rule, where losses are counted. */
	readonly lostAfter: number | undefined;
	/** Losses are dated by the last contact; else by the day they are declared. */
	readonly datedByContact: boolean;
};

/** What the request alone tells. */
export function getScopeCaveats({report, last, today, split, lostAfter, datedByContact}: Scope): readonly string[] {
	const untilToday = last === undefined || last >= today;
	const isRetention = report === 'report churn retention';
	const caveats: string[] = [];
	if (untilToday && (split || isRetention))
		caveats.push(`today is not over: the last ${split ?? 'period'} will still change`);
	if (lostAfter !== undefined && datedByContact && (last ?? today) > addDays(today, -lostAfter)) {
		caveats.push(
			`losses are not known yet for the last ${lostAfter} days: who was last seen after ${addDays(today, -lostAfter)} cannot be lost before ${addDays(today, 1)}`,
		);
	}
	return caveats;
}

/** Fewer installations than this carry no percentage. */
const smallGroup = 30;

/** Figures that count the installations of a group, by report; a report that is not named has no such figure. */
const sizes: Readonly<Record<string, readonly string[]>> = {
	'report current': ['active', 'new', 'lost'],
	'report churn retention': ['engaged'],
	'report churn events': ['usersUsedAtLeastOnce', 'usersNeverUsed'],
	'report events frequency': ['uniqueUsersUsedAtLeastOnce', 'uniqueUsersNeverUsed'],
};
/** Figures that add up to the group; of the others the largest counts. */
const adds = new Set(['report churn events', 'report events frequency']);

/** A limit of segments by the key of its column. */
export type Limits = ReadonlyMap<string, number>;

/** Watches the rows go by and says at the end what they cannot carry. */
export function watchRows(
	columns: readonly Column[],
	{report, limits}: {readonly report: string; readonly limits: Limits},
) {
	const sizeAt = (sizes[report] ?? [])
		.map(key => columns.findIndex(column => column.key === key))
		.filter(index => index >= 0);
	const labelAt = columns
		.map((column, index) => ({column, index}))
		.filter(({column}) => column.kind === 'label' || (report === 'report churn retention' && column.kind === 'date'));
	const periodAt = columns.findIndex(({kind}) => kind === 'period');
	const limitAt = labelAt.filter(({column}) => limits.has(column.key));
	const seen = limitAt.map(() => new Set<unknown>());
	let groups = 0;
	let small = 0;
	const countGroup = (row: Row) => {
		if (sizeAt.length === 0 || labelAt.length === 0 || (periodAt >= 0 && String(row[periodAt]) !== '0')) return;
		const parts = sizeAt.map(index => Number(row[index] ?? 0));
		const size = adds.has(report) ? parts.reduce((sum, part) => sum + part, 0) : Math.max(...parts);
		groups++;
		if (size < smallGroup) small++;
	};
	return {
		see: (rows: readonly Row[]) => {
			for (const row of rows) {
				countGroup(row);
				for (const [at, {index}] of limitAt.entries()) seen[at]?.add(row[index]);
			}
		},
		caveats: (): readonly string[] => [
			...(small > 0
				? [`${small} of ${groups} groups have fewer than ${smallGroup} installations: their shares say little`]
				: []),
			...limitAt.flatMap(({column}, at) => {
				const limit = limits.get(column.key) as number;
				return (seen[at]?.size ?? 0) >= limit
					? [`${column.key} shows ${seen[at]?.size} values and its limit is ${limit}: there may be more`]
					: [];
			}),
		],
	};
}
