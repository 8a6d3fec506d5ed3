import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {publishFile} from '../../../files/atomic-file.ts';
import type {LogKind} from '../../files/log-kinds.ts';
import type {Engine} from '../engine/engine.ts';
import {literal, pathList} from '../engine/sql-literals.ts';
import type {Change, Part, Snapshot} from './delta-log.ts';
import {commit, keepLogShort, readSnapshot} from './delta-log-files.ts';
import {formatSchema, getFirstColumns, parseSchema, TableColumns} from './delta-schema.ts';
import {getIdentity} from './part-sources.ts';
import {getSummaryPath, writeSummary} from './part-summary.ts';
import {getRejectsPath, readSource} from './read-source.ts';
import {sweep} from './sweep.ts';
import type {Update} from './update-plan.ts';
import {describeLines, type NewPart, type WritePorts, writeParts} from './write-parts.ts';

export type TablePorts = {
	readonly engine: Engine;
	readonly kind: LogKind;
	/** The folder of `sync`. */
	readonly folder: string;
	/** The table's folder in it. */
	readonly root: string;
	/** Private folder of this run in `folder`. */
	readonly work: string;
	/** Larger parts are split. */
	readonly maxPartBytes: number;
	readonly now: () => Date;
};

/**
 * The table of one kind of lines while a run changes it; the run must exclude others. Each method that changes it writes parts
 * under names that no part had, and then makes them the next version in one step, together with what goes: every reader finds
 * each line once at any time. Methods throw disk errors and rejections of zips.
 */
export class Table {
	readonly #ports: TablePorts;
	readonly #columns: TableColumns;
	#snapshot: Snapshot | undefined;

	static async open(ports: TablePorts): Promise<Table> {
		return new Table(await readSnapshot(ports.engine, ports.root), ports);
	}

	private constructor(snapshot: Snapshot | undefined, ports: TablePorts) {
		this.#ports = ports;
		this.#snapshot = snapshot;
		this.#columns = new TableColumns(snapshot ? parseSchema(snapshot.data.schemaString) : getFirstColumns(ports.kind));
	}

	get parts(): readonly Part[] {
		return this.#snapshot?.parts ?? [];
	}

	/** Reads new sources, and takes out what they replace. */
	async update({read, reduce, remove}: Update): Promise<void> {
		const {folder, kind} = this.#ports;
		const added: NewPart[] = [];
		for (const {source, product, month} of read)
			added.push(...(await readSource(source, {product, month, folder}, this.#writing)));
		for (const {part, sources} of reduce) {
			const names = sources.map(({name}) => literal(name)).join(', ');
			added.push(...(await this.#rewrite([part], sources, `WHERE file IN (${names})`)));
		}
		await this.#change(added, {remove});
		const present = new Set(this.parts.flatMap(({sources}) => sources.map(({name}) => name)));
		for (const {month, sources} of remove)
			for (const {name} of sources)
				if (!present.has(name)) await rm(getRejectsPath(folder, {kind, month, name}), {force: true});
	}

	/** Makes few parts of many, all of one product and month. */
	async merge(parts: readonly Part[]): Promise<void> {
		const sources = new Map(parts.flatMap(part => part.sources.map(source => [getIdentity(source), source])));
		await this.#change(await this.#rewrite(parts, [...sources.values()]), {remove: parts, isMerge: true});
	}

	/** Shortens the log, and removes what readers do not need any more. */
	async tidy(): Promise<void> {
		if (!this.#snapshot) return;
		await keepLogShort(this.#snapshot, this.#ports, this.#ports.now());
		await sweep(this.#ports.root, this.#snapshot, this.#ports.now());
	}

	get #writing(): WritePorts {
		return {...this.#ports, columns: this.#columns, now: this.#ports.now()};
	}

	/** Puts new parts in their places, and makes the next version. */
	async #change(added: readonly NewPart[], change: Pick<Change, 'remove' | 'isMerge'>): Promise<void> {
		for (const each of added) await this.#place(each);
		const at = this.#ports.now().getTime();
		const {id, createdTime, schemaString} = this.#snapshot?.data ?? {id: crypto.randomUUID(), createdTime: at};
		const data = {id, createdTime, schemaString: formatSchema(this.#columns.all)};
		const add = added.map(({part}) => part);
		const next = {...change, add, at, data: data.schemaString === schemaString ? undefined : data};
		this.#snapshot = await commit(this.#snapshot, next, this.#ports);
	}

	/** Moves a new part to its place, with its summary before it: nothing shows them until the log names the part. */
	async #place(added: NewPart): Promise<void> {
		const {root} = this.#ports;
		const {file, part} = added;
		const summary = await writeSummary(added, this.#writing);
		if (summary) await publishFile(summary, join(root, getSummaryPath(part.path)));
		await publishFile(file, join(root, part.path));
	}

	/** Writes the lines of parts of one product and month again, or those for which a condition holds. */
	async #rewrite(parts: readonly Part[], sources: Part['sources'], where = ''): Promise<readonly NewPart[]> {
		const paths = parts.map(({path}) => join(this.#ports.root, path));
		const relation = `(SELECT * FROM read_parquet(${pathList(paths)}, union_by_name = true, hive_partitioning = false) ${where})`;
		const [{product, month}] = parts as [Part];
		const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
		const lines = await describeLines(relation, this.#writing);
		return writeParts({...lines, bytes}, {product, month, sources}, this.#writing);
	}
}
