import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';

/** The figures of `report support` in SQL over the tables that `sandbox export --format parquet` writes, without the program's own code. */

type Days = {readonly first: string; readonly last: string};
export type PartCounts = {readonly value: string | null; readonly own: number; readonly total: number};

/**
 * An expression as two SQL conditions: on the latest values of an installation `i`, and on the values `s` at the time of an event. A
 * value that is not known matches nothing.
 */
export type Condition = {readonly latest: string; readonly atEvent: string};

/** A country is null only if the continent is known (docs/service.md#null). */
const columns = {
	editions: ['prodEdition', 'true'],
	countries: ['geography_country', 'geography_continent IS NOT NULL'],
	keys: ['licenseKey', 'licenseKey IS NOT NULL'],
} as const;

export async function createSupportOracle(folder: string, product: number) {
	const connection = await (await DuckDBInstance.create()).connect();
	const table = (name: string) => `read_parquet('${join(folder, `${name}.parquet`)}')`;
	const read = async <Found>(sql: string) =>
		(await connection.runAndReadAll(sql)).getRowObjectsJson() as unknown as Found[];
	const isIn = (column: string, {first, last}: Days) => `${column}::DATE BETWEEN '${first}' AND '${last}'`;
	const active = (days: Days) => `FROM ${table('installation')} i WHERE i.productId = ${product}
		AND i.installation IN (SELECT installation FROM ${table('activity')} WHERE ${isIn('date', days)})`;
	const counts = (condition: string) => `count(*) FILTER (${condition})::INT AS own, count(*)::INT AS total`;
	return {
		active: async (days: Days, {latest}: Condition) =>
			(await read<PartCounts>(`SELECT '' AS value, ${counts(latest)} ${active(days)}`))[0],
		parts: (by: keyof typeof columns, days: Days, {latest}: Condition) =>
			read<PartCounts>(
				`SELECT ${columns[by][0]} AS value, ${counts(latest)} ${active(days)} AND ${columns[by][1]} GROUP BY ALL`,
			),
		/** The installations that used each advanced event. */
		events: (days: Days, {atEvent}: Condition) =>
			read<PartCounts>(`SELECT concat(coalesce(e.category, 'null'), '/', e.name) AS value,
				count(DISTINCT u.installation) FILTER (${atEvent})::INT AS own, count(DISTINCT u.installation)::INT AS total
				FROM ${table('event_usage')} u JOIN ${table('event')} e ON e.event = u.event AND e.productId = u.productId
				JOIN ${table('property_span')} s ON s.span = u.span JOIN ${table('installation')} i ON i.installation = u.installation
				WHERE u.productId = ${product} AND e.advanced AND ${isIn('u.date', days)} GROUP BY ALL`),
		crashes: async (days: Days, {latest}: Condition) =>
			(
				await read<PartCounts>(`SELECT '' AS value, ${counts(latest)}
					FROM ${table('exception_line')} c JOIN ${table('installation')} i ON i.installation = c.installation
					WHERE c.productId = ${product} AND ${isIn('c.occurredAt', days)}`)
			)[0],
	};
}
