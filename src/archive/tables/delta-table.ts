import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {publishFile} from '../../files/atomic-file.ts';
import {literal} from '../../text/sql-literal.ts';
import {pathList} from '../sql/sql-literals.ts';
import type {TableChange, TablePart, TableSnapshot} from './delta-log.ts';
import {commitVersion, maintainLog, readSnapshot} from './delta-log-files.ts';
import {formatSchema, getInitialColumns, parseSchema, TableColumns} from './delta-schema.ts';
import {getSourceKey} from './part-sources.ts';
import {getSummaryPath, writeSummary} from './part-summary.ts';
import {getRejectsPath, readSource} from './read-source.ts';
import {removeUnusedFiles} from './remove-unused-files.ts';
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
