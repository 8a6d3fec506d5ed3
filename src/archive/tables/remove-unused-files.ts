import {lstat, readdir, rm, rmdir} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';
import {isPartPath, removalDelayHours, type TableMetaData, type TableSnapshot} from './delta-log.ts';
import {getSummaryPath, isSummaryPath} from './part-summary.ts';

/**
 * Returns since when a file has been unused, in milliseconds since 1970. A file that a killed run left is not in the
 * log: for it, this is the time when it was written, or when the table was created if that is later.
 */
async function findUnusedSince(path: string, removedAt: number | undefined, metaData: TableMetaData): Promise<number> {
	if (removedAt !== undefined) return removedAt;
	const {mtimeMs} = await lstat(path);
	return Math.max(mtimeMs, metaData.createdTime);
}

/**
 * Removes files that left the table so long ago that no reader uses them, and empty folders. Never fails: the next run
 * tries again.
 */
export async function removeUnusedFiles(root: string, snapshot: TableSnapshot, now: Date): Promise<void> {
	const live = new Set(snapshot.parts.flatMap(({path}) => [path, getSummaryPath(path)]));
	const removed = new Map(
		[...snapshot.removed].flatMap(([path, at]) => [path, getSummaryPath(path)].map(name => [name, at] as const)),
	);
	// With types, readdir does not follow links.
	const entries = await readdir(root, {recursive: true, withFileTypes: true}).catch(() => []);
	for (const entry of entries) {
		const name = relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
		if (live.has(name) || !(isPartPath(name) || isSummaryPath(name))) continue;
		const path = join(root, name);
		const end = await findUnusedSince(path, removed.get(name), snapshot.metaData).catch(() => now.getTime());
		if (now.getTime() - end < removalDelayHours * 3_600_000) continue;
		await rm(path, {force: true}).catch(() => undefined);
		// rmdir removes empty folders only.
		for (const folder of [dirname(path), dirname(dirname(path))])
			if (folder !== root) await rmdir(folder).catch(() => undefined);
	}
}
