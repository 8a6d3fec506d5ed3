import {addDays} from '../../calendar.ts';
import {groupBy} from '../../text/group-by.ts';
import {compareVersions} from '../../text/version-order.ts';
import type {Records} from '../tables/records.ts';
import {type CrashGroups, selectGroupHeads} from './crash-groups.ts';

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
		`SELECT version, client, ${dialect.dayText('day')}, count(*) FROM ${relation(days[0], days.at(-1))} AS line
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

export type FirstReports = {
	/** Versions with crash reports before the period. */
	readonly older: ReadonlySet<string>;
	/** The number of crash groups that began in the period, by their first version. Undefined without earlier crash reports. */
	readonly newGroups: ReadonlyMap<string, number> | undefined;
};

/** Finds what the crash reports before a period do not have. Reads only summaries, and the parts that the ends of the period divide. */
export async function findFirstReports(
	{dialect, rows, relation}: Records,
	crashGroups: CrashGroups,
	{since, until}: {readonly since: string; readonly until: string},
): Promise<FirstReports> {
	const {dayText, dayLiteral} = dialect;
	const before = addDays(since, -1);
	const older = await rows(
		`SELECT DISTINCT version FROM ${relation(since, before)} AS line WHERE day <= ${dayLiteral(before)} ORDER BY 1`,
		['text'],
	);
	const groups = await rows(
		`SELECT coalesce(grouped.head, line.fingerprint), version, ${dayText('min(day)')}
		FROM ${relation(addDays(until, 1), until)} AS line LEFT JOIN ${selectGroupHeads(dialect, crashGroups)} AS grouped ON line.fingerprint = grouped.fingerprint
		WHERE day <= ${dayLiteral(until)} GROUP BY 1, 2 ORDER BY 1, 2`,
		['text', 'text', 'day'],
	);
	const newGroups = new Map<string, number>();
	for (const own of groupBy(groups, ([head]) => String(head)).values()) {
		if (own.some(([, , day]) => String(day) < since)) continue;
		const [first] = own.flatMap(([, version]) => (version === '' ? [] : [String(version)])).sort(compareVersions);
		if (first !== undefined) newGroups.set(first, (newGroups.get(first) ?? 0) + 1);
	}
	return {
		older: new Set(older.map(([version]) => String(version))),
		newGroups: older.length > 0 ? newGroups : undefined,
	};
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
		FROM ${relation(days[0], days.at(-1))} AS line LEFT JOIN ${selectGroupHeads(dialect, crashGroups)} AS grouped ON line.fingerprint = grouped.fingerprint
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
