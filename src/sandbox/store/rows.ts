import type {DuckDBConnection} from '@duckdb/node-api';
import type {Table} from './columns.ts';
import {engineType, wide} from './writer.ts';

/** A cell that is not null, as the engine takes it. */
export type Cell = string | number | boolean;

/** Appends rows by column name; for tables of thousands of rows, not millions. A column that a row lacks is null. */
export async function appendRows(
	connection: DuckDBConnection,
	table: Table,
	rows: Iterable<Readonly<Record<string, Cell | null>>>,
): Promise<void> {
	const appender = await connection.createAppender(table.name);
	for (const row of rows) {
		for (const column of table.columns) {
			const value = row[column.name] ?? null;
			if (value === null) appender.appendNull();
			else appender.appendValue(wide.has(column.type) ? BigInt(value) : value, engineType(column));
		}
		appender.endRow();
	}
	appender.closeSync();
}
