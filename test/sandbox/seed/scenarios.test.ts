import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {addDays, dayNumber} from '../../../src/calendar.ts';
import type {CliError} from '../../../src/errors.ts';
import {exampleScenarios, parseScenarios, type Scenario} from '../../../src/sandbox/seed/scenarios.ts';
import {laws} from '../../support/laws/laws.ts';
import {openData, readTables, recipes} from '../support/generated-data.ts';

const recipe = {seed: 7, size: 400};
const today = '2026-06-30';
const product = 5_000_000_101;

/** Opens data with scenarios, and counts their rows. */
async function planted(...scenarios: readonly Scenario[]) {
	const {connection, rows} = await openData({...recipe, scenarios}, today);
	const count = async (sql: string) => (await rows<{n: number}>(`SELECT count(*) AS n FROM ${sql}`))[0]?.n;
	return {connection, count};
}

/** Reads the tables without and with scenarios. */
async function compared(...scenarios: readonly Scenario[]) {
	const {connection, count} = await planted(...scenarios);
	const plain = await openData(recipe, today);
	return {before: await readTables(plain.connection), after: await readTables(connection), count};
}

/** Tables whose rows differ. */
const differing = (before: ReadonlyMap<string, readonly string[]>, after: ReadonlyMap<string, readonly string[]>) =>
	[...before.keys()].filter(name => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)));

describe('a scenario changes only the data that it names', () => {
	test('adds crashes of a release on one platform', async () => {
		const from = '2026-06-01';
		const {before, after, count} = await compared({
			kind: 'crash',
			version: '5.0',
			platform: 'Windows',
			percent: 100,
			from,
		});
		expect(differing(before, after)).toEqual(['exception_line']);
		const known = new Set(before.get('exception_line'));
		const more = (after.get('exception_line') ?? []).filter(row => !known.has(row));
		expect((after.get('exception_line') ?? []).length - known.size).toBe(more.length);
		const days = await count(`activity JOIN property_span USING (span) WHERE activity.productId = ${product}
			AND date >= ${dayNumber(from)} AND prodBuild LIKE '5.0.%' AND os_platform = 'Windows'`);
		expect(more.length).toBeGreaterThan(0);
		// The version of a few installations is not known; they crash as well.
		expect(more.length).toBeGreaterThanOrEqual(days ?? 0);
	});

	test('removes the uses of an event after a day', async () => {
		const after = '2026-05-31';
		const {before, after: changed, count} = await compared({kind: 'unused', category: 'Files', name: 'Open', after});
		expect(differing(before, changed)).toEqual(['event_usage', 'lifetime_usage']);
		const uses = (condition: string) =>
			count(`event_usage WHERE productId = ${product} AND event = 1 AND date ${condition}`);
		expect(await uses(`> ${dayNumber(after)}`)).toBe(0);
		expect(await uses(`<= ${dayNumber(after)}`)).toBeGreaterThan(0);
	});

	test('removes the uses of an event on one platform only', async () => {
		const after = '2026-05-31';
		const {count} = await planted({kind: 'unused', category: 'Files', name: 'Open', platform: 'Windows', after});
		const uses = (platform: string) =>
			count(`event_usage JOIN property_span USING (span) WHERE event_usage.productId = ${product} AND event = 1
				AND date > ${dayNumber(after)} AND os_platform ${platform}`);
		expect(await uses("= 'Windows'")).toBe(0);
		expect(await uses("<> 'Windows'")).toBeGreaterThan(0);
	});

	test('ends the use of a release on a part of the installations, after their first day with it', async () => {
		const from = '2026-05-31';
		const plain = await openData(recipe, today);
		// The first installation is active every day.
		const later = `(SELECT activity.installation, date, min(date) OVER (PARTITION BY activity.installation) AS first
			FROM activity JOIN property_span USING (span) WHERE activity.productId = ${product} AND prodBuild LIKE '5.0.%')
			WHERE date > greatest(first, ${dayNumber(from)})
			AND installation <> (SELECT min(installation) FROM installation WHERE productId = ${product})`;
		const before = (await plain.rows<{n: number}>(`SELECT count(*) AS n FROM ${later}`))[0]?.n ?? 0;
		const half = (await (await planted({kind: 'churn', version: '5.0', percent: 50, from})).count(later)) ?? 0;
		expect(half).toBeGreaterThan(0.2 * before);
		expect(half).toBeLessThan(0.8 * before);
		expect(await (await planted({kind: 'churn', version: '5.0', percent: 100, from})).count(later)).toBe(0);
	});

	test('gives a license key to the next installations', async () => {
		const [prefix, from] = ['AUR-', '2026-03-01'];
		const {rows} = await openData(recipe, today);
		const [key] = await rows<{licenseKey: string}>(
			`SELECT licenseKey FROM license_key WHERE licenseKey LIKE '${prefix}%' ORDER BY addedDate LIMIT 1`,
		);
		const licenseKey = key?.licenseKey ?? '';
		const {count} = await planted({kind: 'shared-key', licenseKey, installations: 25, from});
		const holders = `installation WHERE licenseKey = '${licenseKey}' AND dateInstalled >= ${dayNumber(from)}`;
		expect(await count(holders)).toBeGreaterThanOrEqual(25);
	});

	test('removes the activity in a country after a day', async () => {
		const after = '2026-03-31';
		const plain = await openData(recipe, today);
		const {count} = await planted({kind: 'departure', country: 'DE', after});
		const active = `activity JOIN property_span USING (span) WHERE activity.productId = ${product}
			AND geography_country = 'DE' AND date > ${dayNumber(after)}`;
		expect((await plain.rows<{n: number}>(`SELECT count(*) AS n FROM ${active}`))[0]?.n).toBeGreaterThan(0);
		expect(await count(active)).toBe(0);
	});
});

