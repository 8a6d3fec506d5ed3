/** The SQL with which other engines read the tables of an archive; `s3://B` and `gs://B` are copies of its folder. */
const engineQueries: readonly (readonly [engine: string, ...sql: readonly string[]])[] = [
	['DuckDB', "FROM delta_scan('crashes/lines/kind=exceptions')"],
	['ClickHouse', "SELECT * FROM deltaLakeLocal('/crashes/lines/kind=exceptions')"],
	['Spark', 'SELECT * FROM delta.`crashes/lines/kind=exceptions`'],
	['Trino', "CALL delta.system.register_table('d', 'crashes', 's3://B/lines/kind=exceptions')"],
	[
		'Athena',
		"CREATE EXTERNAL TABLE crashes LOCATION 's3://B/lines/kind=exceptions/'",
		"TBLPROPERTIES ('table_type' = 'DELTA')",
	],
	[
		'BigQuery',
		'CREATE EXTERNAL TABLE d.crashes WITH CONNECTION `eu.b`',
		"OPTIONS (format = 'DELTA_LAKE', uris = ['gs://B/lines/kind=exceptions'])",
	],
];

const width = Math.max(...engineQueries.map(([engine]) => engine.length)) + 2;

export const engineLines = engineQueries
	.flatMap(([engine, ...sql]) => sql.map((line, at) => `  ${(at === 0 ? engine : '').padEnd(width)}${line}`))
	.join('\n');
