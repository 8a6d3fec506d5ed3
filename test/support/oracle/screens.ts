import {filters, levelColumns, type Sql} from './exported-tables.ts';

/** Installations by status in SQL over the tables that `sandbox export --format parquet` writes, without the program's own code. */

export type Days = {readonly first: string; readonly last: string};
export type Status = 'new' | 'active' | 'lost';
export type Split = 'day' | 'week' | 'month';

export type Asked = {
	readonly days: Days;
	readonly levels: readonly string[];
	readonly split: Split | undefined;
	readonly filter: string;
	readonly lostAfter: number;
	/** What is counted: installations, or the values of a property. */
	readonly unit?: 'installation' | 'machineId';
};

/** Counts by status, by the labels of the levels and the first day of the period, joined by tabs. */
export type Found = ReadonlyMap<string, Readonly<Record<Status, number>>>;

export function createScreenOracle(sql: Sql, today: string) {
	return async ({
		days: {first, last},
		levels,
		split,
		filter,
		lostAfter,
		unit = 'installation',
	}: Asked): Promise<Found> => {
		const bucket = (column: string) => (split ? `date_trunc('${split}', ${column}::DATE)::DATE::VARCHAR` : "''");
		const isIn = (column: string) => `${column}::DATE BETWEEN '${first}' AND '${last}'`;
		const moments = `
			SELECT installation, 'new' AS status, ${bucket('dateInstalled')} AS date FROM installation WHERE ${isIn('dateInstalled')}
			UNION ALL SELECT installation, 'lost', ${bucket('dateLastSeen')} FROM installation
			WHERE ${isIn('dateLastSeen')} AND dateLastSeen::DATE + ${lostAfter} <= DATE '${today}'
			UNION ALL SELECT DISTINCT installation, 'active', ${bucket('date')} FROM activity WHERE ${isIn('date')}`;
		const labels = levels
			.map((level, at) => `coalesce(${levelColumns[level]?.[0]}, '(none)') AS label${at}, `)
			.join('');
		const isWhole = levels.length === 1 && unit === 'installation';
		const applies = isWhole ? '' : levels.map(level => ` AND ${levelColumns[level]?.[1]}`).join('');
		const rows = await sql(`SELECT ${labels}date, status, count(DISTINCT ${unit})::INT AS n
			FROM (${moments}) JOIN installation AS i USING (installation)
			WHERE ${filters[filter]}${applies} GROUP BY ALL`);
		const found = new Map<string, Record<Status, number>>();
		for (const row of rows) {
			const key = [...levels.map((_, at) => row[`label${at}`]), row.date].join('\t');
			const counts = found.get(key) ?? {new: 0, active: 0, lost: 0};
			counts[row.status as Status] = Number(row.n);
			found.set(key, counts);
		}
		return found;
	};
}
