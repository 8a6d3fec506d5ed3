import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';

/** Figures of releases in SQL over the tables that `sandbox export --format parquet` writes, without the program's own code. */

export type Days = {readonly first: string; readonly last: string};

export async function createReleaseOracle(folder: string) {
	const connection = await (await DuckDBInstance.create()).connect();
	const table = (name: string) => `read_parquet('${join(folder, `${name}.parquet`)}')`;
	const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
	const between = ({first, last}: Days, column: string) => `${column}::DATE BETWEEN '${first}' AND '${last}'`;
	return {
		/** By the version of each day. */
		daily: (product: number, days: Days, by = "''", filter = 'true') =>
			read(`
				WITH used AS (SELECT a.installation, s.prodVersion AS version, a.date, a.sessions, a.runtimeMinutes, s.os_version, s.prodEdition
						FROM ${table('activity')} a JOIN ${table('property_span')} s ON s.span = a.span JOIN ${table('installation')} i ON i.installation = a.installation
						WHERE a.productId = ${product} AND ${between(days, 'a.date')} AND s.prodVersion IS NOT NULL AND ${filter}),
					each AS (SELECT installation, version, arg_min_null(${by}, date) AS grouped, count(*) AS days, sum(sessions) AS sessions, sum(runtimeMinutes) AS minutes FROM used GROUP BY ALL),
					crash AS (SELECT e.installation, s.prodVersion AS version, count(*) AS reports
						FROM ${table('exception_line')} e JOIN ${table('property_span')} s ON s.span = e.span
						WHERE e.productId = ${product} AND ${between(days, 'e.occurredAt')} GROUP BY ALL)
				SELECT version, grouped AS "by", count(*)::INT AS installations, count(c.reports)::INT AS crashed, coalesce(sum(c.reports), 0)::INT AS reports,
					sum(days)::INT AS days, sum(sessions)::INT AS sessions, round(sum(minutes) / 60, 1)::DOUBLE AS hours
				FROM each LEFT JOIN crash c USING (installation, version) GROUP BY ALL`),
		/** By the latest version, of installations seen since the first day. */
		latest: (product: number, days: Days) =>
			read(`
				WITH crash AS (SELECT DISTINCT e.installation, s.prodVersion AS version
						FROM ${table('exception_line')} e JOIN ${table('property_span')} s ON s.span = e.span
						WHERE e.productId = ${product} AND ${between(days, 'e.occurredAt')})
				SELECT i.prodVersion AS version, count(*)::INT AS installations, count(c.version)::INT AS crashed
				FROM ${table('installation')} i LEFT JOIN crash c ON c.installation = i.installation AND c.version = i.prodVersion
				WHERE i.productId = ${product} AND i.dateLastSeen >= '${days.first}' AND i.prodVersion IS NOT NULL GROUP BY ALL`),
	};
}
