import {rm, rmdir, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {toDiskError} from '../../files/disk-error.ts';
import {makeFolders, moveFile} from '../../files/platform.ts';
import {withFolderLock} from '../../files/with-lock.ts';
import type {Clock, Progress} from '../../ports.ts';
import {groupBy} from '../../text/group-by.ts';
import {validateNoLinks} from '../archive-links.ts';
import {type ManifestRecord, readManifest} from '../download/manifest.ts';
import {openTargetFolder} from '../download/target-folder.ts';
import {parseRecordFileName} from '../file-name.ts';
import {type LogKind, logKinds} from '../log-kinds.ts';
import {openEngine} from '../sql/engine.ts';
import {chooseSources} from './choose-sources.ts';
import {DeltaTable} from './delta-table.ts';
import {getTableFolder} from './find-table.ts';
import {followFingerprints, noteLostDecisions} from './follow-fingerprints.ts';
import {type ProductMonth, planMerges, planUpdates} from './update-plan.ts';

type PartSizes = {
	readonly minPartBytes: number;
	readonly maxPartBytes: number;
};
/** Parts are few, but enough for several workers of an engine. */
const defaultPartSizes: PartSizes = {minPartBytes: 128 * 2 ** 20, maxPartBytes: 512 * 2 ** 20};

export type UpdateOptions = {
	readonly kind: LogKind;
	readonly stateDir: string;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly progress: Progress;
	readonly note: (text: string) => Promise<void>;
	readonly sizes?: PartSizes;
	/** Rebuilds the whole table. */
	readonly repairs?: boolean;
};

/** Waits at most this long for runs of other products and kinds in the same folder. */
const maxLockWaitMs = 10 * 60_000;

type RecordZip = ManifestRecord & {readonly open: boolean; readonly product: number};

/** Returns nothing for files of another kind and for files without their zip. */
function toRecordZip(record: ManifestRecord, kind: LogKind): readonly RecordZip[] {
	const name = parseRecordFileName(record.name);
	if (!name || name.code !== logKinds[kind].code || record.state !== 'placed' || !record.zip) return [];
	return [{...record, open: record.kind === 'open', product: name.product}];
}

function findMonths(
	folder: string,
	manifest: ReadonlyMap<string, ManifestRecord>,
	kind: LogKind,
): readonly ProductMonth[] {
	const zips = [...manifest.values()].flatMap(record => toRecordZip(record, kind));
	const chosen = [...groupBy(zips, ({product}) => product).values()].flatMap(chooseSources);
	const getMonth = ({from}: RecordZip) => from.slice(0, 7);
	const months = groupBy(chosen, ({file}) => `${file.product} ${getMonth(file)}`);
	return [...months.values()].map(sources => ({
		product: sources[0].file.product,
		month: getMonth(sources[0].file),
		sources: sources.map(({file: {name, sha256}, days = null}) => ({name, path: join(folder, name), sha256, days})),
		isOpen: sources.some(({file}) => file.open),
	}));
}

async function runSteps<T>(things: readonly T[], what: string, progress: Progress, step: (thing: T) => Promise<void>) {
	if (things.length === 0) return 0;
	const {advance, end} = progress.start({what, total: things.length, unit: 'files'});
	try {
		for (const thing of things) {
			await step(thing);
			advance(1);
		}
		return things.length;
	} finally {
		end();
	}
}

/** If zips are missing, the old table may have the only copy of a record. */
type OldTable = {readonly remove: () => Promise<void>; readonly restore: () => Promise<void>};

/** Moves a table to `lines.bad`, so that an update rebuilds it. */
async function moveTableAside(folder: string, kind: LogKind): Promise<OldTable> {
	const [root, aside] = [getTableFolder(folder, kind), join(folder, 'lines.bad', `kind=${kind}`)];
	const removeFolder = (path: string) => rm(path, {recursive: true, force: true});
	const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;
	const removeEmpty = () => rmdir(dirname(aside)).catch(() => undefined);
	// A killed run left it.
	if (await exists(aside)) await removeFolder(root);
	else if (await exists(root)) {
		await makeFolders(dirname(aside));
		await moveFile(root, aside);
	}
	return {
		remove: async () => {
			await removeFolder(aside);
			await removeEmpty();
		},
		restore: async () => {
			if (!(await exists(aside))) return;
			await removeFolder(root);
			await moveFile(aside, root);
			await removeEmpty();
		},
	};
}

async function updateMonths(months: readonly ProductMonth[], folder: string, options: UpdateOptions): Promise<number> {
	const {kind, clock, signal, progress, note, sizes = defaultPartSizes, repairs = false} = options;
	const {work, real, close} = await openTargetFolder(folder);
	try {
		await validateNoLinks(real, ['lines', 'lines.bad', 'rejects']);
		const engine = await openEngine({temp: work, folders: [real], signal});
		const old = repairs ? await moveTableAside(real, kind) : undefined;
		try {
			const {maxPartBytes} = sizes;
			const root = getTableFolder(real, kind);
			const table = await DeltaTable.open({engine, kind, folder: real, root, work, maxPartBytes, now: clock.now});
			const archive = {engine, folder: real, root, note};
			if (kind === 'exceptions') await followFingerprints(table.parts, archive);
			const updates = planUpdates(table.parts, months);
			const updated = await runSteps(updates, 'updating the table', progress, each => table.update(each));
			const merges = planMerges(table.parts, months, sizes);
			await runSteps(merges, 'merging the table', progress, each => table.merge(each));
			await table.cleanUp();
			await old?.remove();
			if (kind === 'exceptions') await noteLostDecisions(table.parts, archive);
			return updated;
		} catch (error) {
			await old?.restore();
			throw error;
		} finally {
			await engine.close();
		}
	} finally {
		await close();
	}
}

/**
 * Updates the table of an archive folder from its zips, each record once (docs/lines.md). Returns the number of updates
 * without merges. Throws CliError: `usage` if DuckDB is not installed, `disk`, `damaged`.
 */
export async function updateTable(folder: string, options: UpdateOptions): Promise<number> {
	const {kind, stateDir, clock, signal} = options;
	const months = findMonths(folder, await readManifest(folder), kind);
	if (months.length === 0) return 0;
	try {
		const lock = {stateDir, name: 'lines', clock, waitMs: maxLockWaitMs, signal};
		return await withFolderLock(folder, lock, () => updateMonths(months, folder, options));
	} catch (error) {
		throw toDiskError(error, 'write', folder);
	}
}
