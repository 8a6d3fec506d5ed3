import {parse} from 'csv-parse/sync';
import {afterAll, describe, expect, onTestFinished, test} from 'vitest';
import {optionTable} from '../../src/sandbox/options/option-table.ts';
import {openDatabase} from '../../src/sandbox/store/duckdb.ts';
import {getUsualFile, started} from '../sandbox/support/started.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

/**
 * What the reports print, against SQL of this file's own over the sandbox's tables. Today is 2026-06-30; days are numbers
 * since 1970.
 */

const sandbox = await started();
const database = await openDatabase(getUsualFile());
afterAll(() => database.close());

type Service = Pick<typeof sandbox, 'baseUrl' | 'admin' | 'product'>;
const runOn = ({baseUrl, admin, product}: Service, line: string) =>
	usagectl(`report ${line}`, {
		env: {
			USAGECTL_BASE_URL: baseUrl,
			USAGECTL_USER: admin.user,
			USAGECTL_PASSWORD: admin.password,
			USAGECTL_PRODUCT: String(product),
		},
		clock: fakeClock('2026-06-30T12:00:00Z'),
	});
const csvOn = async (service: Service, line: string): Promise<Record<string, string>[]> => {
	const {stdout, stderr, exitCode} = await runOn(service, `${line} -o csv`);
	expect({stderr: stderr.replace(/^note: .*\n/gm, ''), exitCode}).toEqual({stderr: '', exitCode: 0});
	return parse(stdout, {columns: true});
};
const csv = (line: string) => csvOn(sandbox, line);
const sum = (rows: readonly Record<string, string>[], key: string) =>
	rows.reduce((total, row) => total + Number(row[key]), 0);

const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const [from, today] = [day('2026-04-01'), day('2026-06-30')];
const rows = <Row extends object>(sql: string) =>
	database.rows<Row>(
		sql
			.replaceAll('$product', String(sandbox.product))
			.replaceAll('$from', String(from))
			.replaceAll('$today', String(today)),
	);
const one = async (sql: string) => Number((await rows<{n: number}>(`SELECT ${sql}`))[0]?.n);

const installations = 'FROM installation WHERE productId = $product';
const lost = `dateLastSeen BETWEEN $from AND $today AND dateLastSeen + 30 <= $today`;
const range = '--from 2026-04-01 --to 2026-06-30';

describe('report current', () => {
	const line = 'current --from 2026-04-01 --status new,active,lost --lost-after 30';
	const totals = async () => ({
		new: await one(`count(*) AS n ${installations} AND dateInstalled BETWEEN $from AND $today`),
		active: await one(
			'count(DISTINCT installation) AS n FROM activity WHERE productId = $product AND date BETWEEN $from AND $today',
		),
		lost: await one(`count(*) AS n ${installations} AND ${lost}`),
	});

	test('counts all installations without levels', async () => {
		const {new: installed, active, lost: gone} = await totals();
		expect(await csv(line)).toEqual([{new: String(installed), active: String(active), lost: String(gone)}]);
		expect(installed * active * gone).toBeGreaterThan(0);
	});

	test('counts by edition, including null, and the segments add up to the total', async () => {
		const segments = await csv(`${line} --level 'prodEdition: each *, Unknown = null'`);
		const whole = await totals();
		for (const status of ['new', 'active', 'lost'] as const) expect(sum(segments, status)).toBe(whole[status]);
		const expected = await rows<{label: string; n: number}>(
			`SELECT coalesce(prodEdition, 'Unknown') AS label, count(*) AS n ${installations} AND ${lost} GROUP BY 1`,
		);
		for (const {label, n} of expected) {
			expect(segments.find(row => row.prodEdition === label)).toMatchObject({lost: String(n)});
		}
	});

	test('counts by three levels, and the innermost rows add up to the totals', async () => {
		const levels =
			"--level 'prodEdition: each *, - = null' --level 'geography.continent: each *, - = null' --level 'prodVersion: each *, - = null'";
		const long = await csv(`${line} ${levels}`);
		const all = await csv(`${line} ${levels} --totals`);
		const at = (level: string) => all.filter(row => row.level === level);
		const whole = await totals();
		for (const status of ['new', 'active', 'lost'] as const) {
			for (const level of ['prodEdition', 'geography.continent', 'prodVersion'])
				expect(sum(at(level), status)).toBe(whole[status]);
			expect(sum(long, status)).toBe(whole[status]);
		}
		expect(at('prodVersion').map(({level: _, ...row}) => row)).toEqual(long);
	});

	test('counts by month', async () => {
		const months = await csv(`${line} --split month`);
		const expected = await rows<{month: string; n: number}>(
			`SELECT strftime(DATE '1970-01-01' + CAST(dateInstalled AS INTEGER), '%Y-%m-01') AS month, count(*) AS n
			${installations} AND dateInstalled BETWEEN $from AND $today GROUP BY 1 ORDER BY 1`,
		);
		expect(months.map(row => [row.date, row.new])).toEqual(expected.map(({month, n}) => [month, String(n)]));
	});
});

