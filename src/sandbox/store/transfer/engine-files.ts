import {resolve, sep} from 'node:path';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {literal} from '../table-definition.ts';

/** Opens a database whose SQL can access no other files than those of one folder. */
export async function withFolder<T>(
	{file, folder, options = {}}: {file: string; folder: string; options?: Readonly<Record<string, string>>},
	work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
	const instance = await DuckDBInstance.create(file, {
		autoinstall_known_extensions: 'false',
		autoload_known_extensions: 'false',
		...options,
	});
	try {
		const connection = await instance.connect();
		await connection.run(`SET allowed_directories = [${literal(resolve(folder) + sep)}]`);
		await connection.run('SET enable_external_access = false');
		await connection.run('SET lock_configuration = true');
		const result = await work(connection);
		connection.closeSync();
		return result;
	} finally {
		instance.closeSync();
	}
}
