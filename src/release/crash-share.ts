import {countVersionCrashes} from '../archive/crashes/version-crashes.ts';
import {hasManifest} from '../archive/download/manifest.ts';
import {formatSyncCommand} from '../archive/records/input-paths.ts';
import type {Records} from '../archive/records/records.ts';
import type {FindMatching} from '../reports/support/run-support.ts';
import type {SupportRanges} from '../reports/support/support-parts.ts';
import type {CrashShares} from '../reports/support/support-rows.ts';
import type {Proportion} from '../statistics/intervals.ts';
import {counted} from '../text/wording.ts';
import {nameRanges, type Range, type ReleasePorts, readArchive, readCountedDays} from './release-archive.ts';

/** With more, the service would have to be asked too often which of them match. */
const mostInstallations = 5000;

/** Counts the crash reports of each installation, and notes those without an ID, which belong to none. */
async function countReports(
	records: Records,
	days: readonly string[],
	{caveat}: ReleasePorts,
): Promise<ReadonlyMap<string, number>> {
	const counts = new Map<string, number>();
	for (const {clientId, reports} of await countVersionCrashes(records, days))
		counts.set(clientId, (counts.get(clientId) ?? 0) + reports);
	const unknown = counts.get('') ?? 0;
	counts.delete('');
	if (unknown > 0)
		await caveat(
			`${counted(unknown, 'crash report')} without the ID of an installation left out, from ${days[0]} to ${days.at(-1)}`,
		);
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
	const [now, before] = await readCountedDays(folder, product, [ranges.now, ...[ranges.before ?? []].flat()]);
	if (!now || now.missing.length > 0)
		return `${folder} has no final crash file for ${nameRanges(now?.missing ?? [])} (${sync})`;
	return readArchive({folder, product, until: ranges.now.last}, context, async records => {
		const countIn = async ({first}: Range, days: readonly string[]) => {
			const counts = await countReports(records, days, context);
			return counts.size > mostInstallations ? undefined : countShare(counts, first, findMatching);
		};
		const share = await countIn(ranges.now, now.days);
		if (!share) return `more than ${mostInstallations} installations crashed`;
		const isWhole = ranges.before && before?.missing.length === 0;
		return {now: share, before: isWhole ? await countIn(ranges.before, before.days) : undefined};
	});
}
