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
	ENUM,
	INTEGER,
	VARCHAR,
} from '@duckdb/node-api';
import {type ColumnType, literal, storageType} from './columns.ts';

/** Rows of a chunk; the vector size of the engine. */
const chunkRows = 2048;

/** A stored column. Texts of a closed list are stored as an ENUM. */
export type StoredColumn = {readonly name: string; readonly type: ColumnType; readonly values?: readonly string[]};

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
/** Type of the engine that a column is stored as. */
export const engineType = ({type, values}: Pick<StoredColumn, 'type' | 'values'>): DuckDBType =>
	values ? ENUM(values) : engineTypes[type];

/** The vectors of the library: an array of numbers, or a view of bytes. */
type Vector = DuckDBVector & {
	readonly validity: {
		readonly setItemValid: (row: number, valid: boolean) => void;
	};
	readonly items?: Lane | Uint32Array | BigInt64Array;
	readonly dataView?: DataView;
};
/** Typed array over a vector. V8 optimizes at most four kinds of arrays in one place, here the innermost loop. */
type Lane = Int32Array | Float64Array | Uint8Array | Uint16Array;

/** Columns of 64-bit integers; only the low halves are written. */
export const wide: ReadonlySet<ColumnType> = new Set<ColumnType>(['id', 'moment', 'decimal']);

function getLane({items, dataView}: Vector, {type, values}: StoredColumn): Lane | undefined {
	if (type === 'text' && !values) return undefined;
	const bytes = items ?? dataView;
	if (!bytes) throw new Error(`no column of numbers: ${type}`);
	if (wide.has(type) || bytes instanceof Uint32Array)
		return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
	if (type === 'boolean') return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return items as Lane;
}

/** The validity bits of a vector, which the library allocates with the first null and sets slowly. */
function validBits({validity}: Vector): Uint32Array {
	validity.setItemValid(0, false);
	validity.setItemValid(0, true);
	const {data} = validity as unknown as {data: BigUint64Array};
	return new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);
}

function clearBit(bits: Uint32Array, row: number) {
	bits[row >>> 5] = (bits[row >>> 5] as number) & ~(1 << (row & 31));
}

/** A number (also for days and flags), the index of a text in the list of its column, a text, or null. */
export type StoredCell = number | string | null;

/**
 * Fills a table chunk by chunk: numbers are written directly into the vectors of the engine. Wide columns
 * (id, moment, decimal) take numbers below 2³¹, except the first column.
 */
export class TableWriter {
	readonly #appender: DuckDBAppender;
	readonly #chunk: DuckDBDataChunk;
	readonly #vectors: readonly Vector[];
	readonly #lanes: readonly (Lane | undefined)[];
	/** Array items for one row. */
	readonly #widths: readonly number[];
	/** One bit for each row of a column; 0 is null. */
	readonly #valid: readonly Uint32Array[];
	#row = 0;

	constructor(appender: DuckDBAppender, columns: readonly StoredColumn[]) {
		this.#appender = appender;
		this.#chunk = DuckDBDataChunk.create(columns.map(engineType), chunkRows);
		this.#vectors = columns.map((_, index) => this.#chunk.getColumnVector(index) as Vector);
		this.#lanes = this.#vectors.map((vector, index) => getLane(vector, columns[index] as StoredColumn));
		for (const lane of this.#lanes) lane?.fill(0);
		this.#widths = columns.map(({type}) => (wide.has(type) ? 2 : 1));
		this.#valid = this.#vectors.map(validBits);
	}

	/** Sets the value of the first column, an id, for all following rows. */
	setFirst(value: number): void {
		if (this.#row > 0) this.#write();
		const lane = this.#lanes[0] as Lane;
		for (let row = 0; row < chunkRows; row++) {
			lane[2 * row] = value | 0;
			lane[2 * row + 1] = Math.floor(value / 2 ** 32);
		}
	}

	/** Adds a row: the cells from the second column on. */
	put(cells: readonly StoredCell[]): void {
		const row = this.#row;
		for (let index = 0; index < cells.length; index++) {
			const column = index + 1;
			const cell = cells[index] as StoredCell;
			const lane = this.#lanes[column];
			if (cell === null) clearBit(this.#valid[column] as Uint32Array, row);
			else if (lane) lane[row * (this.#widths[column] as number)] = cell as number;
			else (this.#vectors[column] as Vector & {setItem(row: number, value: string): void}).setItem(row, cell as string);
		}
		this.#row++;
		if (this.#row === chunkRows) this.#write();
	}

	/** Appends the rows so far; the last chunk may be shorter than its vectors. */
	#write(): void {
		if (this.#row < chunkRows) this.#chunk.rowCount = this.#row;
		for (const vector of this.#vectors) vector.flush();
		this.#appender.appendDataChunk(this.#chunk);
		for (const bits of this.#valid) bits.fill(-1);
		if (this.#row < chunkRows) this.#chunk.rowCount = chunkRows;
		this.#row = 0;
	}

	close(): void {
		if (this.#row > 0) this.#write();
		this.#appender.closeSync();
	}
}

const sqlType = (column: StoredColumn) =>
	column.values ? `ENUM (${column.values.map(literal).join(', ')})` : storageType(column);

/** Creates a table in the schema `seed` and the writer that fills it. */
export async function createWriter(
	connection: DuckDBConnection,
	table: string,
	columns: readonly StoredColumn[],
): Promise<TableWriter> {
	const definitions = columns.map(column => `"${column.name}" ${sqlType(column)}`);
	await connection.run(`CREATE TABLE seed.${table} (${definitions.join(', ')})`);
	return new TableWriter(await connection.createAppender(table, 'seed'), columns);
}
