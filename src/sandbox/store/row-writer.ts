import {
	type DuckDBAppender,
	type DuckDBConnection,
	DuckDBDataChunk,
	DuckDBEnumType,
	type DuckDBType,
	DuckDBTypeId,
} from '@duckdb/node-api';
import duckdb, {type Vector} from '@duckdb/node-bindings';
import type {Table} from './table-definition.ts';

const chunkRows = duckdb.vector_size();

/** The cells of a column in the layout of the engine. A 64-bit integer is two items, the low half first. */
type Items = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

type Column = {
	readonly vector: Vector;
	/** Undefined for texts, which the engine copies at once. */
	readonly items: Items | undefined;
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
	return {vector, items: createItems[typeId]?.()};
}

function setItems(items: Items, numbers: Float64Array): void {
	if (items.length === chunkRows) items.set(numbers);
	else
		for (let row = 0; row < numbers.length; row++) {
			const number = numbers[row] as number;
			items[2 * row] = number;
			items[2 * row + 1] = Math.floor(number / 2 ** 32);
		}
}

/** Clears the bit of each null. Returns true if there is one. */
function setValidity(valid: Uint8Array, numbers: Float64Array): boolean {
	let hasNull = false;
	valid.fill(0xff);
	for (let row = 0; row < numbers.length; row++)
		if (Number.isNaN(numbers[row])) {
			hasNull = true;
			valid[row >>> 3] = (valid[row >>> 3] as number) & ~(1 << (row & 7));
		}
	return hasNull;
}

/**
 * Appends rows to a table chunk by chunk. The cells of a column are copied as bytes, because the engine's own writer,
 * which converts and checks each cell, is several times slower. The rows are visible after the writer is closed.
 *
 * IDs, days and moments are whole numbers; a decimal is its value in units of its last digit; a flag is 0 or 1; a text
 * of an ENUM is its index there. NaN is null.
 */
export class RowWriter {
	readonly #appender: DuckDBAppender;
	readonly #chunk: DuckDBDataChunk;
	readonly #columns: readonly Column[];
	/** The cells of the chunk, column by column; 0 stands for a text that is not of an ENUM. */
	readonly #numbers: Float64Array;
	/** One bit for each row of a column; 0 is null. */
	readonly #valid = new Uint8Array(chunkRows / 8);
	#row = 0;
	#column = 0;

	constructor(appender: DuckDBAppender) {
		const types = Array.from({length: appender.columnCount}, (_, index) => appender.columnType(index));
		const chunk = DuckDBDataChunk.create(types);
		this.#appender = appender;
		this.#chunk = chunk;
		this.#columns = types.map((type, index) => createColumn(duckdb.data_chunk_get_vector(chunk.chunk, index), type));
		this.#numbers = new Float64Array(types.length * chunkRows);
	}

	/** Adds the next cell of the row. */
	addCell(cell: number): void {
		this.#numbers[this.#column++ * chunkRows + this.#row] = cell;
	}

	add(cells: readonly number[]): void {
		for (let index = 0; index < cells.length; index++) this.addCell(cells[index] as number);
	}

	/** Adds the next cell of the row. Throws an Error if it is not a text column, which is a bug. */
	addText(cell: string | null): void {
		const column = this.#columns[this.#column];
		if (!column || column.items) throw new Error(`column ${this.#column} is not a text`);
		if (cell !== null) duckdb.vector_assign_string_element(column.vector, this.#row, cell);
		this.addCell(cell === null ? Number.NaN : 0);
	}

	/** Adds the last cells of the row. Throws an Error if there are too many or too few, which is a bug. */
	put(cells: readonly number[]): void {
		this.add(cells);
		if (this.#column !== this.#columns.length)
			throw new Error(`${this.#column} cells for ${this.#columns.length} columns`);
		this.#column = 0;
		this.#row++;
		if (this.#row === chunkRows) this.#flush();
	}

	close(): void {
		if (this.#row > 0) this.#flush();
		this.#appender.closeSync();
	}

	#flush(): void {
		const valid = this.#valid;
		this.#chunk.rowCount = this.#row;
		for (const [index, {vector, items}] of this.#columns.entries()) {
			const first = index * chunkRows;
			const numbers = this.#numbers.subarray(first, first + this.#row);
			if (items) {
				setItems(items, numbers);
				duckdb.copy_data_to_vector(vector, 0, items.buffer, 0, (items.byteLength * this.#row) / chunkRows);
			}
			if (!setValidity(valid, numbers)) continue;
			duckdb.vector_ensure_validity_writable(vector);
			duckdb.copy_data_to_vector_validity(vector, 0, valid.buffer, 0, valid.byteLength);
		}
		this.#appender.appendDataChunk(this.#chunk);
		this.#chunk.reset();
		this.#row = 0;
	}
}

export type Cell = string | number | boolean | null;

export async function appendRows(
	connection: DuckDBConnection,
	table: Table,
	rows: Iterable<Readonly<Record<string, Cell>>>,
): Promise<void> {
	const writer = new RowWriter(await connection.createAppender(table.name));
	for (const row of rows) {
		for (const {name, type} of table.columns) {
			const cell = row[name] ?? null;
			if (type === 'text') writer.addText(cell as string | null);
			else writer.addCell(cell === null ? Number.NaN : Number(cell));
		}
		writer.put([]);
	}
	writer.close();
}
