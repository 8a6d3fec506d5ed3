import {describe, expect, test} from 'vitest';
import {endpoints} from '../../../../src/contract/operations/endpoints.ts';
import {eventReports} from '../../../../src/sandbox/handlers/create-handlers.ts';
import {caller, emptyProduct, generatedData, plain, readInput} from '../../support/reports.ts';

const data = generatedData();
const range = {startDate: '2026-03-01', stopDate: '2026-05-31'};
const inRange = 'productId = 5000000101 AND date BETWEEN 20513 AND 20604';
const opened = {category: 'Files', name: 'Open'};

async function ask(
	name: keyof typeof eventReports,
	input: object,
	{assume = [] as readonly string[], by = caller} = {},
) {
	const request = readInput(endpoints.events[name], {...range, ...input}, assume);
	return await eventReports[name](request as never, by, data.service(...assume));
}
const first = async <Row extends object>(sql: string) => (await data.rows<Row>(sql))[0];

type Usage = Record<
	'cumulativeUsageCount' | 'averageCountPerUser' | 'averageCountPerSession' | 'averageCountPerRuntimeHour',
	number | null
>;
type Custom = Record<'cumulativeCustomValueCount' | 'averageCustomValuePerEvent', number | null>;
type Category = {
	category: string | null;
	categoryUsageSummary: Usage;
	categoryCustomValuesSummary: Custom;
	categoryEventsData: Record<string, {eventUsage: Usage; eventCustomValues: Custom}>;
};
const table = async (...assume: readonly string[]) =>
	plain((await ask('table', {}, {assume})).results) as unknown as Category[];
const categoryOf = (categories: Category[], name: string | null) => categories.find(({category}) => category === name);

describe('the basic table', () => {
	test('lists every category once with its events, and events without a category last', async () => {
		const categories = await table();
		const names = categories.map(({category}) => category);
		expect(names).toEqual(['Edit', 'Export', 'Files', 'Help', 'Labs', 'Project', 'Settings', 'Tools', 'View', null]);
		expect(Object.keys(categoryOf(categories, 'Settings')?.categoryEventsData ?? {}).sort()).toEqual(['10', '9']);
		expect(categoryOf(categories, 'Labs')?.categoryUsageSummary.cumulativeUsageCount).toBe(0);
	});

	test('keeps the order of names that look like numbers', async () => {
		const {results} = await ask('table', {});
		const settings = (results as {category: string | null; categoryEventsData: Map<string, unknown>}[]).find(
			({category}) => category === 'Settings',
		);
		expect([...(settings?.categoryEventsData.keys() ?? [])]).toEqual(['10', '9']);
	});

	test('counts the rows of the tables, and divides by the active installations', async () => {
		const {eventUsage, eventCustomValues} = categoryOf(await table(), 'Files')?.categoryEventsData.Open ?? {};
		const used = await first<{uses: number; sum: number}>(
			`SELECT sum(uses) AS uses, sum(customValueSum) AS sum FROM event_usage WHERE event = 1 AND ${inRange}`,
		);
		const there = await first<{users: number; sessions: number; minutes: number}>(
			`SELECT count(DISTINCT installation) AS users, sum(sessions) AS sessions, sum(runtimeMinutes) AS minutes FROM activity WHERE ${inRange}`,
		);
		if (!used || !there) throw new Error('no rows');
		expect(eventUsage?.cumulativeUsageCount).toBe(used.uses);
		expect(eventUsage?.averageCountPerUser).toBeCloseTo(used.uses / there.users, 1);
		expect(eventUsage?.averageCountPerSession).toBeCloseTo(used.uses / there.sessions, 1);
		expect(eventUsage?.averageCountPerRuntimeHour).toBeCloseTo(used.uses / (there.minutes / 60), 1);
		expect(eventCustomValues?.cumulativeCustomValueCount).toBe(used.sum);
		expect(eventCustomValues?.averageCustomValuePerEvent).toBeCloseTo(used.sum / used.uses, 1);
	});

	test('sums a category from its events', async () => {
		for (const {categoryUsageSummary, categoryEventsData} of await table()) {
			const counts = Object.values(categoryEventsData).map(({eventUsage}) => eventUsage.cumulativeUsageCount ?? 0);
			expect(categoryUsageSummary.cumulativeUsageCount).toBe(counts.reduce((sum, count) => sum + count, 0));
		}
	});

	test('has no custom values for events that sent none', async () => {
		const undo = categoryOf(await table(), 'Edit')?.categoryEventsData.Undo?.eventCustomValues;
		expect(new Set(Object.values(undo ?? {}))).toEqual(new Set([null]));
	});

	test('is empty for a product without events', async () => {
		expect((await ask('table', {}, {by: emptyProduct})).results).toEqual([]);
	});
});

type Point = {category: string | null; name: string; value: number | null};
const timeline = async (input: object, ...assume: readonly string[]) =>
	plain(
		(await ask('timeline', {dataView: 'usageCounts', dateSplit: 'month', events: [opened], ...input}, {assume}))
			.results,
	) as unknown as Record<string, Point[]>;
