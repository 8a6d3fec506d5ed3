import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openEngine} from '../../src/archive/sql/engine.ts';
import {exportSandbox, resetSandbox} from '../../src/sandbox/stored-data.ts';
import {started} from '../sandbox/support/started.ts';
import {copyArchive} from '../sandbox/support/synced.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

/**
 * Twenty questions that need a join, over the views and over the exported tables of the sandbox. Each is a subquery of one
 * statement, so that the views are read once.
 */

const sandbox = await started();
const home = join(sandbox.stateDir, 'home');
const env = {USAGECTL_CONFIG_DIR: join(sandbox.stateDir, 'config'), ...sandbox.env};
const clock = fakeClock('2026-06-30T12:00:00Z');

async function run(...words: readonly string[]): Promise<string> {
	const {stdout, stderr, exitCode} = await usagectl(words, {env, clock});
	expect({exitCode, stderr}, words.join(' ')).toMatchObject({exitCode: 0});
	return stdout;
}

/** Archives begin with this day. */
const start = "DATE '2026-04-01'";
const versions = "report('current --from -30d --level prodVersion')";
const activeVersions = `(SELECT prodVersion, count(*) AS active FROM clients WHERE dateLastSeen >= DATE '2026-05-31' GROUP BY ALL)`;
const eventUses = "report('events table --from -30d')";
const recentUses = `(SELECT nullif(category, '') AS category, name, sum(uses) FILTER (date >= DATE '2026-05-31') AS uses
	FROM event LEFT JOIN event_usage USING (productId, event) WHERE productId = PRODUCT GROUP BY ALL)`;

/** The second text replaces names that the exported tables do not have. */
const questions: readonly (readonly [sql: string, replaced?: Readonly<Record<string, string>>])[] = [
	[
		'SELECT k.licenseType, count(*) AS n FROM crashes c JOIN clients i USING (clientId) JOIN keys k USING (licenseKey) GROUP BY ALL',
	],
	[
		`SELECT clientId IN (SELECT clientId FROM events WHERE event_category = 'Export') AS exported, count(*) AS lost
			FROM clients WHERE dateLastSeen BETWEEN ${start} AND DATE '2026-05-21' GROUP BY ALL`,
	],
	[
		`SELECT licenseKey, overQuotaCount, count(*) AS n, count(DISTINCT clientId) AS crashing
			FROM keys JOIN clients USING (licenseKey) JOIN crashes USING (clientId) WHERE overQuotaCount > 0 GROUP BY ALL`,
	],
	[
		`SELECT prodVersion, active, n, round(100 * n / active, 1) AS per100 FROM ${versions}
			JOIN (SELECT prodVersion, count(*) AS n FROM crashes GROUP BY ALL) USING (prodVersion)`,
		{[versions]: activeVersions},
	],
	[
		`SELECT geography_country, active, n FROM report('current --from -30d --level geography.country')
			JOIN (SELECT geography_country, count(DISTINCT clientId) AS n FROM crashes GROUP BY ALL) USING (geography_country)`,
		{
			[versions.replace('prodVersion', 'geography.country')]: activeVersions.replace(
				'prodVersion',
				'geography_country',
			),
		},
	],
	[
		`SELECT c.prodVersion AS crashed, i.prodVersion AS now, count(DISTINCT clientId) AS n
			FROM crashes c JOIN clients i USING (clientId) WHERE c.prodVersion <> i.prodVersion GROUP BY ALL`,
	],
	['SELECT clientId IN (SELECT clientId FROM crashes) AS crashes, median(ram) AS ram FROM clients GROUP BY ALL'],
	[
		`SELECT event_name, count(*) AS n FROM events e JOIN crashes c
			ON e.clientId = c.clientId AND e.timestamp BETWEEN c.timestamp - INTERVAL 1 DAY AND c.timestamp GROUP BY ALL`,
	],
	[
		`SELECT days, count(*) AS n FROM (SELECT date_diff('month', any_value(dateInstalled), min(timestamp)::DATE) AS days
			FROM crashes JOIN clients USING (clientId) GROUP BY clientId) GROUP BY ALL`,
	],
	['SELECT k.licenseType, count(*) AS n FROM keys k ANTI JOIN clients i USING (licenseKey) GROUP BY ALL'],
	[
		`SELECT licenseKey, k.licenseType, count(DISTINCT geography_country) AS n
			FROM clients JOIN keys k USING (licenseKey) GROUP BY ALL HAVING n > 2`,
	],
	[
		`SELECT licenseKey, expiryDate, max(dateLastSeen) AS seen FROM keys JOIN clients USING (licenseKey)
			WHERE dateLastSeen > expiryDate GROUP BY ALL`,
	],
	[
		`SELECT c.category, c.name FROM events_catalog c JOIN ${eventUses} r
			ON c.name = r.name AND c.category IS NOT DISTINCT FROM r.category WHERE r.cumulativeUsageCount < 20`,
		{
			[eventUses]: `(SELECT category, name, coalesce(uses, 0) AS cumulativeUsageCount FROM ${recentUses})`,
			events_catalog: `(SELECT nullif(category, '') AS category, name FROM event WHERE productId = PRODUCT)`,
		},
	],
	[
		`SELECT name, r.cumulativeUsageCount AS uses, n FROM ${eventUses} r JOIN
			(SELECT event_category, event_name AS name, count(*) AS n FROM events GROUP BY ALL) e USING (name)
			WHERE coalesce(r.category, '') = coalesce(e.event_category, '')`,
		{[eventUses]: `(SELECT category, name, uses AS cumulativeUsageCount FROM ${recentUses})`},
	],
	['SELECT count(DISTINCT clientId) AS n FROM crashes SEMI JOIN events USING (clientId)'],
	[
		`SELECT k.blacklisted, k.expired, count(DISTINCT clientId) AS n
			FROM crashes JOIN clients USING (clientId) LEFT JOIN keys k USING (licenseKey) GROUP BY ALL`,
	],
	[
		`SELECT date_trunc('month', dateInstalled)::DATE AS month, count(DISTINCT i.clientId) AS new, count(c.clientId) AS n
			FROM clients i LEFT JOIN crashes c ON i.clientId = c.clientId AND c.timestamp < dateInstalled + 31
			WHERE dateInstalled >= ${start} GROUP BY ALL`,
	],
	[
		`SELECT licenseStatus_expired AS expired, touchScreen, count(*) AS n FROM clients SEMI JOIN keys USING (licenseKey) GROUP BY ALL`,
	],
	[
		`SELECT gpu_vendor, count(DISTINCT c.clientId) / count(DISTINCT i.clientId) AS crashing
			FROM clients i LEFT JOIN crashes c USING (clientId) GROUP BY ALL`,
	],
	[
		`SELECT class, method, sum(g.count) AS n, min(first_day) AS first_day FROM crash_groups g GROUP BY ALL`,
		{
			crash_groups: `(SELECT exception_class AS class, exception_method AS method, count(*) AS count,
				min(timestamp)::DATE AS first_day FROM crashes GROUP BY ALL)`,
		},
	],
];

