import {describe, expect, test} from 'vitest';
import {endpoints} from '../../../../src/contract/operations/endpoints.ts';
import {lossReports} from '../../../../src/sandbox/handlers/reporting/loss-handlers.ts';
import {caller, emptyProduct, generatedData, plain, readInput} from '../../support/reports.ts';

const data = generatedData();
const range = {
	startDate: '2026-01-01',
	stopDate: '2026-05-31',
	daysUntilDeclaredLost: 30,
	dateReportedLost: 'dateLastSeen',
};

async function ask(
	name: keyof typeof lossReports,
	input: object,
	{assume = [] as readonly string[], by = caller} = {},
) {
	const request = readInput(endpoints.lost[name], input, assume);
	return await lossReports[name](request as never, by, data.service(...assume));
}
const bins = async (name: 'days' | 'sessions' | 'runtime' | 'event', input: object, ...assume: readonly string[]) =>
	plain((await ask(name, input, {assume})).results) as Record<string, number>;
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((whole, count) => whole + count, 0);
const lost = 'productId = 5000000101 AND dateLastSeen BETWEEN 20454 AND 20604 AND dateLastSeen + 30 <= 20634';
const count = async (sql: string) => (await data.rows<{n: number}>(`SELECT count(*) AS n FROM ${sql}`))[0]?.n;

type Line = {
	eventCategory: string | null;
	eventName: string;
	eventCount: number;
	usersUsedAtLeastOnce: number;
	usersNeverUsed: number;
	eventCountPerUser: number | null;
	percentUsedAtLeastOnce: number | null;
	percentNeverUsed: number | null;
};
const table = async (input: object, ...assume: readonly string[]) =>
	plain((await ask('events', {...range, ...input}, {assume})).results) as Line[];

describe('histograms', () => {
	test.each(['days', 'sessions', 'runtime'] as const)('the bins of %s sum to the lost installations', async name => {
		expect(sum(await bins(name, range))).toBe(await count(`installation WHERE ${lost}`));
	});

	test('each bin counts the installations between its edges', async () => {
		const days = await bins('days', range);
		expect(days['4 - 5']).toBe(await count(`installation WHERE ${lost} AND activeDays BETWEEN 4 AND 5`));
		const runtime = await bins('runtime', range);
		expect(runtime['1:01 - 1:15']).toBe(
			await count(`installation WHERE ${lost} AND lifetimeRuntimeMinutes BETWEEN 61 AND 75`),
		);
		expect(runtime['≥ 39:01']).toBe(await count(`installation WHERE ${lost} AND lifetimeRuntimeMinutes > 2340`));
	});

	test('applies the date of declaration and the filters', async () => {
		const declared = await bins('days', {
			...range,
			dateReportedLost: 'dateDeclaredLost',
			globalFilters: {prodEdition: {type: 'string', value: 'Pro'}},
		});
		expect(sum(declared)).toBe(
			await count(
				"installation WHERE productId = 5000000101 AND prodEdition = 'Pro' AND dateLastSeen + 30 BETWEEN 20454 AND 20604",
			),
		);
	});

	test('omits an installation that came back from a past range', async () => {
		const early = {...range, startDate: '2025-06-01', stopDate: '2025-12-31'};
		const [row] = await data.rows<{back: number}>(`SELECT count(*) FILTER (dateLastSeen > last) AS back FROM (
			SELECT installation, max(date) AS last FROM activity WHERE productId = 5000000101 AND date <= 20453 GROUP BY installation)
			JOIN installation USING (installation) WHERE last BETWEEN 20240 AND 20453 - 30`);
		expect(row?.back).toBeGreaterThan(0);
		expect(sum(await bins('days', early))).toBe(
			await count('installation WHERE productId = 5000000101 AND dateLastSeen BETWEEN 20240 AND 20453'),
		);
	});

	test('counts uses of an event from 1, and includes empty bins', async () => {
		const opened = await bins('event', {...range, event: {category: 'Files', name: 'Open'}});
		expect(Object.keys(opened)).toHaveLength(30);
		const users = `installation WHERE ${lost} AND installation IN (SELECT installation FROM lifetime_usage WHERE event = 1)`;
		expect(sum(opened)).toBe(await count(users));
	});

	test('sums the uses of a combination before it counts', async () => {
		const combiArray = [
			{categoryType: 'string', nameType: 'regex', category: 'Files', name: '^(Open|Save)$'},
			{categoryType: 'regex', nameType: 'string', category: '^Files$', name: 'Open'},
		];
		const combined = await bins('event', {...range, event: {combiArray}});
		const uses = `(SELECT sum(uses) AS uses FROM lifetime_usage WHERE event IN (1, 2) AND installation IN (SELECT installation FROM installation WHERE ${lost}) GROUP BY installation)`;
		expect(sum(combined)).toBe(await count(uses));
		expect(combined['≥ 401']).toBe(await count(`${uses} WHERE uses > 400`));
	});

	test('returns empty bins for a product without data', async () => {
		const {results} = await ask('days', range, {by: emptyProduct});
		expect(new Set((results as Map<string, number>).values())).toEqual(new Set([0]));
	});
});

