import {filters, levelColumns, type Sql} from './exported-tables.ts';
import type {Days, Split} from './screens.ts';

/** Retention in SQL over the exported tables, without the program's own code: each age pools the cohorts with known losses. */

export type RetentionAsked = {
	readonly days: Days;
	/** A property, `cohort` for the months or weeks of installation, or all together. */
	readonly by: string | undefined;
	readonly filter: string;
	readonly lostAfter: number;
	readonly split: Split;
};

/** Engaged and lost by label and age, joined by a tab. */
export type Retention = ReadonlyMap<string, Readonly<Record<'engaged' | 'lost', number>>>;

/** These have the value at the day of installation; the others the latest (docs/service.md#value-basis). */
const atInstall = ['prodEdition', 'prodVersion', 'osLanguage'];
const table = (name: string) => (atInstall.some(each => name.includes(each)) ? 's' : 'i');
const qualify = (text: string) => text.replace(/\b(?=prod|os|geo|ram|form)/g, () => `${table(text)}.`);

export const createRetentionOracle =
	(sql: Sql, today: string) =>
	async ({days: {first, last}, by, filter, lostAfter, split}: RetentionAsked): Promise<Retention> => {
		const unit = split === 'month' ? 'month' : 'week';
		const [column, condition] = levelColumns[by ?? ''] ?? ["''", 'true'];
		const label = by === 'cohort' ? 'cohort::VARCHAR' : 'label';
		// An age ends before the first day of the next one; the last installation of a cohort reaches it last.
		// DuckDB's own difference of weeks does not begin them on Monday.
		const ageOf = (day: string) =>
			`date_diff('${split}', date_trunc('${split}', added), date_trunc('${split}', ${day}))`;
		const known = `date_trunc('${split}', latest) + to_${split}s(age::INT) + ${lostAfter - 1} * INTERVAL 1 DAY <= DATE '${today}'`;
		const rows = await sql(`
			WITH base AS (
				SELECT i.dateInstalled AS added, i.dateLastSeen AS seen, coalesce(${qualify(column)}, '(none)') AS label,
					date_trunc('${unit}', i.dateInstalled)::DATE AS cohort,
					least(cohort + INTERVAL 1 ${unit} - INTERVAL 1 DAY, DATE '${last}')::DATE AS latest
				FROM installation i JOIN property_span s USING (installation)
				WHERE s.nth = 0 AND i.dateInstalled BETWEEN '${first}' AND '${last}'
					AND ${qualify(filters[filter] as string)} AND ${qualify(condition)}),
			aged AS (
				SELECT *, unnest(range(${ageOf(`DATE '${last}'`)} + 1)) AS age,
					seen + ${lostAfter} <= DATE '${today}' AND ${ageOf('seen')} < age AS isLost
				FROM base)
			SELECT ${label} AS label, age, count(*) FILTER (NOT isLost) AS engaged, count(*) FILTER (isLost) AS lost
			FROM aged WHERE age = 0 OR ${by === 'cohort' ? 'true' : known} GROUP BY ALL`);
		return new Map(
			rows.map(({label: name, age, engaged, lost}) => [
				`${name}\t${age}`,
				{engaged: Number(engaged), lost: Number(lost)},
			]),
		);
	};
