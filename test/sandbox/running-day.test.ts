import type {DuckDBConnection} from '@duckdb/node-api';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {addDays, dayNumber, secondsPerDay} from '../../src/calendar.ts';
import {endpoints} from '../../src/contract/operations/endpoints.ts';
import {readRows} from '../../src/sandbox/store/duckdb.ts';
import {setClockSql} from '../../src/sandbox/store/table-definition.ts';
import {laws} from '../support/laws/laws.ts';
import {openData, readTables, recipes} from './support/generated-data.ts';
import {started} from './support/started.ts';

/** What is known during the last day of the data: only what is not later than the clock. */

const days = fc.integer({min: 20, max: 1300}).map(age => addDays('2023-07-01', age));
const seconds = fc.integer({min: 0, max: secondsPerDay - 1});

const setClock = (connection: DuckDBConnection, day: string, second: number) =>
	connection.run(setClockSql(dayNumber(day) * secondsPerDay + second));

/** The keys of the registry have their own times, and what depends on the day is that of the whole day. */
async function readInstallations(connection: DuckDBConnection) {
	const found = new Map(await readTables(connection));
	for (const name of ['product', 'license_key', 'exception_line', 'custom_event_line']) found.delete(name);
	return found;
}

/** A data file of which half of the days of installations are late has some even if it is small. */
const late = fc.constantFrom(undefined, {perMille: 500, days: 3});

const figuresSql = (day: number) => `SELECT
	(SELECT count(*) FROM installation) AS installations,
	(SELECT count(*) FROM installation WHERE dateLastSeen = ${day}) AS active,
	(SELECT sum(lifetimeSessionCount) FROM installation) AS lifetimeSessions,
	(SELECT coalesce(sum(sessions), 0) FROM activity WHERE date = ${day}) AS sessions,
	(SELECT coalesce(sum(uses), 0) FROM event_usage WHERE date = ${day}) AS uses,
	(SELECT coalesce(sum(uses), 0) FROM lifetime_usage) AS lifetimeUses,
	(SELECT count(*) FROM property_span) AS spans,
	(SELECT count(*) FROM outreach_delivery) AS deliveries`;

const pastSql = (day: number) => `SELECT 'activity' AS name, date, count(*) AS rows, sum(sessions) AS sum
	FROM activity WHERE date < ${day} GROUP BY date
	UNION ALL SELECT 'uses', date, count(*), sum(uses) FROM event_usage WHERE date < ${day} GROUP BY date
	UNION ALL SELECT 'new', dateInstalled, count(*), 0 FROM installation WHERE dateInstalled < ${day} GROUP BY dateInstalled
	ORDER BY ALL`;

