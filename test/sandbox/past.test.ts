import {buffer} from 'node:stream/consumers';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {addDays, dayNumber, dayText} from '../../src/calendar.ts';
import type {Endpoint} from '../../src/contract/operations/endpoint.ts';
import {endpoints} from '../../src/contract/operations/endpoints.ts';
import {createLogArchive} from '../../src/sandbox/files/log-archive.ts';
import {type LogKind, readLastLines} from '../../src/sandbox/files/log-lines.ts';
import type {Handler} from '../../src/sandbox/handler.ts';
import {eventReports} from '../../src/sandbox/handlers/create-handlers.ts';
import {engagementReport} from '../../src/sandbox/handlers/reporting/engagement-handler.ts';
import {countInstallations} from '../../src/sandbox/handlers/reporting/installation-count-handler.ts';
import {defaultOptions, parseOptions} from '../../src/sandbox/options/option-table.ts';
import {loadProducts} from '../../src/sandbox/sandbox-products.ts';
import {laws} from '../support/laws/laws.ts';
import {openData, recipes} from './support/generated-data.ts';
import {caller} from './support/reports.ts';

/** What is known on a day stays as it is on every later day. */

const launch = '2023-07-01';
/** A day a, a later day b, and a range of days until a. */
const times = fc
	.record({
		age: fc.integer({min: 30, max: 1300}),
		later: fc.integer({min: 1, max: 90}),
		back: fc.integer({min: 0, max: 120}),
	})
	.map(({age, later, back}) => {
		const a = addDays(launch, age);
		return {a, b: addDays(a, later), range: {startDate: addDays(launch, Math.max(0, age - back)), stopDate: a}};
	});
type Times = typeof times extends fc.Arbitrary<infer T> ? T : never;

const text = (value: unknown) => JSON.stringify(value, (_, item) => (item instanceof Map ? [...item] : item));

type Known = Awaited<ReturnType<typeof openData>>;
/** Calls a handler with data up to their day. */
const ask = async <E extends Endpoint>(data: Known, [row, handler]: [E, Handler<E>], request: object) => {
	const today = data.today();
	const service = {database: data.database, today, now: `${today}T23:59:59`, options: defaultOptions};
	return handler(row.request.parse(request) as never, caller, service) as Promise<{readonly results: never}>;
};

const advanced = [
	{category: 'Files', name: 'Open'},
	{category: 'Export', name: 'PDF'},
];
const sets = fc.constantFrom('day', 'week', 'month');
const segment = fc.constantFrom(undefined, 'prodVersion', 'prodEdition', 'licenseType', 'osLanguage', 'C02');

/** The same question at two days has the same answer. */
const holds = (
	question: (data: Known, times: Times, random: {split: string; segmentBy: string | undefined}) => Promise<unknown>,
) =>
	fc.assert(
		fc.asyncProperty(recipes, times, fc.record({split: sets, segmentBy: segment}), async (recipe, asked, random) => {
			const before = await openData(recipe, asked.a);
			const after = await openData(recipe, asked.b);
			expect(text(await question(after, asked, random))).toBe(text(await question(before, asked, random)));
		}),
		laws(2),
	);

describe('a response about days until a is the same on a later day', () => {
	test('event reports', () =>
		holds(async (data, {range}, {split, segmentBy}) => [
			await ask(data, [endpoints.events.table, eventReports.table], range),
			await ask(data, [endpoints.events.timeline, eventReports.timeline], {
				...{...range, dateSplit: split, dataView: 'usageCounts', divisor: 'users'},
				events: [...advanced, {category: null, name: 'Start'}],
			}),
			await ask(data, [endpoints.events.frequency, eventReports.frequency], {
				...{...range, events: advanced},
				...(segmentBy === undefined ? {} : {segmentBy, segments: [{type: 'regex', value: '.*', split: true}]}),
			}),
		]));

	test('sizes of cohorts in churn and engagement, of which more may be lost', () =>
		holds(async (data, {range}, {split}) => {
			const {results} = await ask(data, [endpoints.reports.engagement, engagementReport], {
				...{...range, dateSplit: split, daysUntilDeclaredLost: 30},
			});
			const periods = results as ReadonlyMap<string, {engaged: number; lost: number}>;
			return Array.from(periods, ([period, {engaged, lost}]) => [period, engaged + lost]);
		}));

	test('new and active installations of each day', () =>
		holds(async (data, {a, range}) => {
			const {results} = await ask(data, [endpoints.reports.current, countInstallations], {
				...{startDate: range.startDate, clientStatus: ['new', 'active'], dateSplit: 'day'},
			});
			return [...(results as Map<string, unknown>)].filter(([day]) => day <= a);
		}));

	test('files of past days, byte for byte, and records until a time', () =>
		holds(async (data, {a}) => {
			const archive = createLogArchive({database: data.database, options: parseOptions(['file-days=400'])});
			const files: unknown[] = [];
			for (const kind of ['exceptions', 'customEvents'] as const satisfies readonly LogKind[]) {
				const source = {kind, product: caller.product, until: `${data.today()}T23:59:59`};
				for (const day of [addDays(a, -1), addDays(a, -2)]) {
					const read = await archive.find(
						source,
						`${caller.product}_${kind === 'exceptions' ? 'exc' : 'cust'}_${day}.zip`,
					);
					files.push(read ? (await buffer(read())).toString('base64') : null);
				}
				files.push(await readLastLines(data.database, {...source, until: `${a}T12:00:00`}, 20));
			}
			return files;
		}));

	test('added keys, and the earliest start date', () =>
		holds(async (data, {a}) => [
			await data.rows(
				`SELECT licenseKey, licenseType, expiryDate, installQuota, addedDate, notes FROM license_key
					WHERE addedDate < ${(dayNumber(a) + 1) * 86_400} ORDER BY ALL`,
			),
			await loadProducts(data.database),
		]));
});

