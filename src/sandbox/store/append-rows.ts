import type {DuckDBConnection} from '@duckdb/node-api';
import {RowWriter, type StoredCell} from './row-writer.ts';
import type {Table} from './table-definition.ts';

/** IDs, days and moments are whole numbers; a decimal is its value in units of its last digit. */
export type Cell = string | number | boolean | null;

export const toStoredCell = (cell: Cell): StoredCell => (typeof cell === 'boolean' ? Number(cell) : cell);

export async function appendRows(
	connection: DuckDBConnection,
	table: Table,
	rows: Iterable<Readonly<Record<string, Cell>>>,
): Promise<void> {
	const writer = new RowWriter(await connection.createAppender(table.name));
	for (const row of rows) writer.put(table.columns.map(({name}) => toStoredCell(row[name] ?? null)));
	writer.close();
}
