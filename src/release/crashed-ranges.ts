import {countVersionCrashes} from '../archive/crashes/version-crashes.ts';
import {formatSyncCommand} from '../archive/records/input-paths.ts';
import type {Ranges} from '../reports/why/read-breakdowns.ts';
import {nameRanges, type Range, type ReleasePorts, readArchive, readCountedDays} from './release-archive.ts';

export type CrashedRanges = {readonly ranges: Ranges} | {readonly doubt: string; readonly hint: string};

/** Adds the installations that sent a crash report in each range, or returns why the archive does not show them. */
export async function readCrashed(
	folder: string,
	{before, now}: Ranges,
	context: ReleasePorts,
): Promise<CrashedRanges> {
	const product = await context.product();
	const [own, other] = await readCountedDays(folder, product, [now, before]);
	const missing = [other, own].flatMap(each => each?.missing ?? []);
	if (missing.length > 0)
		return {
			doubt: `${folder} has no final crash file for ${nameRanges(missing)}`,
			hint: `${formatSyncCommand({...context, kind: 'exceptions'}, folder)} --from ${before.first < now.first ? before.first : now.first}`,
		};
	return readArchive({folder, product, until: now.last}, context, async records => {
		const withCrashed = async (range: Range, days: readonly string[]) => {
			const crashes = await countVersionCrashes(records, days);
			const crashed = [...new Set(crashes.map(({clientId}) => clientId))].filter(id => id !== '');
			return {...range, crashed};
		};
		return {
			ranges: {before: await withCrashed(before, other?.days ?? []), now: await withCrashed(now, own?.days ?? [])},
		};
	});
}