/** Half of the days of installations are late, so that small data have some. */
const late = {perMille: 500, days: 3};
type Daily = readonly (readonly [day: string, figures: Readonly<Record<string, number>>])[];

test('late sessions only raise the last days before a', async () => {
	const daily = async (data: Known, {startDate, stopDate}: Times['range']): Promise<Daily> => {
		const {results: counted} = await ask(data, [endpoints.reports.current, countInstallations], {
			...{startDate, clientStatus: ['new', 'active'], dateSplit: 'day'},
		});
		const {results: used} = await ask(data, [endpoints.events.timeline, eventReports.timeline], {
			...{startDate, stopDate, dateSplit: 'day', dataView: 'usageCounts', divisor: null},
			events: advanced,
		});
		const uses = new Map(used as ReadonlyMap<string, readonly {name: string; value: number}[]>);
		return [...(counted as ReadonlyMap<string, Record<string, number>>)]
			.filter(([day]) => day <= stopDate)
			.map(([day, figures]) => [
				day,
				{...figures, ...Object.fromEntries((uses.get(day) ?? []).map(({name, value}) => [name, value]))},
			]);
	};
	let grown = 0;
	await fc.assert(
		fc.asyncProperty(recipes, times, async (recipe, {a, b, range}) => {
			const before = await daily(await openData({...recipe, late}, a), range);
			const after = new Map(await daily(await openData({...recipe, late}, b), range));
			for (const [day, figures] of before) {
				if (day <= addDays(a, -late.days)) expect([day, after.get(day)]).toEqual([day, figures]);
				for (const [name, figure] of Object.entries(figures)) {
					expect(after.get(day)?.[name]).toBeGreaterThanOrEqual(figure);
					grown += (after.get(day)?.[name] ?? 0) - figure;
				}
			}
		}),
		{
			...laws(2),
			examples: [
				[
					{seed: 1, size: 300},
					{a: '2026-03-10', b: '2026-03-20', range: {startDate: '2026-02-20', stopDate: '2026-03-10'}},
				],
			],
		},
	);
	expect(grown).toBeGreaterThan(0);
});

test('no response contains days after today', async () => {
	await fc.assert(
		fc.asyncProperty(recipes, times, async (recipe, {a}) => {
			const {rows} = await openData(recipe, a);
			const latest = await rows(`SELECT max(day) AS day FROM (
				SELECT max(date) AS day FROM activity UNION ALL SELECT max(date) FROM event_usage
				UNION ALL SELECT max(dateLastSeen) FROM installation UNION ALL SELECT max(dateInstalled) FROM installation
				UNION ALL SELECT max(lastDate) FROM property_span UNION ALL SELECT max(date) FROM outreach_delivery
				UNION ALL SELECT max(occurredAt // 86400) FROM exception_line
				UNION ALL SELECT max(occurredAt // 86400) FROM custom_event_line
				UNION ALL SELECT max(addedDate // 86400) FROM license_key
				UNION ALL SELECT max(lastEditedDate // 86400) FROM license_key)`);
			// The first installation is active on every day.
			expect(dayText((latest[0] as {day: number}).day)).toBe(a);
		}),
		laws(2),
	);
});