describe('the running day', () => {
	test('has at its first moment what the day before had at its end', async () => {
		await fc.assert(
			fc.asyncProperty(recipes, days, async (recipe, day) => {
				const {connection} = await openData(recipe, day);
				await setClock(connection, day, -1);
				const before = await openData(recipe, addDays(day, -1));
				expect(await readInstallations(connection)).toEqual(await readInstallations(before.connection));
			}),
			laws(3),
		);
	});

	test('has at its last second everything that the data have', async () => {
		await fc.assert(
			fc.asyncProperty(recipes, late, days, async (recipe, lateness, day) => {
				const {connection} = await openData({...recipe, late: lateness}, day);
				const all = await readTables(connection);
				await setClock(connection, day, secondsPerDay - 1);
				expect(await readTables(connection)).toEqual(all);
			}),
			laws(3),
		);
	});

	test('has figures that never decrease, and leaves the days before as they are', async () => {
		await fc.assert(
			fc.asyncProperty(recipes, late, days, fc.tuple(seconds, seconds), async (recipe, lateness, day, times) => {
				const {connection} = await openData({...recipe, late: lateness}, day);
				const [first, second] = times.toSorted((left, right) => left - right) as [number, number];
				const read = async (time: number) => {
					await setClock(connection, day, time);
					const [figures] = await readRows<Record<string, number>>(connection, figuresSql(dayNumber(day)));
					return {figures: figures ?? {}, past: await readRows(connection, pastSql(dayNumber(day)))};
				};
				const [earlier, later] = [await read(first), await read(second)];
				for (const [name, figure] of Object.entries(earlier.figures))
					expect([name, later.figures[name]]).toEqual([name, expect.toSatisfy(value => value >= figure)]);
				expect(later.past).toEqual(earlier.past);
			}),
			laws(4),
		);
	});

	test('agrees with itself at any time: sums, last days, and the history of every crash report', async () => {
		await fc.assert(
			fc.asyncProperty(recipes, late, days, seconds, async (recipe, lateness, day, second) => {
				const {connection} = await openData({...recipe, late: lateness}, day);
				await setClock(connection, day, second);
				const clock = dayNumber(day) * secondsPerDay + second;
				const contradictions = await readRows(
					connection,
					`SELECT 'installation' AS name, installation FROM installation LEFT JOIN (
							SELECT installation, count(*) AS days, sum(sessions) AS sessions, sum(runtimeMinutes) AS minutes, max(date) AS last
							FROM activity GROUP BY installation) USING (installation)
						WHERE (activeDays, lifetimeSessionCount, lifetimeRuntimeMinutes) IS DISTINCT FROM (days, sessions, minutes)
							OR dateLastSeen < last
					UNION ALL SELECT 'repeated', installation FROM installation GROUP BY installation HAVING count(*) > 1
					UNION ALL SELECT 'span', installation FROM property_span AS s LEFT JOIN (
							SELECT span, sum(sessions) AS sum FROM activity GROUP BY span) USING (span) WHERE s.sessions <> coalesce(sum, 0)
					UNION ALL SELECT 'lifetime', installation FROM lifetime_usage FULL JOIN (
							SELECT installation, event, sum(uses) AS sum FROM event_usage GROUP BY ALL) USING (installation, event)
						WHERE uses IS DISTINCT FROM sum
					UNION ALL SELECT 'usage', installation FROM event_usage ANTI JOIN activity USING (installation, date, span)
					UNION ALL SELECT 'activity', installation FROM activity ANTI JOIN property_span USING (installation, span)
					UNION ALL SELECT 'record', installation FROM (FROM exception_line SELECT installation, span, occurredAt
						UNION ALL FROM custom_event_line SELECT installation, span, occurredAt) ANTI JOIN property_span USING (installation, span)
						WHERE occurredAt <= ${clock}`,
				);
				expect(contradictions).toEqual([]);
			}),
			{...laws(6), examples: [[{seed: 1, size: 60}, undefined, '2026-06-15', secondsPerDay / 2]]},
		);
	});
});

const {reports, events, licenseKeys} = endpoints;
const today = '2026-06-30';

/** The figures of the running day at a time of the day. */
async function servedAt(time: string) {
	const {ask} = await started({now: `${today}T${time}`});
	const {results: dated} = await ask(reports.current.path, {
		...{startDate: 'NOW-7', clientStatus: ['active'], dateSplit: 'day'},
	});
	const {results: categories} = await ask(events.table.path, {startDate: today, stopDate: today});
	const {results: keys} = await ask(licenseKeys.list.path, {paging: {limit: 1000}});
	const {[today]: active, ...past} = dated as Record<string, {active: number}>;
	const sum = (rows: readonly object[], read: (row: never) => number) =>
		rows.reduce((total, row) => total + read(row as never), 0);
	return {
		active: active?.active ?? 0,
		past,
		uses: sum(
			categories,
			(row: {categoryUsageSummary: {cumulativeUsageCount: number}}) => row.categoryUsageSummary.cumulativeUsageCount,
		),
		keyInstallations: sum(keys, (key: {installCount: number}) => key.installCount),
	};
}

test('the contacts of a day are spread over it evenly', async () => {
	const {connection} = await openData({seed: 3, size: 1500}, today);
	const active = async (second: number) => {
		await setClock(connection, today, second);
		const [row] = await readRows<{n: number}>(
			connection,
			`SELECT count(*) AS n FROM activity WHERE date = ${dayNumber(today)}`,
		);
		return row?.n ?? 0;
	};
	const all = await active(secondsPerDay - 1);
	for (const share of [0.25, 0.5, 0.75])
		expect(Math.abs((await active(share * secondsPerDay)) / all - share)).toBeLessThan(0.25);
});

test('reports have nothing of the day at its first second, some of it at noon, and everything at its end', async () => {
	const [start, noon, end] = [await servedAt('00:00:01'), await servedAt('12:00:00'), await servedAt('23:59:59')];
	expect([start.active, start.uses]).toEqual([0, 0]);
	for (const figure of ['active', 'uses'] as const) {
		expect(noon[figure]).toBeGreaterThan(0);
		expect(noon[figure]).toBeLessThan(end[figure]);
	}
	expect([start.past, noon.past]).toEqual([end.past, end.past]);
	expect(start.keyInstallations).toBeLessThanOrEqual(noon.keyInstallations);
	expect(noon.keyInstallations).toBeLessThanOrEqual(end.keyInstallations);
});