describe('the event table', () => {
	test('has a row for every advanced event of all lost installations', async () => {
		const lines = await table({});
		expect(lines).toHaveLength((await count('event WHERE productId = 5000000101 AND advanced')) ?? 0);
		const population = await count(`installation WHERE ${lost}`);
		for (const line of lines) expect(line.usersUsedAtLeastOnce + line.usersNeverUsed).toBe(population);
		const [expected] = await data.rows<{uses: number; users: number}>(
			`SELECT sum(uses) AS uses, count(*) AS users FROM lifetime_usage JOIN installation USING (installation) WHERE event = 1 AND installation.${lost}`,
		);
		const opened = lines.find(line => line.eventCategory === 'Files' && line.eventName === 'Open');
		expect(opened).toMatchObject({eventCount: expected?.uses, usersUsedAtLeastOnce: expected?.users});
		expect(opened?.eventCountPerUser).toBeCloseTo((expected?.uses ?? 0) / (expected?.users ?? 1), 1);
		expect(opened?.percentUsedAtLeastOnce).toBeCloseTo((100 * (expected?.users ?? 0)) / (population ?? 1), 1);
	});

	test('is sorted by name with events without a category last, or by counts', async () => {
		const names = (lines: Line[]) => lines.map(line => [line.eventCategory, line.eventName]);
		const lines = await table({});
		expect(lines.at(-1)?.eventCategory).toBe(null);
		expect(names(await table({sortDirection: 'desc'}))).toEqual(names(lines).reverse());
		const counts = (await table({sort: 'eventCounts', sortDirection: 'desc'})).map(line => line.eventCount);
		expect(counts).toEqual([...counts].sort((left, right) => right - left));
	});

	test('lists an unused event without an average', async () => {
		const unused = (await table({})).filter(line => line.eventCount === 0);
		expect(unused.length).toBeGreaterThan(0);
		expect(unused[0]).toMatchObject({eventCountPerUser: null, percentUsedAtLeastOnce: 0, percentNeverUsed: 100});
	});

	test('users of segments add up if every installation is in one segment', async () => {
		const segments = [{type: 'regex', value: '.*', split: true, includeNull: true}];
		const answer = await ask('events', {...range, segmentBy: 'prodEdition', segments});
		expect(answer.segmentBy).toBe('prodEdition');
		const parts = plain(answer.results) as Record<string, Line[]>;
		const whole = await table({});
		whole.forEach((line, index) => {
			const own = Object.values(parts).map(lines => lines[index]);
			expect(own.reduce((users, part) => users + (part?.usersUsedAtLeastOnce ?? 0), 0)).toBe(line.usersUsedAtLeastOnce);
			expect(own.reduce((uses, part) => uses + (part?.eventCount ?? 0), 0)).toBe(line.eventCount);
		});
	});

	test('uses the top values by default, and keeps an empty segment of the request', async () => {
		const top = await ask('events', {...range, segmentBy: 'geography.country'});
		expect([...(top.results as Map<string, unknown>).keys()]).toHaveLength(10);
		const named = await ask('events', {...range, segmentBy: 'os.version', segments: [{type: 'string', value: 'CP/M'}]});
		const [[label, lines] = ['', []]] = [...(named.results as Map<string, Line[]>)];
		expect(label).toBe('CP/M');
		expect(new Set(lines.map(line => line.percentNeverUsed))).toEqual(new Set([null]));
	});

	test('can be grouped by category', async () => {
		const categories = (await table({categorizeEvents: true})) as unknown as {
			eventCategory: string;
			categoryData: object[];
		}[];
		expect(categories.map(({eventCategory}) => eventCategory)).toEqual([
			'Edit',
			'Export',
			'Files',
			'Labs',
			'Project',
			'Tools',
			null,
		]);
		expect(categories[0]?.categoryData[0]).not.toHaveProperty('eventCategory');
	});
});

describe('rejects', () => {
	test.each<[string, 'events' | 'event', object, string]>([
		['segments without a property', 'events', {segments: [{type: 'string', value: 'x'}]}, 'segmentBy'],
		[
			'a filter outside the set of event reports',
			'events',
			{globalFilters: {C01: {type: 'string', value: 'x'}}},
			'C01',
		],
		['licenseStatus without segments', 'events', {segmentBy: 'licenseStatus'}, 'licenseStatus'],
		['groupBy', 'events', {groupBy: 'machineId'}, 'groupBy'],
		['an event that is not advanced', 'event', {event: {category: 'Edit', name: 'Undo'}}, 'Edit/Undo'],
		['an event that does not exist', 'event', {event: {category: null, name: 'Nope'}}, 'Nope'],
		[
			'a wrong expression in an event',
			'event',
			{event: {combiArray: [{categoryType: 'regex', nameType: 'string', category: '(', name: 'x'}]}},
			'regular expression',
		],
	])('%s', async (_, name, input, reason) => {
		await expect(ask(name, {...range, ...input})).rejects.toThrow(
			expect.objectContaining({name: 'Rejection', message: expect.stringContaining(reason)}),
		);
	});

	test('an event that is not advanced, unless an option counts it as unused', async () => {
		const event = {category: 'Edit', name: 'Undo'};
		for (const choice of ['zero', 'left-out'])
			expect(sum(await bins('event', {...range, event}, `event-not-advanced=${choice}`))).toBe(0);
	});
});

test('options limit segments to the properties of filters, and return segmentBy null without segments', async () => {
	const touch = {segmentBy: 'touchScreen', segments: [{type: 'boolean', value: true, segmentLabel: 'touch'}]};
	const strict = {assume: ['segment-set=as-filters', 'segment-echo=always']};
	expect(await ask('events', {...range, ...touch})).toHaveProperty('segmentBy', 'touchScreen');
	await expect(ask('events', {...range, ...touch}, strict)).rejects.toThrow('cannot be segmented by touchScreen');
	expect(await ask('events', range)).not.toHaveProperty('segmentBy');
	expect(await ask('events', range, strict)).toHaveProperty('segmentBy', null);
});
