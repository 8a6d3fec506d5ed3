import type {LogKind} from '../../files/log-kinds.ts';
import type {Engine} from '../engine/engine.ts';
import {identifier} from '../engine/sql-literals.ts';
import {type CsvRecord, CsvRecordReader} from './csv-records.ts';
import {createRowReader, type Reject, type Row} from './csv-rows.ts';
import {getFingerprint} from './fingerprint.ts';

/** Rows of one file that have the same columns, as a table of text columns and `timestamp`; with a `fingerprint` for crashes. */
export type Batch = {readonly table: string; readonly columns: readonly string[]};

export type ReadOptions = {
	readonly engine: Engine;
	readonly kind: LogKind;
	/** Leaves out all other columns; undefined: none. */
	readonly only?: readonly string[] | undefined;
	/** Uses a batch, whose table is dropped afterwards. */
	readonly onBatch: (batch: Batch) => Promise<void>;
	readonly onRejects: (rejects: readonly Reject[]) => Promise<void>;
};

/** Bytes of CSV in a batch: few enough for the engine's memory, many enough for its threads. */
const maxBatchBytes = 32 * 2 ** 20;
const table = 'batch';

/** Returns a function that computes the fingerprint of a row, once for each distinct crash. */
function createFingerprinter(columns: readonly string[]): (cells: readonly string[]) => string {
	const known = new Map<string, string>();
	const find = (column: string) => {
		const at = columns.indexOf(column);
		return (cells: readonly string[]) => cells[at] ?? '';
	};
	const getClass = find('exception_class');
	const getMethod = find('exception_method');
	const getMessage = find('exception_message');
	const getStack = find('exception_stackTrace');
	return cells => {
		const method = getMethod(cells);
		const crash = {
			class: getClass(cells),
			method,
			stack: getStack(cells),
			// the fingerprint needs it only without a method; included, it would make every crash distinct
			message: method === '' ? getMessage(cells) : '',
		};
		const key = Object.values(crash).join('\0');
		const fingerprint = known.get(key) ?? getFingerprint(crash);
		known.set(key, fingerprint);
		return fingerprint;
	};
}

/** Collects rows in batches. */
class BatchWriter {
	readonly #options: ReadOptions;
	#columns: readonly string[] | undefined;
	/** Positions of the columns that are not left out. */
	#kept: readonly number[] = [];
	#rows: (readonly string[])[] = [];
	#getFingerprint: ((cells: readonly string[]) => string) | undefined;
	#bytes = 0;

	constructor(options: ReadOptions) {
		this.#options = options;
	}

	async add({columns, cells}: Row, bytes: number): Promise<void> {
		if (columns !== this.#columns || this.#bytes >= maxBatchBytes) {
			await this.close();
			await this.#open(columns);
		}
		const kept = this.#kept.map(at => cells[at] as string);
		this.#rows.push(this.#getFingerprint ? [...kept, this.#getFingerprint(cells)] : kept);
		this.#bytes += bytes;
	}

	/** Ends the batch and has it used. */
	async close(): Promise<void> {
		if (!this.#columns) return;
		const columns = this.#columns;
		this.#columns = undefined;
		await this.#options.engine.append(table, this.#rows.splice(0));
		await this.#options.onBatch({table, columns: this.#getAll(columns)});
		await this.#options.engine.run(`DROP TABLE ${table}`);
	}

	#getAll(columns: readonly string[]): readonly string[] {
		const kept = this.#kept.map(at => columns[at] as string);
		return this.#options.kind === 'exceptions' ? [...kept, 'fingerprint'] : kept;
	}

	async #open(columns: readonly string[]): Promise<void> {
		const {engine, kind, only} = this.#options;
		this.#kept = [...columns.keys()].filter(at => only?.includes(columns[at] as string) ?? true);
		const definitions = this.#getAll(columns).map(
			column => `${identifier(column)} ${column === 'timestamp' ? 'TIMESTAMP' : 'VARCHAR'}`,
		);
		await engine.run(`CREATE TABLE ${table} (${definitions.join(', ')})`);
		this.#columns = columns;
		this.#getFingerprint = kind === 'exceptions' ? createFingerprinter(columns) : undefined;
		this.#bytes = 0;
	}
}

/**
 * Reads CSV into batches; what cannot be a row is handed to `onRejects`. Every record that is not empty becomes
 * a row or a reject. Throws what the content and the two functions throw, and disk errors.
 */
export async function readCsv(content: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<void> {
	const reader = new CsvRecordReader();
	const readRow = createRowReader();
	const writer = new BatchWriter(options);
	const add = async (records: readonly CsvRecord[]) => {
		const rejects: Reject[] = [];
		for (const record of records) {
			const row = readRow(record);
			if (row && 'fault' in row) rejects.push(row);
			else if (row) await writer.add(row, record.text.length);
		}
		if (rejects.length > 0) await options.onRejects(rejects);
	};
	for await (const chunk of content) await add(reader.push(chunk));
	await add(reader.end());
	await writer.close();
}