const values = (points: Record<string, Point[]>) => Object.values(points).map(([point]) => point?.value ?? null);

describe('the timeline', () => {
	test.each(['day', 'week', 'month'])('by %s adds up to the whole', async dateSplit => {
		const used = await first<{uses: number}>(
			`SELECT sum(uses) AS uses FROM event_usage WHERE event = 1 AND ${inRange}`,
		);
		const counts = values(await timeline({dateSplit})) as number[];
		expect(counts.reduce((sum, count) => sum + count, 0)).toBe(used?.uses);
	});

	test('returns every event in the order of the request, including unused and unknown ones', async () => {
		const events = [
			{category: 'Labs', name: 'Preview feature'},
			opened,
			{category: null, name: 'Start'},
			{category: 'No', name: 'such'},
		];
		const points = await timeline({events});
		expect(Object.keys(points)).toEqual(['2026-03-01', '2026-04-01', '2026-05-01']);
		for (const own of Object.values(points)) {
			expect(own.map(({category, name}) => ({category, name}))).toEqual(events);
			expect([own[0]?.value, own[3]?.value]).toEqual([0, 0]);
		}
		await expect(timeline({events}, 'unknown-event=refuse')).rejects.toThrow('No/such');
	});

	test.each<[string, string, string]>([
		['users', 'count(DISTINCT installation)', 'activity'],
		['sessions', 'sum(sessions)', 'activity'],
		['runtime', 'sum(runtimeMinutes) / 60', 'activity'],
	])('divides by %s of the same month', async (divisor, measure, from) => {
		const raw = values(await timeline({})) as number[];
		const countByPeriod = values(await timeline({divisor})) as number[];
		const by = await data.rows<{n: number}>(
			`SELECT ${measure} AS n FROM ${from} WHERE ${inRange} GROUP BY date_trunc('month', DATE '1970-01-01' + date) ORDER BY date_trunc('month', DATE '1970-01-01' + date)`,
		);
		countByPeriod.forEach((value, index) => {
			expect(value).toBeCloseTo((raw[index] ?? 0) / (by[index]?.n ?? 1), 1);
		});
	});

	test('returns custom values in total and per use', async () => {
		const counts = values(await timeline({})) as number[];
		const custom = values(await timeline({dataView: 'customValues'})) as number[];
		const perUse = values(await timeline({dataView: 'customValues', divisor: 'usageCounts'})) as number[];
		perUse.forEach((value, index) => {
			expect(value).toBeCloseTo((custom[index] ?? 0) / (counts[index] ?? 1), 1);
		});
		await expect(timeline({divisor: 'usageCounts'})).rejects.toThrow('usageCounts');
		await expect(timeline({dataView: 'usageCount', divisor: 'usageCounts'})).rejects.toThrow('usageCounts');
	});

	test('is null if there is nothing to divide by, and can omit empty dates', async () => {
		const future = {startDate: '2026-07-01', stopDate: '2026-07-02', dateSplit: 'day'};
		expect(values(await timeline({...future, divisor: 'users'}))).toEqual([null, null]);
		expect(await timeline(future, 'empty-dates=absent')).toEqual({});
	});
});

type Item = {
	category?: string | null;
	name?: string;
	combiLabel?: string;
	eventCounts: number;
	uniqueUsersUsedAtLeastOnce: number;
	uniqueUsersNeverUsed: number;
	averageEventCountPerUserAtLeastOnce: number | null;
	usageFrequency: Record<string, number>;
};
const combination = {
	combiLabel: 'open or save',
	combiArray: [
		{categoryType: 'string', nameType: 'regex', category: 'Files', name: '^(Open|Save)$'},
		{categoryType: 'regex', nameType: 'string', category: '^Files$', name: 'Open'},
	],
};
const report = async (input: object, ...assume: readonly string[]) =>
	plain((await ask('frequency', {events: [opened], ...input}, {assume})).results) as unknown as Item[];
const segmented = async (input: object, ...assume: readonly string[]) =>
	(await report(input, ...assume)) as unknown as Record<string, Item[]>;
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((whole, count) => whole + count, 0);

