import type {Records} from '../tables/records.ts';
import type {CrashGroups} from './crash-groups.ts';
import {selectGroupHeads} from './crash-groups.ts';

/** Crash reports by version, for the comparison of releases. */

export type VersionCrashDay = {
	readonly version: string;
	readonly clientId: string;
	readonly day: string;
	readonly reports: number;
};

const getDaysCondition = ({dialect}: Records, days: readonly string[]) =>
	days.length === 0 ? 'false' : `day IN (${days.map(dialect.dayLiteral).join(', ')})`;

/** Counts the crash reports of these days by version, installation and day. */
export async function countVersionCrashes(
	source: Records,
	days: readonly string[],
): Promise<readonly VersionCrashDay[]> {
	const {dialect, rows, relation} = source;
	const found = await rows(
		`SELECT version, client, ${dialect.dayText('day')}, count(*) FROM ${relation(days[0])} AS line
		WHERE ${getDaysCondition(source, days)} GROUP BY 1, 2, day ORDER BY 1, 2, 3`,
		['text', 'text', 'day', 'count'],
	);
	return found.map(([version, clientId, day, reports]) => ({
		version: String(version),
		clientId: String(clientId),
		day: String(day),
		reports: Number(reports),
	}));
}

/** Finds the versions with crash reports before a day. Reads only summaries of parts that end before it. */
export async function findVersionsBefore(
	{dialect, rows, relation}: Records,
	day: string,
): Promise<ReadonlySet<string>> {
	const found = await rows(
		`SELECT DISTINCT version FROM ${relation(day)} AS line WHERE day < ${dialect.dayLiteral(day)} ORDER BY 1`,
		['text'],
	);
	return new Set(found.map(([version]) => String(version)));
}

export type VersionGroup = {
	readonly fingerprint: string;
	readonly version: string;
	readonly reports: number;
	readonly installations: number;
};

/** Counts the crash reports of these days by crash group and version, and the installations that sent them. */
export async function countVersionGroups(
	source: Records,
	crashGroups: CrashGroups,
	days: readonly string[],
): Promise<readonly VersionGroup[]> {
	const {dialect, rows, relation} = source;
	const found = await rows(
		`SELECT coalesce(grouped.head, line.fingerprint), version, count(*), count(DISTINCT CASE WHEN client <> '' THEN client END)
		FROM ${relation(days[0])} AS line LEFT JOIN ${selectGroupHeads(dialect, crashGroups)} AS grouped ON line.fingerprint = grouped.fingerprint
		WHERE ${getDaysCondition(source, days)} GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`,
		['text', 'text', 'count', 'count'],
	);
	return found.map(([fingerprint, version, reports, installations]) => ({
		fingerprint: String(fingerprint),
		version: String(version),
		reports: Number(reports),
		installations: Number(installations),
	}));
}
