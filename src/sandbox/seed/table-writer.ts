import {type DuckDBAppender, type DuckDBConnection, DuckDBDataChunkWriter} from '@duckdb/node-api';
import {type Cell, toEngineValue} from '../store/append-rows.ts';
import {type ColumnType, literal, storageType} from '../store/table-definition.ts';

/** Texts of a closed list are stored as an ENUM. */
export type StoredColumn = {readonly name: string; readonly type: ColumnType; readonly values?: readonly string[]};

/** Rows are visible after the writer is closed. */
export class TableWriter {
	readonly #appender: DuckDBAppender;
	readonly #rows: DuckDBDataChunkWriter<Cell>;
	#first: Cell = null;

	constructor(appender: DuckDBAppender) {
		this.#appender = appender;
		this.#rows = DuckDBDataChunkWriter.forAppender(appender, {converter: toEngineValue});
	}

	setFirst(value: number): void {
		this.#first = value;
	}

	/** The cells start at the second column. */
	put(cells: readonly Cell[]): void {
		this.#rows.appendRow([this.#first, ...cells]);
	}

	close(): void {
		this.#rows.flush();
		this.#appender.closeSync();
	}
}

export type Writers = Readonly<
	Record<
		'installations' | 'spans' | 'activity' | 'usage' | 'lifetime' | 'deliveries' | 'exceptions' | 'customEvents',
		TableWriter
	>
>;

const sqlType = (column: StoredColumn) =>
	column.values ? `ENUM (${column.values.map(literal).join(', ')})` : storageType(column);

export async function createTable(
	connection: DuckDBConnection,
	table: string,
	columns: readonly StoredColumn[],
): Promise<void> {
	const definitions = columns.map(column => `"${column.name}" ${sqlType(column)}`);
	await connection.run(`CREATE TABLE seed.${table} (${definitions.join(', ')})`);
}

export const openWriter = async (connection: DuckDBConnection, table: string): Promise<TableWriter> =>
	new TableWriter(await connection.createAppender(table, 'seed'));