/** The views of a product from its exported tables. */
const createViews = (folder: string, product: number): readonly string[] => {
	const names = [
		'installation',
		'property_span',
		'exception_line',
		'custom_event_line',
		'license_key',
		'event',
		'event_usage',
	];
	const records = (table: string, own: string) =>
		`SELECT occurredAt AS timestamp, clientId, s.prodVersion, s.geography_country, ${own} FROM ${table} JOIN
			installation USING (productId, installation) JOIN property_span s USING (productId, installation, span)
			WHERE productId = ${product} AND occurredAt >= ${start}`;
	return [
		...names.map(name => `CREATE VIEW ${name} AS FROM read_parquet('${join(folder, name)}.parquet')`),
		`CREATE VIEW clients AS SELECT * FROM installation WHERE productId = ${product}`,
		`CREATE VIEW keys AS SELECT *, (SELECT count(*) FROM clients i WHERE i.licenseKey = k.licenseKey) - installQuota AS overQuotaCount
			FROM license_key k WHERE productId = ${product}`,
		`CREATE VIEW crashes AS ${records('exception_line', 'class AS exception_class, method AS exception_method')}`,
		`CREATE VIEW events AS ${records('custom_event_line', 'category AS event_category, name AS event_name')}`,
	];
};

const joined = (statements: readonly string[]) =>
	statements
		.map((sql, at) => `SELECT ${at} AS place, to_json(list(t)) AS found FROM (${sql}) AS t`)
		.join(' UNION ALL ');

/** Rows in a fixed order: the statements need none. */
const toRows = (found: unknown) =>
	(JSON.parse(String(found)) as readonly object[]).map(row => JSON.stringify(Object.values(row))).sort();

test('twenty questions that need a join have the same answers over exported tables', async () => {
	const archive = join(home, 'archive');
	const tables = join(home, 'tables');
	await copyArchive(archive, 'exceptions', 'events');
	const {stateDir} = sandbox;
	await resetSandbox(stateDir, {seed: 7, size: 500, now: '2026-06-30', today: clock.now()});
	await exportSandbox(stateDir, {target: tables, format: 'parquet', today: clock.now()});
	const sql = joined(questions.map(([each]) => each));
	const answers = JSON.parse(await run('query', '--archive', archive, '-o', 'json', '--', sql));
	const {signal} = new AbortController();
	const engine = await openEngine({temp: temporaryFolder(), folders: [tables], signal});
	for (const statement of createViews(tables, sandbox.product)) await engine.run(statement);
	const replaced = questions.map(([each, names = {}]) =>
		Object.entries(names)
			.reduce((text, [from, to]) => text.replace(from, to), each)
			.replaceAll('PRODUCT', String(sandbox.product)),
	);
	const expected = await engine.rows(joined(replaced));
	await engine.close();
	for (const [at, [question]] of questions.entries()) {
		const rows = toRows(expected.find(([place]) => place === at)?.[1]);
		expect(rows.length, question).toBeGreaterThan(0);
		expect(toRows(answers.find(({place}: {place: number}) => place === at)?.found), question).toEqual(rows);
	}
});
