import type {DuckDBConnection} from '@duckdb/node-api';
import {type ColumnType, literal, storageType} from '../store/table-definition.ts';

/** Texts of a closed list are stored as an ENUM. */
export type StoredColumn = {readonly name: string; readonly type: ColumnType; readonly values?: readonly string[]};

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
