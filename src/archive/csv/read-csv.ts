import {getFingerprint, toBuild} from '../crashes/fingerprint.ts';
import type {LogKind} from '../log-kinds.ts';
import type {Engine} from '../sql/engine.ts';
import {identifier} from '../sql/sql-literals.ts';
import type {CsvRow} from './csv-rows.ts';
import type {FileTally, Reject} from './file-tally.ts';
import {readRows} from './read-rows.ts';

/**
 * Rows of one file with the same columns, as a table of text columns and `timestamp`; crashes also have a
 * `fingerprint`.
 */
export type Batch = {readonly table: string; readonly columns: readonly string[]};

export type ReadOptions = {
	readonly engine: Engine;
	readonly kind: LogKind;
	/** The columns to read; all others are skipped. If undefined, every column is read. */
	readonly onlyColumns?: readonly string[] | undefined;
	/** Counts the rows of the file. */
	readonly tally: FileTally;
	readonly onBatch: (batch: Batch) => Promise<void>;
	readonly onRejects: (rejects: readonly Reject[]) => Promise<void>;
};

/** Bytes of CSV in a batch: small enough for the engine's memory, large enough for its threads. */
const maxBatchBytes = 32 * 2 ** 20;
const batchTable = 'batch';
/** Rejects in memory; a file may consist of nothing else. */
const maxRejects = 1000;
const maxCachedFingerprints = 500;

/** Caches fingerprints, because most rows repeat a crash. */
function createFingerprinter(columns: readonly string[]): (cells: readonly string[]) => string {
	const fingerprints = new Map<string, string>();
	const placeOf = (column: string) => columns.indexOf(column);
	const places = {
		class: placeOf('exception_class'),
		method: placeOf('exception_method'),
		message: placeOf('exception_message'),
		stack: placeOf('exception_stackTrace'),
		version: placeOf('prodVersion'),
		build: placeOf('prodBuild'),
	};
	return cells => {
		const method = cells[places.method] ?? '';
		const crash = {
			class: cells[places.class] ?? '',
			method,
			stack: cells[places.stack] ?? '',
			// the fingerprint needs it only without a method; included, it would make every crash distinct
			message: method === '' ? (cells[places.message] ?? '') : '',
			build: toBuild(cells[places.version], cells[places.build]),
		};
		const key = Object.values(crash).join('\0');
		const fingerprint = fingerprints.get(key) ?? getFingerprint(crash);
		if (fingerprints.size >= maxCachedFingerprints) fingerprints.clear();
		fingerprints.set(key, fingerprint);
		return fingerprint;
	};
}

class BatchWriter {
	readonly #options: ReadOptions;
	#columns: readonly string[] | undefined;
	/** Positions of the columns that are kept. */
	#kept: readonly number[] = [];
	#rows: (readonly string[])[] = [];
	#getFingerprint: ((cells: readonly string[]) => string) | undefined;
	#bytes = 0;

	constructor(options: ReadOptions) {
		this.#options = options;
	}

	async add({columns, cells, bytes}: CsvRow): Promise<void> {
		if (columns !== this.#columns || this.#bytes >= maxBatchBytes) {
			await this.close();
			await this.#open(columns);
		}
		const kept = this.#kept.map(at => cells[at] as string);
		this.#rows.push(this.#getFingerprint ? [...kept, this.#getFingerprint(cells)] : kept);
		this.#bytes += bytes;
	}

	async close(): Promise<void> {
		if (!this.#columns) return;
		const columns = this.#columns;
		this.#columns = undefined;
		await this.#options.engine.append(batchTable, this.#rows.splice(0));
		await this.#options.onBatch({table: batchTable, columns: this.#getAll(columns)});
		await this.#options.engine.run(`DROP TABLE ${batchTable}`);
	}

	#getAll(columns: readonly string[]): readonly string[] {
		const kept = this.#kept.map(at => columns[at] as string);
		return this.#options.kind === 'exceptions' ? [...kept, 'fingerprint'] : kept;
	}

	async #open(columns: readonly string[]): Promise<void> {
		const {engine, kind, onlyColumns} = this.#options;
		this.#kept = [...columns.keys()].filter(at => onlyColumns?.includes(columns[at] as string) ?? true);
		const definitions = this.#getAll(columns).map(
			column => `${identifier(column)} ${column === 'timestamp' ? 'TIMESTAMP' : 'VARCHAR'}`,
		);
		await engine.run(`CREATE TABLE ${batchTable} (${definitions.join(', ')})`);
		this.#columns = columns;
		this.#getFingerprint = kind === 'exceptions' ? createFingerprinter(columns) : undefined;
		this.#bytes = 0;
	}
}

/**
 * Reads CSV into batches. Every record that is not empty becomes a row or a reject. Throws disk errors, and what the
 * content and the callbacks throw.
 */
export async function readCsv(content: AsyncIterable<Buffer>, options: ReadOptions): Promise<void> {
	const writer = new BatchWriter(options);
	const rejects: Reject[] = [];
	for await (const found of readRows(content, options.tally))
		for (const each of found) {
			if ('cells' in each) await writer.add(each);
			else rejects.push(each);
			if (rejects.length >= maxRejects) await options.onRejects(rejects.splice(0));
		}
	if (rejects.length > 0) await options.onRejects(rejects);
	await writer.close();
}
