import {
	BIGINT,
	BOOLEAN,
	DECIMAL,
	DOUBLE,
	type DuckDBAppender,
	type DuckDBConnection,
	DuckDBDataChunk,
	type DuckDBType,
	type DuckDBVector,
	INTEGER,
	VARCHAR,
} from '@duckdb/node-api';
import type {ColumnType, Table, TableColumn} from './columns.ts';

/** Rows of a chunk: the engine's own vector size. */
const chunkRows = 2048;

const engineTypes: Readonly<Record<ColumnType, DuckDBType>> = {
	id: BIGINT,
	text: VARCHAR,
	integer: INTEGER,
	number: DOUBLE,
	decimal: DECIMAL(18, 2),
	boolean: BOOLEAN,
	day: INTEGER,
	moment: BIGINT,
};

/** What a vector of integers holds: the numbers themselves, or bytes that are read as numbers. */
type IntegerVector = DuckDBVector & {readonly items?: ArrayBufferView; readonly dataView?: DataView};

const lanesOf = (vector: IntegerVector): Int32Array => {
	const bytes = vector.items ?? vector.dataView;
	if (!bytes) throw new Error('not a column of integers');
	return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
};

/**
 * Fills a table of integers at the speed of memory, chunk by chunk. Wide columns (id, moment, decimal) take two
 * words; what is written here fits the low one.
 */
export class IntegerWriter {
	readonly #appender: DuckDBAppender;
	readonly #chunk: DuckDBDataChunk;
	readonly #types: readonly DuckDBType[];
	readonly #vectors: readonly DuckDBVector[];
	readonly #lanes: readonly Int32Array[];
	/** Words of each column. */
	readonly #widths: readonly number[];
	/** Leading columns that `put` leaves alone. */
	#fixed = 0;
	#row = 0;

	constructor(appender: DuckDBAppender, columns: readonly Pick<TableColumn, 'type'>[]) {
		this.#appender = appender;
		this.#types = columns.map(({type}) => engineTypes[type]);
		this.#chunk = DuckDBDataChunk.create(this.#types, chunkRows);
		this.#vectors = this.#types.map((_, index) => this.#chunk.getColumnVector(index));
		this.#lanes = this.#vectors.map(lanesOf);
		this.#widths = this.#lanes.map(lane => lane.length / chunkRows);
	}

	/** The first column holds this number in all rows to come, and `put` begins with the second. */
	setFirst(value: number): void {
		this.flush();
		const lane = this.#lanes[0] as Int32Array;
		for (let row = 0; row < chunkRows; row++) {
			lane[2 * row] = value | 0;
			lane[2 * row + 1] = Math.floor(value / 2 ** 32);
		}
		this.#fixed = 1;
	}

	/** Adds one row. */
	put(values: readonly number[]): void {
		const row = this.#row;
		for (let index = 0; index < values.length; index++) {
			const column = index + this.#fixed;
			(this.#lanes[column] as Int32Array)[row * (this.#widths[column] as number)] = values[index] as number;
		}
		this.#row++;
		if (this.#row === chunkRows) this.#write();
	}

	#write(): void {
		for (const vector of this.#vectors) vector.flush();
		this.#appender.appendDataChunk(this.#chunk);
		this.#row = 0;
	}

	/** Hands over what is left; more rows may follow. */
	flush(): void {
		if (this.#row > 0) {
			const rest = DuckDBDataChunk.create(this.#types, this.#row);
			this.#lanes.forEach((lane, index) => {
				const vector = rest.getColumnVector(index);
				const target = lanesOf(vector);
				target.set(lane.subarray(0, target.length));
				vector.flush();
			});
			this.#appender.appendDataChunk(rest);
			this.#row = 0;
		}
		this.#appender.flushSync();
	}

	close(): void {
		this.flush();
		this.#appender.closeSync();
	}
}

export async function createWriter(
	connection: DuckDBConnection,
	table: string,
	columns: readonly Pick<TableColumn, 'type'>[],
): Promise<IntegerWriter> {
	return new IntegerWriter(await connection.createAppender(table), columns);
}

type Cell = string | number | boolean | null;
const appendCell: Readonly<Record<ColumnType, (appender: DuckDBAppender, value: Cell) => void>> = {
	id: (appender, value) => appender.appendBigInt(BigInt(Number(value))),
	moment: (appender, value) => appender.appendBigInt(BigInt(Number(value))),
	text: (appender, value) => appender.appendVarchar(String(value)),
	integer: (appender, value) => appender.appendInteger(Number(value)),
	day: (appender, value) => appender.appendInteger(Number(value)),
	number: (appender, value) => appender.appendDouble(Number(value)),
	decimal: (appender, value) => appender.appendDouble(Number(value)),
	boolean: (appender, value) => appender.appendBoolean(value === true),
};

/** Appends rows of any types, by column name; for tables of thousands of rows, not millions. */
export async function appendRows(
	connection: DuckDBConnection,
	table: Table,
	rows: Iterable<Readonly<Record<string, Cell>>>,
): Promise<void> {
	const appender = await connection.createAppender(table.name);
	for (const row of rows) {
		for (const {name, type} of table.columns) {
			const value = row[name] ?? null;
			if (value === null) appender.appendNull();
			else appendCell[type](appender, value);
		}
		appender.endRow();
	}
	appender.closeSync();
}
