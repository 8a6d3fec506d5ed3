import type {ClientStatus} from '../../../contract/request-words.ts';
import {isFirstOf, type Periods} from '../calendar-periods.ts';
import type {Segmentation} from '../segments/compile-segments.ts';
import {join, or, raw, type Sql, sql} from '../sql-template.ts';
import {type LostRule, type ReportRange, reportedLost, statusConditions} from './client-status.ts';

/** The statements of the generic reports (docs/service.md#current). */

export type CurrentQuery = {
	readonly range: ReportRange;
	/** Undefined if losses are not counted. */
	readonly rule: LostRule | undefined;
	readonly filters: Sql;
	readonly statuses: readonly ClientStatus[];
	readonly levels: readonly Segmentation[];
	/** The property whose distinct values are counted instead of installations. */
	readonly unit: Sql | undefined;
};

type Measure = {
	/** Returns the value of a cell for a status, given a condition; `none` is that of the others. */
	readonly cell: (condition: string) => string;
	readonly none: string;
	readonly total: (cells: string) => string;
};

/** Values cannot be added up: a cell is one value, so that the rows are those of a cell and its value. */
const getMeasure = ({unit}: CurrentQuery): Measure =>
	unit
		? {
				cell: condition => `CASE WHEN ${condition} THEN unit END`,
				none: 'NULL::VARCHAR',
				total: cells => `count(DISTINCT ${cells})`,
			}
		: {
				cell: condition => `count(*) FILTER (${condition})`,
				none: '0',
				total: cells => `coalesce(sum(${cells}), 0)`,
			};

function counted({range, rule, filters, statuses, levels, unit}: CurrentQuery): Sql {
	const conditions = statusConditions(range, rule);
	const keys = levels.map(({key}, index) => sql`, ${key} AS ${raw(`k${index + 1}`)}`);
	const flags = statuses.map(status => sql`, ${conditions[status]} AS ${raw(`is_${status}`)}`);
	return sql`SELECT i.installation, i.dateInstalled, i.dateLastSeen, ${unit ?? raw('NULL')} AS unit${join(keys, '')}${join(flags, '')}
		FROM installation AS i WHERE i.productId = ${range.product} AND ${filters} AND ${or(statuses.map(status => conditions[status]))}`;
}

/** Creates the tables m1, m2, … of values and labels from the values of the counted installations. */
const mappings = (levels: readonly Segmentation[], from: string): Sql =>
	join(
		levels.flatMap(({mapping}, index) => {
			const [values, labels, key] = [`v${index + 1}`, `m${index + 1}`, `k${index + 1}`];
			return [
				raw(`, ${values} AS (SELECT ${key} AS value, sum(n) AS n FROM ${from} GROUP BY ${key})`),
				sql`, ${raw(labels)} AS (${mapping(raw(values))})`,
			];
		}),
		'',
	);

const joined = (depth: number, from: string): string =>
	Array.from({length: depth}, (_, index) => index + 1)
		.map(place => ` JOIN m${place} ON ${from}.k${place} IS NOT DISTINCT FROM m${place}.value`)
		.join('');

/** Labels below the depth are null. */
function countsAt(depth: number, report: CurrentQuery): Sql {
	const {statuses, levels} = report;
	const {total} = getMeasure(report);
	const labels = levels.map((_, index) => `${index < depth ? `m${index + 1}.label` : 'NULL'} AS label${index + 1}`);
	const sums = statuses.map(status => `${total(`cells."${status}"`)} AS "${status}"`);
	return raw(`SELECT ${[...labels, ...sums].join(', ')} FROM cells${joined(depth, 'cells')} GROUP BY ALL`);
}

/**
 * Counts at every depth: rows (label1, label2, label3, new, active, lost). Each depth is counted separately, because
 * segments can overlap or omit values.
 */
export function currentCounts(report: CurrentQuery): Sql {
	const {statuses, levels} = report;
	const keys = levels.map((_, index) => `k${index + 1}, `).join('');
	const {cell} = getMeasure(report);
	const counts = statuses.map(status => `, ${cell(`is_${status}`)} AS "${status}"`).join('');
	const depths = levels.length === 0 ? [0] : levels.map((_, index) => index + 1);
	return sql`WITH counted AS (${counted(report)}),
		cells AS (SELECT ${raw(keys)}count(*) AS n${raw(counts)} FROM counted GROUP BY ALL)
		${mappings(levels, 'cells')}
		${join(
			depths.map(depth => countsAt(depth, report)),
			' UNION ALL ',
		)}`;
}

/** Counts by period: rows (date, label1, new, active, lost). label1 is null without a level. */
export function datedCounts(report: CurrentQuery, periods: Periods): Sql {
	const {statuses, levels, range, rule} = report;
	const key = levels.length > 0 ? ', k1' : '';
	const {cell, none, total} = getMeasure(report);
	const cellOf = (status: ClientStatus, own: ClientStatus) => `${status === own ? cell('true') : none} AS "${status}"`;
	const row = (own: ClientStatus) => raw(statuses.map(status => cellOf(status, own)).join(', '));
	const selects: Readonly<Record<ClientStatus, Sql>> = {
		new: sql`SELECT ${periods.of(raw('i.dateInstalled'))} AS date${raw(key)}, ${row('new')} FROM counted AS i WHERE is_new GROUP BY ALL`,
		active: sql`SELECT date${raw(key)}, ${row('active')} FROM (
			SELECT installation, previousDate, ${periods.of(raw('date'))} AS date FROM activity
			WHERE productId = ${range.product} AND date BETWEEN ${range.from} AND ${range.to}) AS a JOIN counted USING (installation)
			WHERE ${isFirstOf(raw('a.date'), range.from)} GROUP BY ALL`,
		lost: rule
			? sql`SELECT ${periods.of(reportedLost(rule))} AS date${raw(key)}, ${row('lost')} FROM counted AS i WHERE is_lost GROUP BY ALL`
			: raw('SELECT NULL'),
	};
	const sums = raw(statuses.map(status => `${total(`"${status}"`)} AS "${status}"`).join(', '));
	const label = levels.length > 0 ? raw('m1.label') : raw('NULL');
	return sql`WITH counted AS (${counted(report)}),
		cells AS (${join(
			statuses.map(status => selects[status]),
			' UNION ALL ',
		)})
		${mappings(levels, `(SELECT *, 1 AS n FROM counted)`)}
		SELECT date, ${label} AS label1, ${sums} FROM cells${raw(joined(levels.length, 'cells'))} GROUP BY ALL`;
}
