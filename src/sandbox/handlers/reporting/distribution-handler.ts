import type {endpoints} from '../../../contract/operations/endpoints.ts';
import type {Handler} from '../../handler.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {type Bin, binOf, countBins, histogram, runtimeBins} from '../../query/bins.ts';
import {prepareReport} from '../../query/prepare-report.ts';
import {query, sql} from '../../query/sql-template.ts';

/** Counts the active installations of a range by usage (docs/service.md#newer-usage-distribution). */

const names = ['activeDays', 'sessions', 'runtime'] as const;
type Name = (typeof names)[number];
/** A count of installations that are in the same bin of each histogram. */
type Row = Readonly<Record<Name, number>> & {readonly n: number};

const bins: Readonly<Record<Name, readonly Bin[]>> = {
	activeDays: countBins,
	sessions: countBins,
	runtime: runtimeBins,
};

function countBy(rows: readonly Row[], name: Name) {
	const counts = new Map<number, number>();
	for (const row of rows) counts.set(row[name], (counts.get(row[name]) ?? 0) + row.n);
	return histogram(
		Array.from(counts, ([bin, n]) => ({bin, n})),
		bins[name],
	);
}

function toHistogram(rows: readonly Row[], name: Name, options: SandboxOptions) {
	const isSplit = name === 'activeDays' || options['distribution-cross'] === 'all';
	const otherNames = isSplit ? names.filter(other => other !== name) : [];
	return new Map(
		bins[name].map(({label}, index) => {
			const binRows = rows.filter(row => row[name] === index);
			const cross = otherNames.map(other => [other, countBy(binRows, other)] as const);
			const users = binRows.reduce((total, {n}) => total + n, 0);
			return [label, new Map<string, unknown>([['users', users], ...cross])];
		}),
	);
}

export const usageDistribution: Handler<typeof endpoints.reports.distribution> = async (input, {product}, service) => {
	const {database, options} = service;
	const {range, filters} = await prepareReport(input, product, {family: 'current', service});
	const rows = await query<Row>(
		database,
		sql`WITH used AS (SELECT installation, count(*) AS days, sum(sessions) AS sessions, sum(runtimeMinutes) AS minutes
				FROM activity WHERE productId = ${product} AND date BETWEEN ${range.from} AND ${range.to} GROUP BY installation)
			SELECT ${binOf('used.days', bins.activeDays)} AS "activeDays", ${binOf('used.sessions', bins.sessions)} AS sessions,
				${binOf('used.minutes', bins.runtime)} AS runtime, count(*) AS n
			FROM installation AS i JOIN used ON used.installation = i.installation
			WHERE i.productId = ${product} AND ${filters} GROUP BY 1, 2, 3`,
	);
	return {results: new Map(names.map(name => [name, toHistogram(rows, name, options)]))};
};