describe('report churn', () => {
	test('retention starts each cohort with the installations added', async () => {
		const cohorts = await csv(`churn ${range} --lost-after 30 --segment-by installationMonth`);
		const first = cohorts.filter(({period}) => period === '0');
		expect(sum(first, 'engaged')).toBe(
			await one(`count(*) AS n ${installations} AND dateInstalled BETWEEN $from AND $today`),
		);
		expect(new Set(cohorts.map(row => Number(row.engaged) + Number(row.lost))).size).toBe(first.length);
		const periods = await csv(`churn ${range} --lost-after 30`);
		expect(periods[0]).toMatchObject({period: '0', engaged: String(sum(first, 'engaged'))});
	});

	test.each([
		['days', 'activeDays'],
		['sessions', 'lifetimeSessionCount'],
	])('the bins of %s hold everyone who was lost', async (kind, column) => {
		const bins = await csv(`churn ${kind} ${range} --lost-after 30`);
		expect(sum(bins, 'installations')).toBe(await one(`count(*) AS n ${installations} AND ${lost}`));
		expect(bins.find(({bin}) => bin === '2')).toMatchObject({
			installations: String(await one(`count(*) AS n ${installations} AND ${lost} AND ${column} = 2`)),
		});
	});

	test('counts the bins of runtime', async () => {
		const bins = await csv(`churn runtime ${range} --lost-after 30`);
		expect(sum(bins, 'installations')).toBe(await one(`count(*) AS n ${installations} AND ${lost}`));
	});

	test('counts events of lost installations, and the histogram of one', async () => {
		const table = await csv(`churn events ${range} --lost-after 30`);
		const expected = await rows<{category: string | null; name: string; uses: number; users: number}>(
			`SELECT category, name, coalesce(sum(u.uses), 0) AS uses, count(u.installation) AS users
			FROM event AS e LEFT JOIN (SELECT * FROM lifetime_usage WHERE installation IN
				(SELECT installation ${installations} AND ${lost})) AS u ON u.event = e.event AND u.productId = e.productId
			WHERE e.productId = $product AND advanced GROUP BY 1, 2`,
		);
		const key = (category: string | null | undefined, name: string | undefined) => `${category ?? ''}/${name}`;
		const figures = new Map(table.map(row => [key(row.eventCategory, row.eventName), row]));
		expect(figures.size).toBe(expected.length);
		for (const {category, name, uses, users} of expected) {
			const row = figures.get(key(category, name));
			expect([key(category, name), row?.eventCount, row?.usersUsedAtLeastOnce]).toEqual([
				key(category, name),
				String(uses),
				String(users),
			]);
		}
		const gone = await one(`count(*) AS n ${installations} AND ${lost}`);
		for (const row of table) expect(Number(row.usersUsedAtLeastOnce) + Number(row.usersNeverUsed)).toBe(gone);
		const bins = await csv(`churn event Export/PDF ${range} --lost-after 30`);
		expect(sum(bins, 'installations')).toBe(Number(figures.get('Export/PDF')?.usersUsedAtLeastOnce));
	});
});

