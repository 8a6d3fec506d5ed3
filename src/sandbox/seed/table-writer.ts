import {type DuckDBAppender, type DuckDBConnection, DuckDBDataChunkWriter} from '@duckdb/node-api';
import {type Cell, toEngineValue} from '../store/append-rows.ts';
import {type ColumnType, literal, storageType} from '../store/table-definition.ts';

/** A stored column. Texts of a closed list are stored as an ENUM. */
export type StoredColumn = {readonly name: string; readonly type: ColumnType; readonly values?: readonly string[]};

/** Appends rows to a table; they are there when it is closed. */
export class TableWriter {
	readonly #appender: DuckDBAppender;
	readonly #rows: DuckDBDataChunkWriter<Cell>;
	#first: Cell = null;

	constructor(appender: DuckDBAppender) {
		this.#appender = appender;
		this.#rows = DuckDBDataChunkWriter.forAppender(appender, {converter: toEngineValue});
	}

	/** Sets the value of the first column for all following rows. */
	setFirst(value: number): void {
		this.#first = value;
	}

	/** Adds a row: the cells from the second column on. */
	put(cells: readonly Cell[]): void {
		this.#rows.appendRow([this.#first, ...cells]);
	}

	close(): void {
		this.#rows.flush();
		this.#appender.closeSync();
	}
}

const sqlType = (column: StoredColumn) =>
	column.values ? `ENUM (${column.values.map(literal).join(', ')})` : storageType(column);

/** Creates a table in the schema `seed`. */
export async function createTable(
	connection: DuckDBConnection,
	table: string,
	columns: readonly StoredColumn[],
): Promise<void> {
	const definitions = columns.map(column => `"${column.name}" ${sqlType(column)}`);
	await connection.run(`CREATE TABLE seed.${table} (${definitions.join(', ')})`);
}

/** Opens the writer of a table in the schema `seed`. */
export const openWriter = async (connection: DuckDBConnection, table: string): Promise<TableWriter> =>
	new TableWriter(await connection.createAppender(table, 'seed'));
