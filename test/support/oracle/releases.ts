import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';

/** Figures of releases in SQL over the tables that `sandbox export --format parquet` writes, without the program's own code. */

export type Days = {readonly first: string; readonly last: string};

/** A version, and the one that it is compared with; undefined: all others. */
export type Pair = {readonly version: string; readonly against?: string};

const crashName = "concat_ws(' in ', nullif(class, ''), nullif(method, ''))";

export async function createReleaseOracle(folder: string) {
	const connection = await (await DuckDBInstance.create()).connect();
	const table = (name: string) => `read_parquet('${join(folder, `${name}.parquet`)}')`;
	const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
	const between = ({first, last}: Days, column: string) => `${column}::DATE BETWEEN '${first}' AND '${last}'`;
	/**
	 * The figures of a comparison from `totals(side, n, c, days, reports)` and `risks(stratum, day, side, x, e)`: installations and crashed
	 * ones; days at risk and first crashes. Groups with fewer than 100 days at risk are one.
	 */
	const figures = `
		joined AS (SELECT *, CASE WHEN sum(x) OVER (PARTITION BY stratum) < 100 THEN 'small' ELSE stratum END AS strat FROM risks),
		cells AS (SELECT strat, day, coalesce(sum(x) FILTER (side = 1), 0) AS x1, coalesce(sum(x) FILTER (side = 2), 0) AS x2,
			coalesce(sum(e) FILTER (side = 1), 0) AS e1, coalesce(sum(e) FILTER (side = 2), 0) AS e2 FROM joined GROUP BY ALL),
		total AS (SELECT coalesce(sum(n) FILTER (side = 1), 0) AS n1, coalesce(sum(n) FILTER (side = 2), 0) AS n2,
			coalesce(sum(c) FILTER (side = 1), 0) AS c1, coalesce(sum(c) FILTER (side = 2), 0) AS c2,
			sum(days) FILTER (side = 1) AS d1, sum(days) FILTER (side = 2) AS d2,
			coalesce(sum(reports) FILTER (side = 1), 0) AS r1, coalesce(sum(reports) FILTER (side = 2), 0) AS r2 FROM totals)
		SELECT n1::INT AS installations, n2::INT AS otherInstallations, c1::INT AS crashed, c2::INT AS otherCrashed,
			d1::INT AS days, d2::INT AS otherDays, r1::INT AS reports, r2::INT AS otherReports,
			round(100 * (1 - c1 / n1), 4) AS crashFree, round(100 * (1 - c2 / n2), 4) AS otherCrashFree,
			round(100 * (c1 / n1 - c2 / n2), 4) AS plainDrop,
			(SELECT round(CASE WHEN sum(e2) > 0 THEN (sum(e1) / sum(x1)) / (sum(e2) / sum(x2)) END, 4) FROM cells) AS plainRatio,
			(SELECT list(struct_pack(e1 := e1, e2 := e2, x1 := x1, x2 := x2)) FROM cells WHERE x1 > 0 AND x2 > 0) AS cells
		FROM total`;
	const side = ({version, against}: Pair, column: string) =>
		`CASE WHEN ${column} = '${version}' THEN 1 WHEN ${against === undefined ? 'true' : `${column} = '${against}'`} THEN 2 END`;
	/** Use and crash reports of both sides, from the first day of the version on. */
	const observe = (product: number, days: Days, pair: Pair) => `
				used AS (SELECT a.installation, ${side(pair, 's.prodVersion')} AS side, s.prodVersion AS version, a.date::DATE AS date, s.os_version, i.dateInstalled::DATE AS installed
						FROM ${table('activity')} a JOIN ${table('property_span')} s ON s.span = a.span JOIN ${table('installation')} i ON i.installation = a.installation
						WHERE a.productId = ${product} AND ${between(days, 'a.date')} AND s.prodVersion IS NOT NULL),
					start AS (SELECT min(date) AS first FROM used WHERE side = 1),
					crash AS (SELECT e.installation, ${side(pair, 's.prodVersion')} AS side, s.prodVersion AS version, e.occurredAt::DATE AS date, ${crashName} AS crash
						FROM ${table('exception_line')} e JOIN ${table('property_span')} s ON s.span = e.span, start
						WHERE e.productId = ${product} AND ${between(days, 'e.occurredAt')} AND e.occurredAt::DATE >= first AND s.prodVersion IS NOT NULL),
					kept AS (SELECT used.* FROM used, start WHERE date >= first AND side IS NOT NULL),
					crashes AS (SELECT installation, side, min(date) AS firstCrash, count(*) AS reports
						FROM crash WHERE (installation, version) IN (SELECT (installation, version) FROM kept) GROUP BY ALL),
					each AS (SELECT installation, side, count(*) AS days, any_value(reports) AS reports
						FROM kept LEFT JOIN crashes USING (installation, side) GROUP BY installation, side),
					-- Of every version: an installation is at risk until its first crash.
					firsts AS (SELECT installation, min(date) AS firstCrash, arg_min(version, date) AS version FROM crash
						WHERE (installation, version) IN (SELECT (installation, version) FROM used, start WHERE date >= first) GROUP BY ALL),
					systems AS (SELECT installation, version, arg_min_null(os_version, date) AS system, any_value(installed) AS installed FROM used GROUP BY ALL),
					atRisk AS (SELECT installation, side, kept.version, date, 0 AS crashed FROM kept LEFT JOIN firsts f USING (installation)
							WHERE f.firstCrash IS NULL OR date < f.firstCrash
						UNION ALL SELECT installation, ${side(pair, 'version')} AS side, version, firstCrash, 1 FROM firsts),
					exposure AS (SELECT count(*) FILTER (side = 1) AS own, count(*) FILTER (side = 2) AS other FROM atRisk)`;
	/** Those of installations by their latest version. */
	const observeLatest = (product: number, days: Days, pair: Pair) => `
				crash AS (SELECT e.installation, ${side(pair, 's.prodVersion')} AS side, s.prodVersion AS version, ${crashName} AS crash
						FROM ${table('exception_line')} e JOIN ${table('property_span')} s ON s.span = e.span
						WHERE e.productId = ${product} AND ${between(days, 'e.occurredAt')} AND s.prodVersion IS NOT NULL),
					each AS (SELECT ${side(pair, 'i.prodVersion')} AS side, i.os_version AS system, i.installation IN (SELECT installation FROM crash c WHERE c.version = i.prodVersion) AS crashed
						FROM ${table('installation')} i
						WHERE i.productId = ${product} AND i.dateLastSeen >= '${days.first}' AND i.prodVersion IS NOT NULL),
					exposure AS (SELECT count(*) FILTER (side = 1) AS own, count(*) FILTER (side = 2) AS other FROM each)`;
	/** Each crash with its first day and lowest version since a day; the sandbox has one stack for each class and method. */
	const selectStarts = (product: number, {first, last}: Days) => `
				SELECT ${crashName} AS crash, min(e.occurredAt)::DATE AS day, arg_min(s.prodVersion, string_split(s.prodVersion, '.')::INT[]) AS version
				FROM ${table('exception_line')} e JOIN ${table('property_span')} s ON s.span = e.span
				WHERE e.productId = ${product} AND ${between({first, last}, 'e.occurredAt')} GROUP BY ALL`;
	return {
		/** Compares from the first day of the version on; \`against\` undefined: with all others. */
		checkDaily: async (product: number, days: Days, pair: Pair) =>
			(
				await read(`
				WITH ${observe(product, days, pair)},
					totals AS (SELECT side, count(*)::DOUBLE AS n, count(reports)::DOUBLE AS c, sum(days) AS days, sum(reports) AS reports FROM each GROUP BY side),
					risks AS (SELECT concat(system, ' ', CASE WHEN date - installed < 7 THEN 0 WHEN date - installed < 30 THEN 1 WHEN date - installed < 90 THEN 2 ELSE 3 END) AS stratum,
						date AS day, side, count(*)::DOUBLE AS x, sum(crashed)::DOUBLE AS e
						FROM atRisk JOIN systems USING (installation, version) WHERE side IS NOT NULL GROUP BY ALL),
				${figures}`)
			)[0],
		/** Compares by the latest version of installations. */
		checkLatest: async (product: number, days: Days, pair: Pair) =>
			(
				await read(`
				WITH ${observeLatest(product, days, pair)},
					risks AS (SELECT coalesce(system, '') AS stratum, '' AS day, side, count(*)::DOUBLE AS x, (count(*) FILTER (crashed))::DOUBLE AS e
						FROM each WHERE side IS NOT NULL GROUP BY ALL),
					totals AS (SELECT side, sum(x) AS n, sum(e) AS c, NULL AS days, NULL AS reports FROM risks GROUP BY side),
				${figures}`)
			)[0],
		/** The number of crashes that began on these days by their first version; the archive begins on its first day. */
		newGroups: (product: number, days: Days, archived: string) =>
			read(
				`SELECT version, count(*)::INT AS newGroups FROM (${selectStarts(product, {...days, first: archived})}) WHERE day >= '${days.first}' GROUP BY ALL`,
			),
		/** Crashes that are new, back or gone, with their reports under both sides. */
		changedGroups: (
			product: number,
			days: Days,
			{pair, archived, isDaily}: {pair: Pair; archived: string; isDaily: boolean},
		) =>
			read(`
				WITH ${(isDaily ? observe : observeLatest)(product, days, pair)},
					starts AS (${selectStarts(product, {...days, first: archived})}),
					counts AS (SELECT crash, count(*) FILTER (side = 1) AS reports, count(*) FILTER (side = 2) AS otherReports,
						count(DISTINCT installation) FILTER (side = 2) AS others FROM crash GROUP BY ALL)
				SELECT CASE WHEN otherReports > 0 THEN 'gone' WHEN version = '${pair.version}' THEN 'new' ELSE 'back' END AS change,
					crash, reports::INT AS reports, otherReports::INT AS otherReports
				FROM counts JOIN starts USING (crash), exposure
				WHERE (reports > 0 AND otherReports = 0) OR (reports = 0 AND others >= 3 AND others * own / other >= 3)`),
		/** Active installations, and those without a crash report, by their latest value of a column. */
		crashFree: (product: number, days: Days, column: string) =>
			read(`
				SELECT coalesce(i.${column}, '(none)') AS value, count(*)::INT AS base, count(*) FILTER (i.installation NOT IN
					(SELECT installation FROM ${table('exception_line')} WHERE ${between(days, 'occurredAt')}))::INT AS free
				FROM ${table('installation')} i WHERE i.productId = ${product}
				AND i.installation IN (SELECT installation FROM ${table('activity')} WHERE ${between(days, 'date')}) GROUP BY ALL`),
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
		latest: (product: number, days: Days, by = "''") =>
			read(`
				WITH crash AS (SELECT DISTINCT e.installation, s.prodVersion AS version
						FROM ${table('exception_line')} e JOIN ${table('property_span')} s ON s.span = e.span
						WHERE e.productId = ${product} AND ${between(days, 'e.occurredAt')})
				SELECT i.prodVersion AS version, ${by} AS "by", count(*)::INT AS installations, count(c.version)::INT AS crashed
				FROM ${table('installation')} i LEFT JOIN crash c ON c.installation = i.installation AND c.version = i.prodVersion
				WHERE i.productId = ${product} AND i.dateLastSeen >= '${days.first}' AND i.prodVersion IS NOT NULL GROUP BY ALL`),
	};
}
