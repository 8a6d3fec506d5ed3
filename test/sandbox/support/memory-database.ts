import {DuckDBInstance} from '@duckdb/node-api';
import type {Database} from '../../../src/sandbox/store/database.ts';
import {readRows} from '../../../src/sandbox/store/duckdb.ts';

/** A database in memory, made by the statements. */
export async function memoryDatabase(statements: readonly string[]): Promise<Database> {
	const instance = await DuckDBInstance.create(':memory:');
	const connection = await instance.connect();
	for (const statement of statements) await connection.run(statement);
	return {
		rows: (sql, parameters) => readRows(connection, sql, parameters),
		close: () => {
			connection.closeSync();
			instance.closeSync();
		},
	};
}
