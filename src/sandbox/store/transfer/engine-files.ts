import {resolve, sep} from 'node:path';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {literal} from '../table-definition.ts';

/**
 * Opens a connection that can read and write only the files of one folder; `file` is its database. The caller ends it
 * with `close`.
 */
export async function openWithFolder(
	file: string,
	folder: string,
	options: Readonly<Record<string, string>> = {},
): Promise<{readonly connection: DuckDBConnection; readonly close: () => void}> {
	const instance = await DuckDBInstance.create(file, {
		autoinstall_known_extensions: 'false',
		autoload_known_extensions: 'false',
		...options,
	});
	const connection = await instance.connect();
	await connection.run(`SET allowed_directories = [${literal(resolve(folder) + sep)}]`);
	await connection.run('SET enable_external_access = false');
	await connection.run('SET lock_configuration = true');
	return {
		connection,
		close: () => {
			connection.closeSync();
			instance.closeSync();
		},
	};
}
