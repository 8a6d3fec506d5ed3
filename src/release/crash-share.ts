import {countVersionCrashes} from '../archive/crashes/version-crashes.ts';
import {hasManifest} from '../archive/download/manifest.ts';
import {formatSyncCommand} from '../archive/records/input-paths.ts';
import {describeRange} from '../calendar.ts';
import {splitIds} from '../reports/latest-versions.ts';
import {type Asked, countBy} from '../reports/support/support-counts.ts';
import type {Proportion} from '../statistics/intervals.ts';
import {groupBy} from '../text/group-by.ts';
import {counted} from '../text/wording.ts';
import {nameRanges, type Range, type ReleasePorts, readArchive, readCountedDays} from './release-archive.ts';

/** With more, the service would have to be asked too often which of them match. */
const mostInstallations = 5000;

/**
 * Returns the crash reports of the installations that match, or why they are not known. The service says which installations match.
 * Notes crash reports without an ID, which belong to none.
 */
export async function readCrashShare(
	folder: string,
	{asked, range}: {readonly asked: Asked; readonly range: Range},
	context: ReleasePorts,
): Promise<Proportion | string> {
	const sync = formatSyncCommand({...context, kind: 'exceptions'}, folder);
	if (!(await hasManifest(folder))) return `no archive in ${folder} (${sync})`;
	const product = await context.product();
	const [{days, missing} = {days: [], missing: []}] = await readCountedDays(folder, product, [range]);
	if (missing.length > 0) return `${folder} has no final crash file for ${nameRanges(missing)} (${sync})`;
	const crashes = await readArchive({folder, product, until: range.last}, context, records =>
		countVersionCrashes(records, days),
	);
	const byInstallation = groupBy(crashes, ({clientId}) => clientId);
	const countReports = (ids: readonly string[]) =>
		ids.flatMap(id => byInstallation.get(id) ?? []).reduce((sum, {reports}) => sum + reports, 0);
	const unknown = counted(countReports(['']), 'crash report');
	if (byInstallation.has(''))
		await context.caveat(`${unknown} without the ID of an installation left out, from ${describeRange(range)}`);
	const ids = [...byInstallation.keys()].filter(id => id !== '');
	if (ids.length > mostInstallations) return `more than ${mostInstallations} installations crashed`;
	const matching: string[] = [];
	for (const value of splitIds(ids)) {
		const filters = {clientId: {type: 'stringArray' as const, value}};
		const parts = await countBy(asked, ['clientId'], {first: range.first, filters});
		for (const [id, {count}] of parts) if (count > 0) matching.push(id);
	}
	return {count: countReports(matching), total: countReports(ids)};
}
