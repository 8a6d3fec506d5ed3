import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';

/** Installations by status in SQL over the tables that `sandbox export --format parquet` writes, without the program's own code. */

export type Days = {readonly first: string; readonly last: string};
export type Status = 'new' | 'active' | 'lost';
export type Split = 'day' | 'week' | 'month';
type Labels = Readonly<Record<string, readonly [column: string, condition: string]>>;

/** A country is null only if the continent is known (docs/service.md#null). */
export const levelColumns: Labels = {
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

export type Asked = {
	readonly days: Days;
	readonly levels: readonly string[];
	readonly split: Split | undefined;
	readonly filter: string;
	readonly lostAfter: number;
};

/** Counts by status, by the labels of the levels and the first day of the period, joined by tabs. */
export type Found = ReadonlyMap<string, Readonly<Record<Status, number>>>;

export async function createScreenOracle(folder: string, today: string) {
	const connection = await (await DuckDBInstance.create()).connect();
	const table = (name: string) => `read_parquet('${join(folder, `${name}.parquet`)}')`;
	const product = `(SELECT min(productId) FROM ${table('product')})`;
	return async ({days: {first, last}, levels, split, filter, lostAfter}: Asked): Promise<Found> => {
		const bucket = (column: string) => (split ? `date_trunc('${split}', ${column}::DATE)::DATE::VARCHAR` : "''");
		const isIn = (column: string) => `${column}::DATE BETWEEN '${first}' AND '${last}'`;
		const moments = `
			SELECT installation, 'new' AS status, ${bucket('dateInstalled')} AS date FROM ${table('installation')} WHERE ${isIn('dateInstalled')}
			UNION ALL SELECT installation, 'lost', ${bucket('dateLastSeen')} FROM ${table('installation')}
			WHERE ${isIn('dateLastSeen')} AND dateLastSeen::DATE + ${lostAfter} <= DATE '${today}'
			UNION ALL SELECT DISTINCT installation, 'active', ${bucket('date')} FROM ${table('activity')} WHERE ${isIn('date')}`;
		const labels = levels
			.map((level, at) => `coalesce(${levelColumns[level]?.[0]}, '(none)') AS label${at}, `)
			.join('');
		const applies = levels.map(level => ` AND ${levelColumns[level]?.[1]}`).join('');
		const rows = await connection.runAndReadAll(`SELECT ${labels}date, status, count(DISTINCT installation)::INT AS n
			FROM (${moments}) JOIN ${table('installation')} AS i USING (installation)
			WHERE i.productId = ${product} AND ${filters[filter]}${applies} GROUP BY ALL`);
		const found = new Map<string, Record<Status, number>>();
		for (const row of rows.getRowObjectsJson()) {
			const key = [...levels.map((_, at) => row[`label${at}`]), row.date].join('\t');
			const counts = found.get(key) ?? {new: 0, active: 0, lost: 0};
			counts[row.status as Status] = Number(row.n);
			found.set(key, counts);
		}
		return found;
	};
}
