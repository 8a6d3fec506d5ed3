/** How other engines read the folder that sync keeps; `s3://B` and `gs://B` are copies of it. */
export const engineQueries: readonly (readonly [engine: string, ...sql: readonly string[]])[] = [
	['DuckDB', "FROM read_parquet('crashes/lines/*/*/*.parquet', union_by_name = true)"],
	['ClickHouse', "SELECT * FROM file('crashes/lines/*/*/*.parquet') SETTINGS schema_inference_mode = 'union'"],
	['Spark', 'SELECT * FROM parquet.`crashes/lines`  -- with spark.sql.parquet.mergeSchema = true'],
	[
		'Trino',
		"CREATE TABLE lines (fingerprint varchar, file varchar, month varchar) WITH (format = 'PARQUET',",
		"external_location = 's3://B/lines/kind=exceptions', partitioned_by = ARRAY['month'])",
		"CALL system.sync_partition_metadata('default', 'lines', 'ADD')",
	],
	[
		'BigQuery',
		"CREATE EXTERNAL TABLE d.lines WITH PARTITION COLUMNS OPTIONS (format = 'PARQUET',",
		"uris = ['gs://B/lines/*'], hive_partition_uri_prefix = 'gs://B/lines')",
	],
];

const width = Math.max(...engineQueries.map(([engine]) => engine.length)) + 2;

/** The queries as text: each engine with its SQL. */
export const engineLines = engineQueries
	.flatMap(([engine, ...sql]) => sql.map((line, at) => `  ${(at === 0 ? engine : '').padEnd(width)}${line}`))
	.join('\n');