describe('report events', () => {
	const usage = (condition = 'true') =>
		rows<{category: string | null; name: string; uses: number; custom: number | null}>(
			`SELECT category, name, sum(uses) AS uses, sum(customValueSum) AS custom
			FROM event_usage AS u JOIN event AS e ON e.event = u.event AND e.productId = u.productId
			WHERE u.productId = $product AND date BETWEEN $from AND $today AND ${condition} GROUP BY 1, 2 ORDER BY 1, 2`,
		);

	test('prints the table of events', async () => {
		const table = await csv(`events ${range}`);
		const used = table.filter(row => row.cumulativeUsageCount !== '0');
		const expected = await usage();
		expect(used.length).toBe(expected.length);
		expect(sum(table, 'cumulativeUsageCount')).toBe(expected.reduce((total, {uses}) => total + uses, 0));
		for (const {category, name, uses} of expected) {
			const row = table.find(each => each.category === (category ?? '') && each.name === name);
			expect([name, row?.cumulativeUsageCount]).toEqual([name, String(uses)]);
		}
		const withTotals = await csv(`events ${range} --totals`);
		const level = (word: string) => withTotals.filter(row => row.level === word);
		expect(sum(level('category'), 'cumulativeUsageCount')).toBe(sum(level('event'), 'cumulativeUsageCount'));
		expect(level('event').map(({level: _, ...row}) => row)).toEqual(table);
	});

	test('the timeline of every event, in several requests, adds up to the table', async () => {
		const names = (await usage()).map(({category, name}) => {
			const quoted = (part: string) => `'${part.replaceAll("'", "''")}'`;
			return `${category === null ? 'null' : quoted(category)}/${quoted(name)}`;
		});
		expect(names.length).toBeGreaterThan(10);
		const flags = names.flatMap(name => ['--event', name]);
		const line = ['report', 'events', 'timeline', ...range.split(' '), '--split', 'month', '-o', 'csv', ...flags];
		const {stdout, exitCode} = await usagectl(line, {
			env: {
				...sandbox.env,
			},
		});
		const timeline: Record<string, string>[] = parse(stdout, {columns: true});
		expect(exitCode).toBe(0);
		expect([...new Set(timeline.map(({date}) => date))]).toEqual(['2026-04-01', '2026-05-01', '2026-06-01']);
		expect(sum(timeline, 'value')).toBe((await usage()).reduce((total, {uses}) => total + uses, 0));
	});

	test('counts the frequency of an event, its bins and its segments', async () => {
		const line = `events frequency ${range} --event Export/PDF`;
		const [expected] = await usage("category = 'Export' AND name = 'PDF'");
		const [whole] = await csv(line);
		expect(whole).toMatchObject({category: 'Export', name: 'PDF', combiLabel: '', eventCounts: String(expected?.uses)});
		const bins = await csv(`${line} --bins`);
		expect(String(sum(bins, 'installations'))).toBe(whole?.uniqueUsersUsedAtLeastOnce);
		const segments = await csv(`${line} --segment-by formFactor --segment 'each *' --segment 'Unknown = null'`);
		expect(String(sum(segments, 'eventCounts'))).toBe(whole?.eventCounts);
		const [combination] = await csv(`events frequency ${range} --event 'combi(Export/PDF)'`);
		expect(combination).toMatchObject({name: '', eventCounts: whole?.eventCounts});
	});
});

describe('returns the same rows for every layout of the service', () => {
	test.each([
		['bare-totals', 'current --from 2026-04-01'],
		['dated-level', "current --from 2026-04-01 --split month --level 'prodEdition: each *'"],
		['full-report-layout', 'events frequency --from 2026-04-01 --event Export/PDF --event Files/Open --bins'],
		[
			'full-report-layout',
			"events frequency --from 2026-04-01 --event Export/PDF --segment-by prodEdition --segment 'each *'",
		],
	])('%s', async (id, line) => {
		const expected = (await csv(line)).map(row => JSON.stringify(row)).sort();
		expect(expected.length).toBeGreaterThan(0);
		const values = optionTable.find(option => option.id === id)?.values as readonly string[];
		for (const value of values.slice(1)) {
			const other = await started({stateDir: sandbox.stateDir, assume: [`${id}=${value}`]}, onTestFinished);
			expect((await csvOn(other, line)).map(row => JSON.stringify(row)).sort()).toEqual(expected);
		}
	});
});
