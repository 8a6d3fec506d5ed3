import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {eventReports} from '../../src/sandbox/handlers/create-handlers.ts';
import {engagementReport} from '../../src/sandbox/handlers/reporting/engagement-handler.ts';
import {countInstallations} from '../../src/sandbox/handlers/reporting/installation-count-handler.ts';
import {lossReports} from '../../src/sandbox/handlers/reporting/loss-handlers.ts';
import {laws} from '../support/laws/laws.ts';
import {endpoints, openProduct} from '../support/oracle/product.ts';
import {plain} from './support/reports.ts';

/** What must hold between answers, whatever the data: no oracle is asked here. */

type Product = Awaited<ReturnType<typeof openProduct>>;
const recipe = {seed: 11, size: 250};
let product: Product;
let twin: Product;
beforeAll(async () => {
	product = await openProduct(recipe);
	twin = await openProduct(recipe);
});
afterAll(() => {
	product.close();
	twin.close();
});

// biome-ignore lint/suspicious/noExplicitAny: answers and filters of many shapes
type Wire = any;
type Filters = Record<string, Wire>;

const {reports, lost, events} = endpoints;
const range = {startDate: '2025-01-01', stopDate: '2026-06-30'};
const lostRange = {...range, daysUntilDeclaredLost: 30, dateReportedLost: 'dateLastSeen'};
const {stopDate: _, ...sinceStart} = lostRange;
const currentRange = {...sinceStart, clientStatus: ['new', 'active', 'lost']};
const combination = {combiArray: [{categoryType: 'regex', nameType: 'regex', category: '.', name: 'e'}]};
const anyEvent = {combiArray: [{categoryType: 'regex', nameType: 'regex', category: '.*', name: '.*'}]};

/** Every report that takes filters: how it is asked, and the counts of its answer that a filter cannot raise. */
const filtered: Readonly<
	Record<string, {ask: (from: Product, more: object) => Promise<Wire>; counts: (results: Wire) => Wire; full: boolean}>
> = {
	current: {
		ask: (from, more) =>
			from.ask(reports.current, countInstallations, {
				...currentRange,
				...more,
			}),
		counts: results => results,
		full: true,
	},
	'current by month': {
		ask: (from, more) =>
			from.ask(reports.current, countInstallations, {
				...currentRange,
				...{dateSplit: 'month', ...more},
			}),
		counts: results => results,
		full: true,
	},
	engagement: {
		ask: (from, more) =>
			from.ask(reports.engagement, engagementReport, {
				...range,
				daysUntilDeclaredLost: 30,
				dateSplit: 'month',
				...more,
			}),
		counts: results =>
			Object.fromEntries(
				Object.entries(results).map(([period, {engaged, lost}]: [string, Wire]) => [period, {engaged, lost}]),
			),
		full: true,
	},
	...Object.fromEntries(
		(['days', 'sessions', 'runtime'] as const).map(name => [
			`lost ${name}`,
			{
				ask: (from: Product, more: object) => from.ask(lost[name], lossReports[name], {...lostRange, ...more}),
				counts: (results: Wire) => results,
				full: true,
			},
		]),
	),
	'lost events': {
		ask: (from, more) => from.ask(lost.events, lossReports.events, {...lostRange, ...more}),
		counts: results =>
			results.map(({eventCount, usersUsedAtLeastOnce, usersNeverUsed}: Wire) => ({
				eventCount,
				usersUsedAtLeastOnce,
				usersNeverUsed,
			})),
		full: false,
	},
	'lost event': {
		ask: (from, more) => from.ask(lost.event, lossReports.event, {...lostRange, event: combination, ...more}),
		counts: results => results,
		full: false,
	},
	frequency: {
		ask: (from, more) =>
			from.ask(events.frequency, eventReports.frequency, {...range, events: [anyEvent, combination], ...more}),
		// Who changed counts with a part of his uses, so that bins are no such counts.
		counts: results =>
			results.map(({eventCounts, uniqueUsersUsedAtLeastOnce}: Wire) => ({eventCounts, uniqueUsersUsedAtLeastOnce})),
		full: true,
	},
};
const names = Object.keys(filtered);
const rowOf = (name: string) => filtered[name] as (typeof filtered)[string];
const filtersFor = (name: string) => (rowOf(name).full ? product.vocabulary.filter : product.vocabulary.eventFilter);
const answer = async (name: string, more: object, from = product) =>
	plain(((await rowOf(name).ask(from, more)) as {results: Wire}).results);
const countsOf = async (name: string, globalFilters: Filters) =>
	rowOf(name).counts(await answer(name, {globalFilters}));

/** Numbers of an answer by their path. */
const numbers = (value: Wire, path = ''): [string, number][] =>
	typeof value === 'number'
		? [[path, value]]
		: Object.entries(value ?? {}).flatMap(([key, item]) => numbers(item, `${path}/${key}`));

