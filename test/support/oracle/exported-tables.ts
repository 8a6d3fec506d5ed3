import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';

/** The tables that `sandbox export --format parquet` writes, in SQL: each is a view, of the first product alone. */

type SqlRow = Readonly<Record<string, unknown>>;
/** Returns the rows of a query; counts that DuckDB returns as text are to be read as numbers. */
export type Sql = (query: string) => Promise<readonly SqlRow[]>;

const tables = [
	...['installation', 'property_span', 'activity', 'event_usage', 'lifetime_usage', 'event', 'license_key'],
	'exception_line',
];

export async function openTables(folder: string): Promise<Sql> {
	const connection = await (await DuckDBInstance.create()).connect();
	const file = (name: string) => `read_parquet('${join(folder, `${name}.parquet`)}')`;
	const product = `(SELECT min(productId) FROM ${file('product')})`;
	for (const name of tables)
		await connection.run(`CREATE TABLE ${name} AS SELECT * FROM ${file(name)} WHERE productId = ${product}`);
	return async query => (await connection.runAndReadAll(query)).getRowObjectsJson();
}

/** A country is null only if the continent is known (docs/service.md#null). */
export const levelColumns: Readonly<Record<string, readonly [column: string, condition: string]>> = {
	country: ['geography_country', 'geography_continent IS NOT NULL'],
	'os.version': ['os_version', 'true'],
	osLanguage: ['osLanguage', 'true'],
	prodEdition: ['prodEdition', 'true'],
	prodVersion: ['prodVersion', 'true'],
	formFactor: ['formFactor', 'true'],
};

export const filters: Readonly<Record<string, string>> = {
	'': 'true',
	'prodEdition=Pro,Home': "prodEdition IN ('Pro', 'Home')",
	'country=US,DE,FR': "geography_country IN ('US', 'DE', 'FR')",
	'ram>=8GB': 'ram >= 8192',
	'formFactor=laptop': "formFactor = 'laptop'",
};
