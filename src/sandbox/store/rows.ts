import type {DuckDBAppender, DuckDBConnection} from '@duckdb/node-api';
import type {ColumnType, Table} from './columns.ts';

type Cell = string | number | boolean | null;

const appendCell: Readonly<Record<ColumnType, (appender: DuckDBAppender, value: Cell) => void>> = {
	id: (appender, value) => appender.appendBigInt(BigInt(Number(value))),
	moment: (appender, value) => appender.appendBigInt(BigInt(Number(value))),
	text: (appender, value) => appender.appendVarchar(String(value)),
	integer: (appender, value) => appender.appendInteger(Number(value)),
	day: (appender, value) => appender.appendInteger(Number(value)),
	number: (appender, value) => appender.appendDouble(Number(value)),
	decimal: (appender, value) => appender.appendDouble(Number(value)),
	boolean: (appender, value) => appender.appendBoolean(value === true),
};

/** Appends rows by column name; for tables of thousands of rows, not millions. A column that a row lacks is null. */
export async function appendRows(
	connection: DuckDBConnection,
	table: Table,
	rows: Iterable<Readonly<Record<string, Cell>>>,
): Promise<void> {
	const appender = await connection.createAppender(table.name);
	for (const row of rows) {
		for (const {name, type} of table.columns) {
			const value = row[name] ?? null;
			if (value === null) appender.appendNull();
			else appendCell[type](appender, value);
		}
		appender.endRow();
	}
	appender.closeSync();
}
