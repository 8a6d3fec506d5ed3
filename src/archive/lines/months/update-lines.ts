import {join} from 'node:path';
import {toDiskError} from '../../../files/disk-error.ts';
import {withLock} from '../../../files/lock.ts';
import type {Clock, Progress} from '../../../ports.ts';
import {openTargetFolder} from '../../download/target-folder.ts';
import {type LogKind, logKinds} from '../../kinds.ts';
import {type Kept, readManifest} from '../../manifest.ts';
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

/** Runs of two products or kinds in one folder take turns. */
const waitMs = 10 * 60_000;

type Source = Kept & {readonly open: boolean; readonly product: number};

function toSource(kept: Kept, kind: LogKind): readonly Source[] {
	const name = parseLineFileName(kept.name);
	if (!name || name.code !== logKinds[kind].code || kept.state !== 'placed' || !kept.zip) return [];
	return [{...kept, open: kept.kind === 'open', product: name.product}];
}

/** Which months of a folder are made of which of its files: each day's lines come from one of them. */
export function getMonths(folder: string, manifest: ReadonlyMap<string, Kept>, kind: LogKind): readonly Month[] {
	const months = new Map<string, Month & {sources: Month['sources'][number][]}>();
	const sources = [...manifest.values()].flatMap(kept => toSource(kept, kind));
	for (const product of new Set(sources.map(source => source.product))) {
		for (const {file, days} of chooseSources(sources.filter(source => source.product === product))) {
			const month = file.from.slice(0, 7);
			const key = `${product} ${month}`;
			const found = months.get(key) ?? {kind, product, month, sources: []};
			found.sources.push({name: file.name, path: join(folder, file.name), sha256: file.sha256, days: days ?? null});
			months.set(key, found);
		}
	}
	return [...months.values()];
}

/**
 * Brings the table of lines in a synced folder up to date with its zips: one Parquet file for each kind, month and product,
 * each line in it once. Returns how many files were made anew. Throws CliError: usage where DuckDB is not installed, disk, damaged.
 */
export async function updateLines(folder: string, {kind, clock, signal, progress}: UpdateOptions): Promise<number> {
	const months = getMonths(folder, await readManifest(folder), kind);
	if (months.length === 0) return 0;
	const {advance, end} = progress.start({
		what: 'bringing the table of lines up to date',
		total: months.length,
		unit: 'files',
	});
	const work = async (): Promise<number> => {
		const target = await openTargetFolder(folder);
		const engine = openEngine({temp: target.work, folders: [target.real], signal});
		try {
			let made = 0;
			for (const month of months) {
				if (await updateMonth({engine: await engine, folder: target.real, work: target.work, month})) made++;
				advance(1);
			}
			return made;
		} finally {
			await engine.then(
				opened => opened.close(),
				() => undefined,
			);
			await target.close();
		}
	};
	try {
		return await withLock({folder, name: '.usagectl-lines', clock, waitMs, signal}, work);
	} catch (error) {
		throw toDiskError(error, 'write', folder);
	} finally {
		end();
	}
}
