import {parse} from 'csv-parse/sync';
import {afterAll, expect, test} from 'vitest';
import {openDatabase} from '../../src/sandbox/store/duckdb.ts';
import {getUsualFile, started} from '../sandbox/support/started.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

/**
 * Sums of the CSV of every report, segment by segment, against SQL of this file's own over the sandbox's tables. Days are
 * numbers since 1970; today is 2026-06-30.
 */

const sandbox = await started();
const database = await openDatabase(getUsualFile());
afterAll(() => database.close());

const csv = async (line: string): Promise<Record<string, string>[]> => {
	const {stdout, exitCode} = await usagectl(`report ${line} --quiet -o csv`, {
		env: {
			...sandbox.env,
		},
		clock: fakeClock('2026-06-30T12:00:00Z'),
	});
	expect(exitCode).toBe(0);
	return parse(stdout, {columns: true});
};

const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const [from, to] = [day('2026-01-01'), day('2026-04-30')];
const range = '--from 2026-01-01 --to 2026-04-30';
const each = "--segment 'each *' --segment 'Unknown = null'";
const mine = `productId = ${sandbox.product}`;
const lost = `${mine} AND dateLastSeen BETWEEN ${from} AND ${to} AND dateLastSeen + 30 <= ${day('2026-06-30')}`;
const used = `FROM event_usage AS u JOIN event AS e ON e.event = u.event AND e.productId = u.productId
	WHERE u.${mine} AND date BETWEEN ${from} AND ${to}`;

/** Sums of the columns by the text of some others. */
function sums(rows: Record<string, string>[], by: readonly string[], figures: readonly string[]) {
	const found: Record<string, number[]> = {};
	for (const row of rows) {
		const key = by.map(name => row[name]).join(' | ');
		const totals = found[key] ?? figures.map(() => 0);
		found[key] = totals.map((total, at) => total + Number(row[figures[at] as string]));
	}
	return found;
}
/** What SQL says: the first column names the group, the others are sums; groups of nothing are left out. */
async function expected(sql: string): Promise<Record<string, number[]>> {
	const rows = await database.rows<Record<string, unknown>>(sql);
	return Object.fromEntries(
		rows.map(row => {
			const [group, ...figures] = Object.values(row);
			return [String(group), figures.map(Number)];
		}),
	);
}
const withoutNothing = (groups: Record<string, number[]>) =>
	Object.fromEntries(Object.entries(groups).filter(([, figures]) => figures.some(figure => figure !== 0)));
const close = (groups: Record<string, number[]>) =>
	Object.fromEntries(
		Object.entries(groups).map(([group, figures]) => [group, figures.map(figure => expect.closeTo(figure, 2))]),
	);

test('sums retention by month of installation to the cohorts and those still engaged', async () => {
	const rows = await csv(`churn ${range} --lost-after 30 --segment-by installationMonth`);
	const first = rows.filter(({period}) => period === '0');
	expect(sums(first, ['installationMonth'], ['engaged', 'lost'])).toEqual(
		await expected(
			`SELECT strftime(DATE '1970-01-01' + CAST(dateInstalled AS INTEGER), '%Y-%m-01'), count(*), 0 AS lost
			FROM installation WHERE ${mine} AND dateInstalled BETWEEN ${from} AND ${to} GROUP BY 1`,
		),
	);
	expect(first.length).toBe(4);
});

test('sums the events of lost installations by edition', async () => {
	const rows = await csv(`churn events ${range} --lost-after 30 --segment-by prodEdition ${each}`);
	const usage = await expected(
		`SELECT coalesce(prodEdition, 'Unknown') || ' | ' || coalesce(category, '') || ' | ' || name, sum(l.uses), count(*)
		FROM lifetime_usage AS l JOIN event AS e ON e.event = l.event AND e.productId = l.productId
		JOIN (SELECT * FROM installation WHERE ${lost}) AS i ON i.installation = l.installation
		WHERE l.${mine} AND advanced GROUP BY 1`,
	);
	const figures = ['eventCount', 'usersUsedAtLeastOnce'];
	expect(withoutNothing(sums(rows, ['prodEdition', 'eventCategory', 'eventName'], figures))).toEqual(usage);
	const sizes = await expected(
		`SELECT coalesce(prodEdition, 'Unknown'), count(*) FROM installation WHERE ${lost} GROUP BY 1`,
	);
	for (const row of rows)
		expect([Number(row.usersUsedAtLeastOnce) + Number(row.usersNeverUsed)]).toEqual(
			sizes[row.prodEdition as string] ?? [0],
		);
});

test('sums uses and custom values in the table of events', async () => {
	const rows = await csv(`events ${range}`);
	const figures = ['cumulativeUsageCount', 'cumulativeCustomValueCount'];
	expect(withoutNothing(sums(rows, ['category', 'name'], figures))).toEqual(
		close(
			await expected(
				`SELECT coalesce(category, '') || ' | ' || name, sum(uses), coalesce(sum(customValueSum), 0) ${used} GROUP BY 1`,
			),
		),
	);
});

test.each([
	['usage', 'sum(uses)'],
	['values', 'coalesce(sum(customValueSum), 0)'],
])('sums the timeline of %s by month', async (view, sum) => {
	const events = '--event Export/PDF --event Files/Open';
	const rows = await csv(`events timeline ${range} --split month --view ${view} ${events}`);
	const month = "strftime(DATE '1970-01-01' + CAST(date AS INTEGER), '%Y-%m-01')";
	const some = "(category = 'Export' AND name = 'PDF' OR category = 'Files' AND name = 'Open')";
	expect(withoutNothing(sums(rows, ['date', 'name'], ['value']))).toEqual(
		close(withoutNothing(await expected(`SELECT ${month} || ' | ' || name, ${sum} ${used} AND ${some} GROUP BY 1`))),
	);
});

test('sums uses, users, and users by frequency', async () => {
	const line = `events frequency ${range} --event Export/PDF --event Files/Open`;
	const usage = await expected(
		`SELECT name, sum(uses), count(DISTINCT installation) ${used}
		AND (category = 'Export' AND name = 'PDF' OR category = 'Files' AND name = 'Open') GROUP BY 1`,
	);
	const figures = ['eventCounts', 'uniqueUsersUsedAtLeastOnce'];
	expect(sums(await csv(line), ['name'], figures)).toEqual(usage);
	const users = Object.fromEntries(Object.entries(usage).map(([name, [, count]]) => [name, [count]]));
	expect(sums(await csv(`${line} --bins`), ['name'], ['installations'])).toEqual(users);
	const often = await expected(
		`SELECT '1', count(*) FROM (SELECT installation ${used} AND category = 'Export' AND name = 'PDF'
		GROUP BY 1 HAVING sum(uses) = 1)`,
	);
	const bins = await csv(`events frequency ${range} --event Export/PDF --bins`);
	if (bins.some(({bin}) => bin === '1')) expect(sums(bins, ['bin'], ['installations'])['1']).toEqual(often['1']);
});