test('advancing data with scenarios gives the same rows as building them for the later day', async () => {
	const scenarios: readonly Scenario[] = [
		{kind: 'crash', version: '4.2', platform: 'Windows', percent: 50, from: '2024-01-01'},
		{kind: 'unused', category: 'Files', name: 'Save', after: '2024-06-01'},
		{kind: 'departure', country: 'US', after: '2024-09-01'},
		{kind: 'churn', version: '4.3', percent: 40, from: '2024-08-01'},
	];
	const days = fc.record({
		age: fc.integer({min: 0, max: 700}),
		steps: fc.array(fc.integer({min: 1, max: 60}), {maxLength: 3}),
	});
	await fc.assert(
		fc.asyncProperty(recipes, days, async (drawn, {age, steps}) => {
			let day = addDays('2023-07-01', age);
			const advanced = await openData({...drawn, scenarios}, day);
			for (const step of steps) {
				day = addDays(day, step);
				await advanced.advance(day);
			}
			const made = await openData({...drawn, scenarios}, day);
			expect(await readTables(advanced.connection)).toEqual(await readTables(made.connection));
		}),
		laws(2),
	);
});

const crash = '"kind": "crash", "percent": 5, "from": "2026-06-01"';

describe('an invalid file is rejected with the place, the expected value and a suggestion', () => {
	test.each<[scenarios: string, member: string, message: string]>([
		[
			`{${crash}, "version": "5.0", "platform": "Windws"}`,
			'platform',
			'platform: expected Windows, macOS or Linux, not "Windws"; did you mean Windows?',
		],
		[
			'{"kind": "crahs"}',
			'kind',
			'kind: expected crash, unused, shared-key, churn or departure, not "crahs"; did you mean crash?',
		],
		['{"kind": 7}', 'kind', 'kind: expected crash, unused, shared-key, churn or departure, not 7'],
		[
			'{"kind": "departure", "country": "DE", "after": "2026-02-30"}',
			'after',
			'after: expected a day such as 2026-06-30, not "2026-02-30"',
		],
		[
			'{"kind": "departure", "country": "DE", "aftr": "2026-02-03", "after": "2026-02-03"}',
			'aftr',
			"unknown key 'aftr'; did you mean after?",
		],
		['{"kind": "departure", "country": "DE"}', '', 'after is missing'],
		[
			'{"kind": "unused", "category": "Export", "name": "PFD", "after": "2026-01-01"}',
			'name',
			'the sandbox has no event Export/PFD; did you mean Export/PDF?',
		],
		['{"kind": "unused", "category": null, "name": 5, "after": "2026-01-01"}', 'name', 'name: expected text, not 5'],
		[
			'{"kind": "shared-key", "licenseKey": "", "installations": 1, "from": "2026-01-01"}',
			'licenseKey',
			'licenseKey: expected non-empty text, not ""',
		],
		[
			'{"kind": "shared-key", "licenseKey": "K", "installations": 0, "from": "2026-01-01"}',
			'installations',
			'installations: expected 1 or more, not 0',
		],
	])('%s', (scenarios, member, message) => {
		const text = `{"scenarios": [\n  ${scenarios}\n]}`;
		const at = scenarios.indexOf(`"${member}":`);
		const column = at < 0 ? 3 : 3 + scenarios.indexOf(':', at) + 2;
		const place = expect.objectContaining({source: 'scenarios.json', line: 2, column});
		expect(() => parseScenarios(text, 'scenarios.json')).toThrow(
			expect.objectContaining({kind: 'usage', message, details: expect.objectContaining({place})}),
		);
	});

	test('rejects text that is not JSON and an empty list, and reports all errors at once', () => {
		const thrown = (text: string) => {
			try {
				parseScenarios(text, 'c.json');
			} catch (error) {
				return error as CliError;
			}
			throw new Error('nothing was thrown');
		};
		expect(thrown('{"scenarios": [\n}')).toMatchObject({
			message: 'c.json is not JSON',
			details: {place: {line: 2, column: 1}},
		});
		expect(thrown('')).toMatchObject({message: 'c.json is not JSON', details: {place: {line: 1, column: 1}}});
		expect(thrown('[]')).toMatchObject({
			message: 'the file: expected a mapping, not a list',
			details: {place: {line: 1, column: 1}},
		});
		expect(thrown('{"scenarios": []}')).toMatchObject({message: 'scenarios: expected 1 or more items, not a list'});
		const {message, details} = thrown('{"scenarios": [{"kind": "crash"},\n{"kind": "departure", "country": "D"}]}');
		expect([message, ...(details.problems ?? [])]).toEqual([
			'version is missing',
			'c.json:1:16: platform is missing',
			'c.json:1:16: percent is missing',
			'c.json:1:16: from is missing',
			'c.json:2:34: country: expected another value, not "D"; did you mean DE or DK?',
			'c.json:2:1: after is missing',
		]);
	});
});

test('accepts the file of the template, which has every kind', () => {
	expect(parseScenarios(exampleScenarios, 'c.json').map(({kind}) => kind)).toEqual([
		'crash',
		'unused',
		'shared-key',
		'churn',
		'departure',
	]);
});
