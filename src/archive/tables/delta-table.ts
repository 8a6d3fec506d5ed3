import {lstat, readdir, rm, rmdir} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';
import {publishFile} from '../../files/atomic-file.ts';
import {literal} from '../../text/sql-literal.ts';
import {pathList} from '../sql/sql-literals.ts';
import {
	isPartPath,
	removalDelayHours,
	type TableChange,
	type TableMetaData,
	type TablePart,
	type TableSnapshot,
} from './delta-log.ts';
import {commitVersion, maintainLog, readSnapshot} from './delta-log-files.ts';
import {formatSchema, getInitialColumns, parseSchema, TableColumns} from './delta-schema.ts';
import {getSourceKey} from './part-sources.ts';
import {getSummaryPath, isSummaryPath, writeSummary} from './part-summary.ts';
import {getRejectsPath, readSource} from './read-source.ts';
import type {TableUpdate} from './update-plan.ts';
import {describeRecords, type NewPart, type WriteContext, writeParts} from './write-parts.ts';

type TableContext = WriteContext & {readonly folder: string; readonly root: string};

export class DeltaTable {
	readonly #context: TableContext;
	#snapshot: TableSnapshot | undefined;

	static async open(options: Omit<TableContext, 'columns'>): Promise<DeltaTable> {
		const snapshot = await readSnapshot(options.engine, options.root);
		const columns = snapshot ? parseSchema(snapshot.metaData.schemaString) : getInitialColumns(options.kind);
		return new DeltaTable(snapshot, {...options, columns: new TableColumns(columns)});
	}

	private constructor(snapshot: TableSnapshot | undefined, context: TableContext) {
		this.#context = context;
		this.#snapshot = snapshot;
	}

	get parts(): readonly TablePart[] {
		return this.#snapshot?.parts ?? [];
	}

	async update({read, reduce, remove}: TableUpdate): Promise<void> {
		const {folder, kind} = this.#context;
		const added: NewPart[] = [];
		for (const {source, product, month} of read)
			added.push(...(await readSource(source, {product, month, folder}, this.#context)));
		for (const {part, sources} of reduce) {
			const names = sources.map(({name}) => literal(name)).join(', ');
			added.push(...(await this.#rewriteParts([part], sources, `WHERE file IN (${names})`)));
		}
		await this.#commitParts(added, {remove});
		const present = new Set(this.parts.flatMap(({sources}) => sources.map(({name}) => name)));
		for (const {month, sources} of remove)
			for (const {name} of sources)
				if (!present.has(name)) await rm(getRejectsPath(folder, {kind, month, name}), {force: true});
	}

	async merge(parts: readonly TablePart[]): Promise<void> {
		const sources = new Map(parts.flatMap(part => part.sources.map(source => [getSourceKey(source), source])));
		await this.#commitParts(await this.#rewriteParts(parts, [...sources.values()]), {remove: parts, isMerge: true});
	}

	/** Shortens the log, and removes files that no reader uses. */
	async cleanUp(): Promise<void> {
		if (!this.#snapshot) return;
		const {root, now} = this.#context;
		await maintainLog(this.#snapshot, this.#context, now());
		await removeUnusedFiles(root, this.#snapshot, now());
	}

	async #commitParts(added: readonly NewPart[], change: Pick<TableChange, 'remove' | 'isMerge'>): Promise<void> {
		for (const each of added) await this.#placePart(each);
		const {columns, now} = this.#context;
		const at = now().getTime();
		const {id, createdTime, schemaString} = this.#snapshot?.metaData ?? {id: crypto.randomUUID(), createdTime: at};
		const metaData = {id, createdTime, schemaString: formatSchema(columns.all)};
		const add = added.map(({part}) => part);
		const next = {...change, add, at, metaData: metaData.schemaString === schemaString ? undefined : metaData};
		this.#snapshot = await commitVersion(this.#snapshot, next, this.#context);
	}

	/** Moves a part and its summary to their paths; readers ignore them until the log names the part. */
	async #placePart(added: NewPart): Promise<void> {
		const {root} = this.#context;
		const {file, part} = added;
		const summary = await writeSummary(added, this.#context);
		if (summary) await publishFile(summary, join(root, getSummaryPath(part.path)));
		await publishFile(file, join(root, part.path));
	}

	/** Rewrites records of parts of one product and month, optionally only those that match a condition. */
	async #rewriteParts(
		parts: readonly TablePart[],
		sources: TablePart['sources'],
		where = '',
	): Promise<readonly NewPart[]> {
		const paths = parts.map(({path}) => join(this.#context.root, path));
		const relation = `(SELECT * FROM read_parquet(${pathList(paths)}, union_by_name = true, hive_partitioning = false) ${where})`;
		const [{product, month}] = parts as [TablePart];
		const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
		const records = await describeRecords(relation, this.#context);
		return writeParts({...records, bytes}, {product, month, sources}, this.#context);
	}
}

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
