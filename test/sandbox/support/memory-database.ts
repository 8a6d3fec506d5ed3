import {DuckDBInstance, type DuckDBValue, listValue} from '@duckdb/node-api';
import type {Database, SqlValue} from '../../../src/sandbox/store/database.ts';

const bind = (value: SqlValue): DuckDBValue =>
	Array.isArray(value) ? listValue(value.map(bind)) : (value as DuckDBValue);

/** A database in memory, made by the statements. */
export async function memoryDatabase(statements: readonly string[] = []): Promise<Database> {
	const instance = await DuckDBInstance.create(':memory:');
	const connection = await instance.connect();
	for (const statement of statements) await connection.run(statement);
	const rows: Database['rows'] = async (sql, parameters = []) => {
		const reader = await connection.runAndReadAll(sql, parameters.map(bind));
		return reader.convertRowObjects(value => (typeof value === 'bigint' ? Number(value) : value)) as never;
	};
	return {
		rows,
		close: () => {
			connection.closeSync();
			instance.closeSync();
		},
	};
}