describe('the advanced report', () => {
	test('counts uses and users, and its histogram sums to the users', async () => {
		const [item] = await report({});
		const used = await first<{uses: number; users: number}>(
			`SELECT sum(uses) AS uses, count(DISTINCT installation) AS users FROM event_usage WHERE event = 1 AND ${inRange}`,
		);
		const there = await first<{users: number}>(
			`SELECT count(DISTINCT installation) AS users FROM activity WHERE ${inRange}`,
		);
		expect(item).toMatchObject({...opened, eventCounts: used?.uses, uniqueUsersUsedAtLeastOnce: used?.users});
		expect((item?.uniqueUsersNeverUsed ?? 0) + (used?.users ?? 0)).toBe(there?.users);
		expect(sum(item?.usageFrequency ?? {})).toBe(used?.users);
		expect(Object.keys(item?.usageFrequency ?? {})).toHaveLength(30);
	});

	test('counts an event once that a combination contains several times', async () => {
		const [open, save, both] = await report({events: [opened, {category: 'Files', name: 'Save'}, combination]});
		expect(both).toMatchObject({
			combiLabel: 'open or save',
			eventCounts: (open?.eventCounts ?? 0) + (save?.eventCounts ?? 0),
		});
		expect(both?.uniqueUsersUsedAtLeastOnce).toBeLessThan(
			(open?.uniqueUsersUsedAtLeastOnce ?? 0) + (save?.uniqueUsersUsedAtLeastOnce ?? 0),
		);
	});

	test('uses the version on the day of the event', async () => {
		const filtered = await report({globalFilters: {prodVersion: {type: 'string', value: '4.9'}}});
		const used = await first<{
			uses: number;
		}>(`SELECT sum(uses) AS uses FROM event_usage AS u JOIN property_span AS s USING (span)
			WHERE u.event = 1 AND s.prodVersion = '4.9' AND u.productId = 5000000101 AND date BETWEEN 20513 AND 20604`);
		expect(filtered[0]?.eventCounts).toBe(used?.uses);
		const byVersion = await segmented({segmentBy: 'prodVersion', segments: [{type: 'string', value: '4.9'}]});
		expect(byVersion['4.9']).toEqual(filtered);
	});

	test('uses the latest form factor', async () => {
		const filtered = await report({globalFilters: {formFactor: {type: 'string', value: 'desktop'}}});
		const used = await first<{
			uses: number;
		}>(`SELECT sum(uses) AS uses FROM event_usage AS u JOIN installation AS i USING (installation)
			WHERE u.event = 1 AND i.formFactor = 'desktop' AND u.productId = 5000000101 AND date BETWEEN 20513 AND 20604`);
		expect(filtered[0]?.eventCounts).toBe(used?.uses);
	});

	test('counts an installation that changed version in both segments, and its uses once', async () => {
		const segments = [{type: 'regex', value: '.*', split: true, includeNull: true}];
		const parts = Object.values(await segmented({segmentBy: 'prodVersion', segments}));
		const [whole] = await report({});
		expect(parts.reduce((uses, [item]) => uses + (item?.eventCounts ?? 0), 0)).toBe(whole?.eventCounts);
		const users = parts.reduce((count, [item]) => count + (item?.uniqueUsersUsedAtLeastOnce ?? 0), 0);
		expect(users).toBeGreaterThan(whole?.uniqueUsersUsedAtLeastOnce ?? 0);
	});

	test('sorts segments by label or by uses', async () => {
		const labels = async (sorting: object) => [
			...(
				(await ask('frequency', {events: [opened], segmentBy: 'prodEdition', ...sorting})).results as Map<
					string,
					unknown
				>
			).keys(),
		];
		const alphabetical = await labels({});
		expect(alphabetical).toEqual([...alphabetical].sort());
		expect(await labels({sortDirection: 'desc'})).toEqual([...alphabetical].reverse());
		const parts = await segmented({segmentBy: 'prodEdition'});
		const counts = (await labels({sort: 'eventCounts', sortDirection: 'desc'})).map(
			label => parts[label]?.[0]?.eventCounts ?? 0,
		);
		expect(counts).toEqual([...counts].sort((left, right) => right - left));
	});

	test('has every layout', async () => {
		const [flat] = await report({});
		const {category, name, ...figures} = flat as Item;
		expect(await report({}, 'full-report-layout=data')).toEqual([{category, name, data: figures}]);
		expect(await report({}, 'full-report-layout=detailed-report')).toEqual({
			detailedReport: [{category, name, data: figures}],
		});
		expect((await ask('frequency', {events: [opened]})).segmentBy).toBeNull();
	});

	test('rejects an event that is not advanced, counts it as unused or omits it', async () => {
		const events = [opened, {category: 'Edit', name: 'Undo'}];
		await expect(report({events})).rejects.toThrow('Edit/Undo');
		expect((await report({events}, 'event-not-advanced=zero'))[1]?.eventCounts).toBe(0);
		expect(await report({events}, 'event-not-advanced=left-out')).toHaveLength(1);
	});

	test.each<[object, string]>([
		[{segments: [{type: 'string', value: 'x'}]}, 'segmentBy'],
		[{segmentBy: 'dateInstalled'}, 'dateInstalled'],
		[{globalFilters: {C01: {type: 'regex', value: '['}}}, 'regular expression'],
	])('rejects %j', async (input, reason) => {
		await expect(report(input)).rejects.toThrow(
			expect.objectContaining({name: 'Rejection', message: expect.stringContaining(reason)}),
		);
	});
});

test('the same seed, size and day give the same bytes', async () => {
	const twice = await Promise.all(
		[0, 1].map(() => ask('frequency', {events: [opened, combination], segmentBy: 'geography.country'})),
	);
	const text = (value: unknown) => JSON.stringify(value, (_, item) => (item instanceof Map ? [...item] : item));
	expect(text(twice[0])).toBe(text(twice[1]));
});
