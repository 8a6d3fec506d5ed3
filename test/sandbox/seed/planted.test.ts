import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {addDays, dayNumber} from '../../../src/calendar.ts';
import type {CliError} from '../../../src/errors.ts';
import {type Cause, exampleCauses, parseCauses} from '../../../src/sandbox/seed/scenarios.ts';
import {laws} from '../../support/laws/laws.ts';
import {openWorld, readTables, worlds} from '../support/worlds.ts';

const world = {seed: 7, size: 400};
const today = '2026-06-30';
const product = 5_000_000_101;

/** A world with causes, and how many of its rows are such. */
async function planted(...causes: readonly Cause[]) {
	const {connection, rows} = await openWorld({...world, causes}, today);
	const count = async (sql: string) => (await rows<{n: number}>(`SELECT count(*) AS n FROM ${sql}`))[0]?.n;
	return {connection, count};
}

/** The tables of the world without causes, and with some. */
async function compared(...causes: readonly Cause[]) {
	const {connection, count} = await planted(...causes);
	const plain = await openWorld(world, today);
	return {before: await readTables(plain.connection), after: await readTables(connection), count};
}

/** Tables whose rows differ. */
const differing = (before: ReadonlyMap<string, readonly string[]>, after: ReadonlyMap<string, readonly string[]>) =>
	[...before.keys()].filter(name => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)));

