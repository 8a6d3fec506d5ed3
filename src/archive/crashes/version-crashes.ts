import {addDays} from '../../calendar.ts';
import {groupBy} from '../../text/group-by.ts';
import {compareVersions} from '../../text/version-order.ts';
import type {Records} from '../records/records.ts';
import {type CrashGroups, groupOfLine, joinGroups} from './crash-groups.ts';

/** Crash reports by version, for the comparison of releases. */

export type VersionCrashDay = {
	readonly version: string;
	readonly clientId: string;
	readonly day: string;
	readonly reports: number;
};

const getDaysCondition = ({dialect}: Records, days: readonly string[]) =>
	days.length === 0 ? 'false' : `day IN (${days.map(dialect.dayLiteral).join(', ')})`;

/** Reads only summaries. */
export async function readVersions({rows, relation}: Records): Promise<readonly string[]> {
	const found = await rows(
		`SELECT DISTINCT version FROM ${relation('9999-12-31')} AS line WHERE version <> '' ORDER BY 1`,
		['text'],
	);
	return found.map(([version]) => String(version));
}

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

export type GroupStart = {
	readonly day: string;
	/** The lowest version; undefined if the reports have none. */
	readonly version: string | undefined;
};

/** Finds the first day and version of each crash group until a day. Reads only summaries, and the parts that the day divides. */
export async function findGroupStarts(
	{dialect, rows, relation}: Records,
	crashGroups: CrashGroups,
	until: string,
): Promise<ReadonlyMap<string, GroupStart>> {
	const {dayText, dayLiteral} = dialect;
	const found = await rows(
		`SELECT ${groupOfLine}, version, ${dayText('min(day)')}
		FROM ${relation(addDays(until, 1), until)} AS line ${joinGroups(dialect, crashGroups)}
		WHERE day <= ${dayLiteral(until)} GROUP BY 1, 2 ORDER BY 3, 1, 2`,
		['text', 'text', 'day'],
	);
	return new Map(
		[...groupBy(found, ([head]) => String(head))].map(([head, own]) => {
			const versions = own.flatMap(([, version]) => (version === '' ? [] : [String(version)]));
			const [first] = own.map(([, , day]) => String(day));
			return [head, {day: first ?? until, version: versions.sort(compareVersions)[0]}];
		}),
	);
}

/** Returns the versions with crash reports before a day. Reads only summaries, and the parts that the day divides. */
export async function findOlderVersions(
	{dialect, rows, relation}: Records,
	since: string,
): Promise<ReadonlySet<string>> {
	const before = addDays(since, -1);
	const found = await rows(
		`SELECT DISTINCT version FROM ${relation(since, before)} AS line WHERE day <= ${dialect.dayLiteral(before)} AND version <> '' ORDER BY 1`,
		['text'],
	);
	return new Set(found.map(([version]) => String(version)));
}

/** The crash reports of a group under two versions, and the installations that sent them. */
export type VersionGroup = {
	readonly fingerprint: string;
	readonly reports: number;
	readonly installations: number;
	readonly otherReports: number;
	readonly otherInstallations: number;
};

export type VersionPair = {
	readonly days: readonly string[];
	readonly version: string;
	/** Undefined: all others. */
	readonly against: string | undefined;
};

const createSides = (source: Records, crashGroups: CrashGroups, {days, version, against}: VersionPair) => {
	const {dialect, relation} = source;
	const {textLiteral} = dialect;
	const isOwn = `version = ${textLiteral(version)}`;
	const isOther =
		against === undefined ? `version NOT IN (${textLiteral(version)}, '')` : `version = ${textLiteral(against)}`;
	return `(SELECT ${groupOfLine} AS head, CASE WHEN ${isOwn} THEN 1 ELSE 2 END AS side, version, client, day
		FROM ${relation(days[0], days.at(-1))} AS line ${joinGroups(dialect, crashGroups)}
		WHERE ${getDaysCondition(source, days)} AND (${isOwn} OR ${isOther}))`;
};

/** Returns the crash groups with the most reports of the version, at most `most`. */
export async function findLargestGroups(
	source: Records,
	crashGroups: CrashGroups,
	{pair, most}: {readonly pair: VersionPair; readonly most: number},
): Promise<readonly string[]> {
	const found = await source.rows(
		`SELECT head, count(*) FROM ${createSides(source, crashGroups, pair)} AS report WHERE side = 1
		GROUP BY head ORDER BY 2 DESC, 1 LIMIT ${most}`,
		['text', 'count'],
	);
	return found.map(([head]) => String(head));
}

/** Returns the first day of each crash group for each installation and version. */
export async function readFirstCrashes(
	source: Records,
	crashGroups: CrashGroups,
	{pair, heads}: {readonly pair: VersionPair; readonly heads: readonly string[]},
) {
	const {dialect, rows} = source;
	if (heads.length === 0) return [];
	const found = await rows(
		`SELECT head, client, version, ${dialect.dayText('min(day)')} FROM ${createSides(source, crashGroups, pair)} AS report
		WHERE client <> '' AND head IN (${heads.map(dialect.textLiteral).join(', ')}) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
		['text', 'text', 'text', 'day'],
	);
	return found.map(row => {
		const [fingerprint = '', clientId = '', version = '', day = ''] = row.map(String);
		return {fingerprint, clientId, version, day};
	});
}

/**
 * Counts the crash reports of these days, and the installations that sent them, of the crash groups that only one of two versions has,
 * and of chosen ones. To count the installations of all groups, the engine would have to keep most of the reports in memory.
 */
export async function countDifferentGroups(
	source: Records,
	crashGroups: CrashGroups,
	{pair, always}: {readonly pair: VersionPair; readonly always: readonly string[]},
): Promise<readonly VersionGroup[]> {
	const {dialect, rows} = source;
	const reports = createSides(source, crashGroups, pair);
	const isChosen = ['min(side) = max(side)', ...always.map(head => `head = ${dialect.textLiteral(head)}`)].join(' OR ');
	const counts = [1, 2].flatMap(side => [
		`count(CASE WHEN side = ${side} THEN 1 END)`,
		`count(DISTINCT CASE WHEN side = ${side} AND client <> '' THEN client END)`,
	]);
	const found = await rows(
		`SELECT head, ${counts.join(', ')} FROM ${reports} AS report
		WHERE head IN (SELECT head FROM ${reports} AS report GROUP BY head HAVING ${isChosen}) GROUP BY head ORDER BY head`,
		['text', 'count', 'count', 'count', 'count'],
	);
	return found.map(([fingerprint, ...figures]) => {
		const [reports = 0, installations = 0, otherReports = 0, otherInstallations = 0] = figures.map(Number);
		return {fingerprint: String(fingerprint), reports, installations, otherReports, otherInstallations};
	});
}
