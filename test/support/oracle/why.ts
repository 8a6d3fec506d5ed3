import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';

/** Losses by value in two ranges, in SQL over the tables that `sandbox export --format parquet` writes, without the program's own code. */

export type Days = {readonly first: string; readonly last: string};
type TwoRanges = {readonly before: Days; readonly now: Days};

export type ValueCounts = {
	readonly property: string;
	readonly value: string;
	readonly before: number;
	readonly now: number;
	readonly beforeBase: number;
	readonly nowBase: number;
};

/** A country is null only if the continent is known (docs/service.md#null). */
const columns = {
	'geography.country': ['geography_country', 'geography_continent IS NOT NULL'],
	osLanguage: ['osLanguage', 'true'],
	prodEdition: ['prodEdition', 'true'],
} as const;

export async function createWhyOracle(folder: string) {
	const connection = await (await DuckDBInstance.create()).connect();
	const table = (name: string) => `read_parquet('${join(folder, `${name}.parquet`)}')`;
	const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
	const product = `(SELECT min(productId) FROM ${table('product')})`;
	const isIn = (column: string, {first, last}: Days) => `${column}::DATE BETWEEN '${first}' AND '${last}'`;
	const isLost = (days: Days, lostAfter: number) =>
		`${isIn('i.dateLastSeen', days)} AND i.dateLastSeen::DATE + ${lostAfter} <= DATE '2026-06-30'`;
	const isActive = (days: Days) =>
		`i.installation IN (SELECT installation FROM ${table('activity')} WHERE ${isIn('date', days)})`;
	const count = ({before, now}: TwoRanges, lostAfter: number) => `
		count(*) FILTER (${isLost(before, lostAfter)})::INT AS before, count(*) FILTER (${isLost(now, lostAfter)})::INT AS now,
		count(*) FILTER (${isActive(before)})::INT AS "beforeBase", count(*) FILTER (${isActive(now)})::INT AS "nowBase"
		FROM ${table('installation')} i WHERE i.productId = ${product}`;
	return {
		total: async (ranges: TwoRanges, lostAfter: number) =>
			(await read(`SELECT ${count(ranges, lostAfter)}`))[0] as unknown as Omit<ValueCounts, 'property' | 'value'>,
		lost: async (ranges: TwoRanges, lostAfter: number): Promise<readonly ValueCounts[]> => {
			const found = await Promise.all(
				Object.entries(columns).map(async ([property, [column, condition]]) => {
					const rows = await read(
						`SELECT coalesce(${column}, '(none)') AS value, ${count(ranges, lostAfter)} AND ${condition} GROUP BY ALL HAVING "beforeBase" + "nowBase" > 0`,
					);
					return rows.map(row => ({property, ...row}) as unknown as ValueCounts);
				}),
			);
			return found.flat();
		},
	};
}