describe('a cause changes what it names and nothing else', () => {
	test('a release that crashes on one system', async () => {
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

	test('a feature that nobody uses after a day', async () => {
		const after = '2026-05-31';
		const {before, after: changed, count} = await compared({kind: 'unused', category: 'Files', name: 'Open', after});
		expect(differing(before, changed)).toEqual(['event_usage', 'lifetime_usage']);
		const uses = (condition: string) =>
			count(`event_usage WHERE productId = ${product} AND event = 1 AND date ${condition}`);
		expect(await uses(`> ${dayNumber(after)}`)).toBe(0);
		expect(await uses(`<= ${dayNumber(after)}`)).toBeGreaterThan(0);
	});

	test('a key that the next installations hold', async () => {
		const [cause, from] = ['AUR-', '2026-03-01'];
		const {rows} = await openWorld(world, today);
		const [key] = await rows<{licenseKey: string}>(
			`SELECT licenseKey FROM license_key WHERE licenseKey LIKE '${cause}%' ORDER BY addedDate LIMIT 1`,
		);
		const licenseKey = key?.licenseKey ?? '';
		const {count} = await planted({kind: 'shared-key', licenseKey, installations: 25, from});
		const holders = `installation WHERE licenseKey = '${licenseKey}' AND dateInstalled >= ${dayNumber(from)}`;
		expect(await count(holders)).toBeGreaterThanOrEqual(25);
	});

	test('a country that leaves', async () => {
		const after = '2026-03-31';
		const plain = await openWorld(world, today);
		const {count} = await planted({kind: 'departure', country: 'DE', after});
		const active = `activity JOIN property_span USING (span) WHERE activity.productId = ${product}
			AND geography_country = 'DE' AND date > ${dayNumber(after)}`;
		expect((await plain.rows<{n: number}>(`SELECT count(*) AS n FROM ${active}`))[0]?.n).toBeGreaterThan(0);
		expect(await count(active)).toBe(0);
	});
});

test('a world with causes that is advanced has the rows of the same world made at once', async () => {
	const causes: readonly Cause[] = [
		{kind: 'crash', version: '4.2', platform: 'Windows', percent: 50, from: '2024-01-01'},
		{kind: 'unused', category: 'Files', name: 'Save', after: '2024-06-01'},
		{kind: 'departure', country: 'US', after: '2024-09-01'},
	];
	const days = fc.record({
		age: fc.integer({min: 0, max: 700}),
		steps: fc.array(fc.integer({min: 1, max: 60}), {maxLength: 3}),
	});
	await fc.assert(
		fc.asyncProperty(worlds, days, async (drawn, {age, steps}) => {
			let day = addDays('2023-07-01', age);
			const advanced = await openWorld({...drawn, causes}, day);
			for (const step of steps) {
				day = addDays(day, step);
				await advanced.advance(day);
			}
			const made = await openWorld({...drawn, causes}, day);
			expect(await readTables(advanced.connection)).toEqual(await readTables(made.connection));
		}),
		laws(2),
	);
});

const crash = '"kind": "crash", "percent": 5, "from": "2026-06-01"';

describe('a mistake is told with its place, what was expected, and the nearest word', () => {
	test.each<[causes: string, message: string, details: object]>([
		[
			`{${crash}, "version": "5.0", "platform": "Windws"}`,
			'platform: "Windws" is not known here',
			{suggest: ['Windows']},
		],
		['{"kind": "crahs"}', 'kind: "crahs" is not known here', {suggest: ['crash']}],
		['{"kind": 7}', 'kind: 7 is not known here', {expected: ['"crash"', '"unused"', '"shared-key"', '"departure"']}],
		['{"kind": "departure", "country": "DE", "after": "2026-02-30"}', 'after: expected a day such as 2026-06-30', {}],
		[
			'{"kind": "departure", "country": "DE", "aftr": "2026-02-03", "after": "2026-02-03"}',
			'aftr is not known here',
			{suggest: ['after']},
		],
		['{"kind": "departure", "country": "DE"}', 'after is missing', {}],
		[
			'{"kind": "unused", "category": "Export", "name": "PFD", "after": "2026-01-01"}',
			'name: no event Export/PFD in the sandbox',
			{suggest: ['Export/PDF']},
		],
		['{"kind": "unused", "category": null, "name": 5, "after": "2026-01-01"}', 'name: expected a text', {}],
		[
			'{"kind": "shared-key", "licenseKey": "", "installations": 1, "from": "2026-01-01"}',
			'licenseKey: expected a text that is not empty',
			{},
		],
		[
			'{"kind": "shared-key", "licenseKey": "K", "installations": 0, "from": "2026-01-01"}',
			'installations: expected 1 or more',
			{},
		],
	])('%s', (causes, message, details) => {
		const text = `{"causes": [\n  ${causes}\n]}`;
		const member = message.split(/[: ]/)[0] ?? '';
		const at = causes.indexOf(`"${member}":`);
		const column = at < 0 ? 3 : 3 + causes.indexOf(':', at) + 2;
		expect(() => parseCauses(text, 'causes.json')).toThrow(
			expect.objectContaining({
				...{kind: 'usage', message: `causes[0].${message}`},
				details: expect.objectContaining({
					place: expect.objectContaining({source: 'causes.json', line: 2, column}),
					...details,
				}),
			}),
		);
	});

	test('text that is not JSON, a list without causes, and all mistakes at once', () => {
		const thrown = (text: string) => {
			try {
				parseCauses(text, 'c.json');
			} catch (error) {
				return error as CliError;
			}
			throw new Error('nothing was thrown');
		};
		expect(thrown('{"causes": [\n}')).toMatchObject({
			message: 'c.json is not JSON',
			details: {place: {line: 2, column: 1}},
		});
		expect(thrown('')).toMatchObject({message: 'c.json is not JSON', details: {place: {line: 1, column: 1}}});
		expect(thrown('[]')).toMatchObject({
			message: 'the file: expected an object',
			details: {place: {line: 1, column: 1}},
		});
		expect(thrown('{"causes": []}')).toMatchObject({message: 'causes: expected 1 or more items'});
		const {message, details} = thrown('{"causes": [{"kind": "crash"},\n{"kind": "departure", "country": "D"}]}');
		expect([message, ...(details.problems ?? [])]).toEqual([
			'causes[0].version is missing',
			'c.json:1:13: causes[0].platform is missing',
			'c.json:1:13: causes[0].percent is missing',
			'c.json:1:13: causes[0].from is missing',
			'c.json:2:34: causes[1].country: "D" is not known here; did you mean DE or DK?',
			'c.json:2:1: causes[1].after is missing',
		]);
	});
});

test('the file of the template has every kind, and is taken', () => {
	expect(parseCauses(exampleCauses, 'c.json').map(({kind}) => kind)).toEqual([
		'crash',
		'unused',
		'shared-key',
		'departure',
	]);
});
