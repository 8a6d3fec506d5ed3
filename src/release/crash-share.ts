import {countVersionCrashes} from '../archive/crashes/version-crashes.ts';
import {hasManifest} from '../archive/download/manifest.ts';
import {formatSyncCommand} from '../archive/records/input-paths.ts';
import type {Records} from '../archive/records/records.ts';
import {splitIds} from '../reports/latest-versions.ts';
import {type Asked, countBy} from '../reports/support/support-counts.ts';
import type {CrashShares, SupportRanges} from '../reports/support/support-parts.ts';
import {counted} from '../text/wording.ts';
import {type CountedDays, nameRanges, type ReleasePorts, readArchive, readCountedDays} from './release-archive.ts';

/** With more, the service would have to be asked too often which of them match. */
const mostInstallations = 5000;

/** Counts the crash reports of each installation, and notes those without an ID, which belong to none. */
async function countReports(records: Records, days: readonly string[], {caveat}: ReleasePorts) {
	const counts = new Map<string, number>();
	for (const {clientId, reports} of await countVersionCrashes(records, days))
		counts.set(clientId, (counts.get(clientId) ?? 0) + reports);
	const unknown = counted(counts.get('') ?? 0, 'crash report');
	if (counts.delete(''))
		await caveat(`${unknown} without the ID of an installation left out, from ${days[0]} to ${days.at(-1)}`);
	return counts;
}

/** Returns undefined if too many installations crashed. */
async function countShare(reports: ReadonlyMap<string, number>, first: string, asked: Asked) {
	if (reports.size > mostInstallations) return undefined;
	const share = {count: 0, total: [...reports.values()].reduce((sum, own) => sum + own, 0)};
	for (const value of splitIds([...reports.keys()])) {
		const filters = {clientId: {type: 'stringArray' as const, value}};
		for (const [id, {count}] of await countBy(asked, 'clientId', {first, filters}))
			if (count > 0) share.count += reports.get(id) ?? 0;
	}
	return share;
}

/** Returns the crash reports of the installations that match, or why they are not known. The service says which installations match. */
export async function readCrashShares(
	folder: string,
	{asked, ranges}: {readonly asked: Asked; readonly ranges: SupportRanges},
	context: ReleasePorts,
): Promise<CrashShares | string> {
	const sync = formatSyncCommand({...context, kind: 'exceptions'}, folder);
	if (!(await hasManifest(folder))) return `no archive in ${folder} (${sync})`;
	if (asked.terms.some(({filters}) => 'clientId' in filters)) return 'not counted for single installations';
	const product = await context.product();
	const [now, before] = await readCountedDays(folder, product, [ranges.now, ...[ranges.before ?? []].flat()]);
	if (!now || now.missing.length > 0)
		return `${folder} has no final crash file for ${nameRanges(now?.missing ?? [])} (${sync})`;
	return readArchive({folder, product, until: ranges.now.last}, context, async records => {
		const countIn = async ({days}: CountedDays) =>
			countShare(await countReports(records, days, context), days[0] ?? '', asked);
		const share = await countIn(now);
		if (!share) return `more than ${mostInstallations} installations crashed`;
		return {now: share, before: before?.missing.length === 0 ? await countIn(before) : undefined};
	});
}
