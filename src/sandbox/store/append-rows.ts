import type {DuckDBConnection} from '@duckdb/node-api';
import {RowWriter} from './row-writer.ts';
import type {Table} from './table-definition.ts';

/** IDs, days and moments are whole numbers; a decimal is its value in units of its last digit. */
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