describe.each(names)('%s', name => {
	test('a further filter never raises a count', async () => {
		await fc.assert(
			fc.asyncProperty(filtersFor(name), filtersFor(name), async (some, further) => {
				const before = new Map(numbers(await countsOf(name, some)));
				for (const [path, count] of numbers(await countsOf(name, {...further, ...some})))
					expect({path, count: count <= (before.get(path) ?? 0)}).toEqual({path, count: true});
			}),
			laws(2, 500),
		);
	});

	test('the order of alternatives changes nothing', async () => {
		const reversed = (value: Wire): Wire =>
			Array.isArray(value)
				? value.map(reversed).reverse()
				: value !== null && typeof value === 'object'
					? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, reversed(item)]))
					: value;
		await fc.assert(
			fc.asyncProperty(filtersFor(name), async globalFilters => {
				expect(await answer(name, {globalFilters: reversed(globalFilters)})).toEqual(
					await answer(name, {globalFilters}),
				);
			}),
			laws(2, 500),
		);
	});

	test('the same seed, size and day give the same bytes', async () => {
		await fc.assert(
			fc.asyncProperty(filtersFor(name), async globalFilters => {
				const [one, other] = [await answer(name, {globalFilters}), await answer(name, {globalFilters}, twin)];
				expect(JSON.stringify(other)).toBe(JSON.stringify(one));
			}),
			laws(2, 500),
		);
	});
});

const sumOf = (results: Wire) =>
	Object.values(plain(results) as object).reduce((sum: number, count) => sum + Number(count), 0);

test('the bins of every histogram sum to the lost installations', async () => {
	await fc.assert(
		fc.asyncProperty(product.vocabulary.eventFilter, async globalFilters => {
			const [line] = (await answer('lost events', {globalFilters})) as Wire;
			const population = line.usersUsedAtLeastOnce + line.usersNeverUsed;
			for (const name of ['lost days', 'lost sessions', 'lost runtime'])
				expect([name, sumOf(await answer(name, {globalFilters}))]).toEqual([name, population]);
			for (const {usageFrequency, uniqueUsersUsedAtLeastOnce} of (await answer('frequency', {globalFilters})) as Wire)
				expect(sumOf(usageFrequency)).toBe(uniqueUsersUsedAtLeastOnce);
		}),
		laws(4, 500),
	);
});

/** Properties that hold null, and each value of which is a segment. */
const nullable = [
	'prodVersion',
	'prodEdition',
	'prodLanguage',
	'C01',
	'osLanguage',
	'formFactor',
	'javaVendor',
	'vm',
	'os.edition',
	'gpu.model',
];
const each = (segmentBy: string) => ({
	segmentBy,
	segments: [
		{type: 'regex', value: '.*', split: true},
		{includeNull: true, segmentLabel: 'null of all'},
	],
});

const segmentedCounts: Readonly<Record<string, (results: Wire) => Wire>> = {
	engagement: results => rowOf('engagement').counts(results),
	'lost events': results => rowOf('lost events').counts(results),
	// Who changed is in two segments: uses add up, users do not.
	frequency: results =>
		rowOf('frequency')
			.counts(results)
			.map(({eventCounts}: Wire) => ({eventCounts})),
};
test.each(Object.keys(segmentedCounts))('%s: each value and null add up to the whole', async name => {
	const counts = segmentedCounts[name] as (results: Wire) => Wire;
	const taken = name === 'lost events' ? nullable.filter(property => !/^(C01|java|vm)/.test(property)) : nullable;
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...taken), filtersFor(name), async (property, globalFilters) => {
			const whole = new Map(numbers(counts(await answer(name, {globalFilters}))));
			const added = new Map<string, number>();
			for (const segment of Object.values((await answer(name, {globalFilters, ...each(property)})) as object))
				for (const [path, count] of numbers(counts(segment))) added.set(path, (added.get(path) ?? 0) + count);
			for (const [path, count] of whole)
				expect([property, path, added.get(path) ?? 0]).toEqual([property, path, count]);
		}),
		laws(3, 500),
	);
});

test('current: each value and null add up to the whole, at every level', async () => {
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...nullable), filtersFor('current'), async (property, globalFilters) => {
			const whole = (await answer('current', {globalFilters})) as Wire;
			const levels = {level1: {property, segments: each(property).segments}};
			const {level1} = (await answer('current', {globalFilters, levels})) as Wire;
			for (const status of ['new', 'active', 'lost'])
				expect(Object.values(level1 as Wire).reduce((sum: number, {totals}: Wire) => sum + totals[status], 0)).toBe(
					whole[status],
				);
		}),
		laws(4, 500),
	);
});
