import type {Records} from '../records/records.ts';
import {type CrashGroups, groupOfLine, joinGroups} from './crash-groups.ts';
import {getPeriodCondition, type Period} from './group-counts.ts';

/** Names of fields for the user, and of their columns in the relation `lines`. */
const columns = {clientId: 'client', version: 'version', os: 'os', country: 'country', data: 'data'} as const;
/** `data` needs a filter with a `dataKey`. */
export type CountedField = keyof typeof columns;
export const countedFields = ['clientId', 'version', 'os', 'country'] as const satisfies readonly CountedField[];

export type FieldCount = {
	/** Empty if the records have no value. */
	readonly value: string;
	readonly count: number;
	readonly installations: number;
	/** Crash groups; event records have none. */
	readonly groups: number | undefined;
	readonly firstDay: string;
	readonly lastDay: string;
};

/** Counts the records of a period by the value of a field, most frequent first. */
export async function countByField(
	{kind, dialect, rows, relation}: Records,
	crashGroups: CrashGroups,
	{field, period}: {readonly field: CountedField; readonly period: Period},
): Promise<readonly FieldCount[]> {
	const {dayText} = dialect;
	const hasGroups = kind === 'exceptions';
	const join = hasGroups ? joinGroups(dialect, crashGroups) : '';
	const groups = hasGroups ? `count(DISTINCT ${groupOfLine})` : '0';
	const found = await rows(
		`SELECT ${columns[field]}, count(*), count(DISTINCT CASE WHEN client <> '' THEN client END), ${groups},
			${dayText('min(day)')}, ${dayText('max(day)')}
		FROM ${relation(period.since)} AS line ${join}
		WHERE chosen AND ${getPeriodCondition(dialect, period)}
		GROUP BY 1 ORDER BY 2 DESC, 3 DESC, 1`,
		['text', 'count', 'count', 'count', 'day', 'day'],
	);
	return found.map(([value, count, installations, groupCount, firstDay, lastDay]) => ({
		value: String(value),
		count: Number(count),
		installations: Number(installations),
		groups: hasGroups ? Number(groupCount) : undefined,
		firstDay: String(firstDay),
		lastDay: String(lastDay),
	}));
}
