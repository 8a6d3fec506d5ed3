import {countVersionCrashes} from '../archive/crashes/version-crashes.ts';
import {hasManifest} from '../archive/download/manifest.ts';
import {formatSyncCommand} from '../archive/records/input-paths.ts';
import type {Records} from '../archive/records/records.ts';
import type {FindMatching} from '../reports/support/run-support.ts';
import type {SupportRanges} from '../reports/support/support-parts.ts';
import type {CrashShares} from '../reports/support/support-rows.ts';
import type {Proportion} from '../statistics/intervals.ts';
import {
	chooseCountedDays,
	nameRanges,
	type Range,
	type ReleasePorts,
	readArchive,
	readArchivedDays,
} from './release-archive.ts';

/** With more, the service would have to be asked too often which of them match. */
const mostInstallations = 5000;

/** Counts the crash reports of each installation; those without an ID belong to none. */
async function countReports(records: Records, days: readonly string[]): Promise<ReadonlyMap<string, number>> {
	const counts = new Map<string, number>();
	for (const {clientId, reports} of await countVersionCrashes(records, days))
		if (clientId !== '') counts.set(clientId, (counts.get(clientId) ?? 0) + reports);
	return counts;
}

async function countShare(
	counts: ReadonlyMap<string, number>,
	first: string,
	findMatching: FindMatching,
): Promise<Proportion> {
	const matching = await findMatching([...counts.keys()], first);
	const sumOf = (entries: Iterable<readonly [string, number]>) =>
		[...entries].reduce((sum, [, reports]) => sum + reports, 0);
	return {count: sumOf([...counts].filter(([id]) => matching.has(id))), total: sumOf(counts)};
}

/** Returns the crash reports of the installations that match, or why they are not known. The service says which installations match. */
export async function readCrashShares(
	folder: string,
	{ranges, findMatching}: {readonly ranges: SupportRanges; readonly findMatching: FindMatching},
	context: ReleasePorts,
): Promise<CrashShares | string> {
	const sync = formatSyncCommand({...context, kind: 'exceptions'}, folder);
	if (!(await hasManifest(folder))) return `no archive in ${folder} (${sync})`;
	const product = await context.product();
	const archived = await readArchivedDays(folder, product);
	const [now, before] = [ranges.now, ranges.before].map(
		range => range && chooseCountedDays(range, day => archived.has(day)),
	);
	if (!now || now.missing.length > 0)
		return `${folder} has no final crash file for ${nameRanges(now?.missing ?? [])} (${sync})`;
	return readArchive({folder, product, until: ranges.now.last}, context, async records => {
		const countIn = async ({first}: Range, days: readonly string[]) => {
			const counts = await countReports(records, days);
			return counts.size > mostInstallations ? undefined : countShare(counts, first, findMatching);
		};
		const share = await countIn(ranges.now, now.days);
		if (!share) return `more than ${mostInstallations} installations crashed`;
		const isWhole = ranges.before && before?.missing.length === 0;
		return {now: share, before: isWhole ? await countIn(ranges.before, before.days) : undefined};
	});
}
