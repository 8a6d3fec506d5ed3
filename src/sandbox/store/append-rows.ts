import {
	type DuckDBConnection,
	DuckDBDataChunkWriter,
	DuckDBDecimalType,
	DuckDBTypeId,
	decimalValue,
	type ToDuckDBValueConverter,
} from '@duckdb/node-api';
import type {Table} from './table-definition.ts';

/** IDs, days and moments are whole numbers; a decimal is its value in units of its last digit. */
export type Cell = string | number | boolean | null;

export const toEngineValue: ToDuckDBValueConverter<Cell> = (cell, type) => {
	if (cell === null) return null;
	if (type.typeId === DuckDBTypeId.BIGINT) return BigInt(cell);
	return type instanceof DuckDBDecimalType ? decimalValue(BigInt(cell), type.width, type.scale) : cell;
};

export async function appendRows(
	connection: DuckDBConnection,
	table: Table,
	rows: Iterable<Readonly<Record<string, Cell>>>,
): Promise<void> {
	const appender = await connection.createAppender(table.name);
	const writer = DuckDBDataChunkWriter.forAppender(appender, {converter: toEngineValue});
	for (const row of rows) writer.appendRow(table.columns.map(({name}) => row[name] ?? null));
	writer.flush();
	appender.closeSync();
}
