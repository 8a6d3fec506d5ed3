import {type DuckDBAppender, DuckDBDataChunk, DuckDBEnumType, type DuckDBType, DuckDBTypeId} from '@duckdb/node-api';
import duckdb, {type Vector} from '@duckdb/node-bindings';

/**
 * IDs, days and moments are whole numbers; a decimal is its value in units of its last digit; a flag is 0 or 1; a text
 * of an ENUM is its index there.
 */
export type StoredCell = string | number | null;

const chunkRows = duckdb.vector_size();

/** The cells of a column in the layout of the engine. A 64-bit integer is two items, the low half first. */
type Items = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

type Column = {
	readonly vector: Vector;
	/** Undefined for texts, which the engine copies at once. */
	readonly items: Items | undefined;
	/** One bit for each row; 0 is null. */
	readonly valid: Uint8Array<ArrayBuffer>;
	hasNull: boolean;
};

const createInt64 = () => new Int32Array(2 * chunkRows);
const createItems: Readonly<Partial<Record<DuckDBTypeId, () => Items>>> = {
	[DuckDBTypeId.BOOLEAN]: () => new Uint8Array(chunkRows),
	[DuckDBTypeId.UTINYINT]: () => new Uint8Array(chunkRows),
	[DuckDBTypeId.USMALLINT]: () => new Uint16Array(chunkRows),
	[DuckDBTypeId.INTEGER]: () => new Int32Array(chunkRows),
	[DuckDBTypeId.DOUBLE]: () => new Float64Array(chunkRows),
	[DuckDBTypeId.BIGINT]: createInt64,
	[DuckDBTypeId.DECIMAL]: createInt64,
};

function createColumn(vector: Vector, type: DuckDBType): Column {
	const typeId = type instanceof DuckDBEnumType ? type.internalTypeId : type.typeId;
	return {vector, items: createItems[typeId]?.(), valid: new Uint8Array(chunkRows / 8).fill(0xff), hasNull: false};
}

/**
 * Appends rows to a table chunk by chunk. Its cells are copied as bytes: the engine's own writer, which converts and
 * checks each cell, takes ten times as long. The rows are visible after the writer is closed.
 */
export class RowWriter {
	readonly #appender: DuckDBAppender;
	readonly #chunk: DuckDBDataChunk;
	readonly #columns: readonly Column[];
	#row = 0;

	constructor(appender: DuckDBAppender) {
		const types = Array.from({length: appender.columnCount}, (_, index) => appender.columnType(index));
		const chunk = DuckDBDataChunk.create(types);
		this.#appender = appender;
		this.#chunk = chunk;
		this.#columns = types.map((type, index) => createColumn(duckdb.data_chunk_get_vector(chunk.chunk, index), type));
	}

	/** Throws an Error for a wrong number of cells, which is a bug. */
	put(cells: readonly StoredCell[]): void {
		if (cells.length !== this.#columns.length)
			throw new Error(`${cells.length} cells for ${this.#columns.length} columns`);
		const row = this.#row;
		for (let index = 0; index < cells.length; index++) {
			const cell = cells[index] as StoredCell;
			const column = this.#columns[index] as Column;
			const {items} = column;
			if (cell === null) {
				column.valid[row >>> 3] = (column.valid[row >>> 3] as number) & ~(1 << (row & 7));
				column.hasNull = true;
			} else if (!items) duckdb.vector_assign_string_element(column.vector, row, cell as string);
			else if (items.length === chunkRows) items[row] = cell as number;
			else {
				items[2 * row] = cell as number;
				items[2 * row + 1] = Math.floor((cell as number) / 2 ** 32);
			}
		}
		this.#row++;
		if (this.#row === chunkRows) this.#flush();
	}

	close(): void {
		this.#flush();
		this.#appender.closeSync();
	}

	#flush(): void {
		if (this.#row === 0) return;
		this.#chunk.rowCount = this.#row;
		for (const column of this.#columns) {
			const {vector, items, valid} = column;
			if (items) duckdb.copy_data_to_vector(vector, 0, items.buffer, 0, (items.byteLength * this.#row) / chunkRows);
			if (!column.hasNull) continue;
			duckdb.vector_ensure_validity_writable(vector);
			duckdb.copy_data_to_vector_validity(vector, 0, valid.buffer, 0, valid.byteLength);
			valid.fill(0xff);
			column.hasNull = false;
		}
		this.#appender.appendDataChunk(this.#chunk);
		this.#chunk.reset();
		this.#row = 0;
	}
}
