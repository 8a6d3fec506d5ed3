import {join} from 'node:path';
import {toDiskError} from '../../../files/disk-error.ts';
import {withLock} from '../../../files/lock.ts';
import type {Clock, Progress} from '../../../ports.ts';
import {openTargetFolder} from '../../download/target-folder.ts';
import {type LogKind, logKinds} from '../../kinds.ts';
import {type ManifestRecord, readManifest} from '../../manifest.ts';
import {openEngine} from '../engine/engine.ts';
import {parseLineFileName} from '../read/line-file.ts';
import {chooseSources} from './choose-sources.ts';
import {type Month, updateMonth} from './month-file.ts';

export type UpdateOptions = {
	readonly kind: LogKind;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly progress: Progress;
};

/** How long to wait for a run of another product or kind in the same folder. */
const waitMs = 10 * 60_000;

type LineZip = ManifestRecord & {readonly open: boolean; readonly product: number};

/** Returns a downloaded file as a zip with lines; nothing for files of another kind, and without their zip. */
function toLineZip(record: ManifestRecord, kind: LogKind): readonly LineZip[] {
	const name = parseLineFileName(record.name);
	if (!name || name.code !== logKinds[kind].code || record.state !== 'placed' || !record.zip) return [];
	return [{...record, open: record.kind === 'open', product: name.product}];
}

/** Returns the months of a folder and their sources: the lines of each day come from one zip. */
function getMonths(folder: string, manifest: ReadonlyMap<string, ManifestRecord>, kind: LogKind): readonly Month[] {
	const months = new Map<string, Month & {sources: Month['sources'][number][]}>();
	const zips = [...manifest.values()].flatMap(record => toLineZip(record, kind));
	for (const product of new Set(zips.map(zip => zip.product))) {
		for (const {file, days} of chooseSources(zips.filter(zip => zip.product === product))) {
			const month = file.from.slice(0, 7);
			const key = `${product} ${month}`;
			const found = months.get(key) ?? {kind, product, month, sources: []};
			found.sources.push({name: file.name, path: join(folder, file.name), sha256: file.sha256, days: days ?? null});
			months.set(key, found);
		}
	}
	return [...months.values()];
}

async function updateMonths(
	months: readonly Month[],
	folder: string,
	{signal, onMonth}: {readonly signal: AbortSignal; readonly onMonth: () => void},
): Promise<number> {
	const {work, real, close} = await openTargetFolder(folder);
	try {
		const engine = await openEngine({temp: work, folders: [real], signal});
		try {
			let updated = 0;
			for (const month of months) {
				if (await updateMonth({engine, folder: real, work, month})) updated++;
				onMonth();
			}
			return updated;
		} finally {
			await engine.close();
		}
	} finally {
		await close();
	}
}

/**
 * Brings the table of lines in a folder of `sync` up to date with its zips: one Parquet file for each kind, month and product,
 * with each line once. Returns how many files were written. Throws CliError: `usage` where DuckDB is not installed, `disk`,
 * `damaged`.
 */
export async function updateLines(folder: string, {kind, clock, signal, progress}: UpdateOptions): Promise<number> {
	const months = getMonths(folder, await readManifest(folder), kind);
	if (months.length === 0) return 0;
	const what = 'updating the table of lines';
	const {advance, end} = progress.start({what, total: months.length, unit: 'files'});
	try {
		return await withLock({folder, name: '.usagectl-lines', clock, waitMs, signal}, () =>
			updateMonths(months, folder, {signal, onMonth: () => advance(1)}),
		);
	} catch (error) {
		throw toDiskError(error, 'write', folder);
	} finally {
		end();
	}
}
