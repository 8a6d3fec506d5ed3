import fc from 'fast-check';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {eventReports} from '../../../src/sandbox/handlers/create-handlers.ts';
import {engagementReport} from '../../../src/sandbox/handlers/reporting/engagement-handler.ts';
import {countInstallations} from '../../../src/sandbox/handlers/reporting/installation-count-handler.ts';
import {lossReports} from '../../../src/sandbox/handlers/reporting/loss-handlers.ts';
import {laws} from '../../support/laws/laws.ts';
import {currentReport as naiveCurrent} from '../../support/oracle/current.ts';
import {engagementReport as naiveEngagement} from '../../support/oracle/engagement.ts';
import {advancedReport, basicTable, populationIn, timeline} from '../../support/oracle/events.ts';
import {histogram, lifetimeUses, lostEventTable, lostIn} from '../../support/oracle/lost.ts';
import {dayOf, isoOf} from '../../support/oracle/model.ts';
import {endpoints, type Product} from '../../support/oracle/product.ts';

/** The sandbox's SQL against plain loops over the same rows, written from the specification by somebody else. */

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Answer = any;
const entries = (value: Answer): [string, Answer][] =>
	value instanceof Map ? [...value] : Object.entries(value ?? {});
const member = (value: Answer, name: string): Answer => (value instanceof Map ? value.get(name) : value?.[name]);
const plain = (value: Answer): Record<string, number> =>
	Object.fromEntries(entries(value).filter(([, count]) => count !== 0));

/** Every node of a nested answer by its path; what is nothing is left out on both sides. */
function flatten(results: Answer, path: readonly string[] = [], depth = 1): [string, Record<string, number>][] {
	const level = member(results, `level${depth}`);
	if (level === undefined) return [];
	return entries(level).flatMap(([label, node]) => [
		[[...path, label].join('\0'), plain(member(node, 'totals'))] as [string, Record<string, number>],
		...flatten(node, [...path, label], depth + 1),
	]);
}
const sorted = (pairs: Iterable<readonly [string, unknown]>) =>
	[...pairs]
		.filter(([, value]) => value && Object.keys(value as object).length > 0)
		.sort(([a], [b]) => (a < b ? -1 : 1));

/** Tests that the reports of a product say what the plain loops say, with a share of the runs. */
export function testReports(open: () => Promise<Product>, share: number): void {
	let product: Product;
	let now: number;
	beforeAll(async () => {
		product = await open();
		now = dayOf(product.today);
	});
	afterAll(() => product.close());

	const runs = (count: number) => laws(Math.ceil(count * share), 2000);
	const startDate = fc.integer({min: 0, max: 1000}).map(back => isoOf(now - back));
	const range = fc
		.tuple(fc.integer({min: 0, max: 1000}), fc.integer({min: 0, max: 1000}))
		.map(([a, b]) => ({startDate: isoOf(now - Math.max(a, b)), stopDate: isoOf(now - Math.min(a, b))}));
	/** Top values in place of segments, now and then. */
	const mostlyNot = fc.constantFrom(true, false, false);
	const lostRule = fc.record({
		daysUntilDeclaredLost: fc.integer({min: 1, max: 120}),
		dateReportedLost: fc.constantFrom('dateLastSeen', 'dateDeclaredLost'),
	});

	test('generic current: every status, filter, level and split', async () => {
		const {filter, segments} = product.vocabulary;
		const level = segments.map(({property, segments: items}) => ({property, segments: items}));
		const request = fc
			.record({
				startDate,
				clientStatus: fc.subarray(['new', 'active', 'lost'], {minLength: 1}),
				rule: lostRule,
				globalFilters: filter,
				levels: fc.array(level, {maxLength: 3}),
				dateSplit: fc.constantFrom(null, null, null, 'day', 'week', 'month'),
			})
			.map(({rule, levels, ...rest}) => ({
				...rest,
				...(rest.clientStatus.includes('lost') ? rule : {}),
				levels: Object.fromEntries(
					levels.slice(0, rest.dateSplit ? 1 : 3).map((one, index) => [`level${index + 1}`, one]),
				),
			}));
		let selected = 0;
		await fc.assert(
			fc.asyncProperty(request, async asked => {
				const {results} = await product.ask(endpoints.reports.current, countInstallations, asked);
				const naive = naiveCurrent(asked, product.installations, now);
				const segmented = Object.keys(asked.levels).length > 0;
				const pairs: [string, Record<string, number>][] = asked.dateSplit
					? entries(results).flatMap(([date, node]) =>
							segmented ? flatten(node, [date]) : [[date, plain(node)] as [string, Record<string, number>]],
						)
					: segmented
						? flatten(results)
						: [['', plain(results)]];
				const expected = [...naive]
					.filter(([path]) => !segmented || path.split('\0').length > (asked.dateSplit ? 1 : 0))
					.filter(([path]) => !segmented || path !== '');
				expect(sorted(pairs)).toEqual(sorted(expected));
				if (pairs.length > 0) selected++;
			}),
			runs(150),
		);
		expect(selected).toBeGreaterThan(30 * share);
	});

	test('churn and engagement: cohorts, segments, top values and censoring', async () => {
		const {filter, segments} = product.vocabulary;
		const cohort = fc.constantFrom({}, {segmentBy: 'installationMonth'}, {segmentBy: 'installationWeek'});
		const bySegments = segments.map(({property, segments: items}) => ({segmentBy: property, segments: items}));
		const topValues = product.vocabulary.valued.map(segmentBy => ({segmentBy}));
		const request = fc.record({
			range,
			daysUntilDeclaredLost: fc.integer({min: 1, max: 90}),
			dateSplit: fc.constantFrom('day', 'week', 'month'),
			globalFilters: filter,
			segmented: fc.oneof(cohort, topValues, {weight: 2, arbitrary: bySegments}),
		});
		await fc.assert(
			fc.asyncProperty(request, async ({range: days, segmented, ...rest}) => {
				const asked = {...days, ...segmented, ...rest};
				const {results} = await product.ask(endpoints.reports.engagement, engagementReport, asked);
				const naive = naiveEngagement(asked, product.installations, now);
				const groups: [string, Answer][] = 'segmentBy' in asked ? entries(results) : [['', results]];
				const shown = new Map(
					groups.map(([label, periods]) => [label, entries(periods).map(([, {engaged, lost}]) => ({engaged, lost}))]),
				);
				for (const [label, row] of naive) expect([label, shown.get(label)]).toEqual([label, row]);
				for (const [label, row] of shown) if (!naive.has(label)) expect(row).toEqual([]);
				for (const [, periods] of groups) {
					expect(entries(periods).map(([period]) => period)).toEqual(entries(periods).map((_, index) => String(index)));
					for (const [, {engaged, lost, engagedPercent, lostPercent}] of entries(periods)) {
						expect(engagedPercent + lostPercent).toBeCloseTo(100, 6);
						expect(engagedPercent).toBeCloseTo((100 * engaged) / (engaged + lost), 0);
					}
				}
			}),
			runs(50),
		);
	});

	test('histograms of lost installations', async () => {
		const kinds = [
			['days', (one: Answer) => one.activeDays],
			['sessions', (one: Answer) => one.lifetimeSessions],
			['runtime', (one: Answer) => one.lifetimeMinutes],
		] as const;
		await fc.assert(
			fc.asyncProperty(
				fc.record({range, rule: lostRule, globalFilters: product.vocabulary.filter, kind: fc.constantFrom(...kinds)}),
				async asked => {
					const request = {...asked.range, ...asked.rule, globalFilters: asked.globalFilters};
					const [name, figure] = asked.kind;
					const {results} = await product.ask(endpoints.lost[name], lossReports[name], request);
					const lost = lostIn(request, product.installations, now);
					expect(entries(results)).toEqual([
						...histogram(
							entries(results).map(([label]) => label),
							lost.map(figure),
						),
					]);
				},
			),
			runs(50),
		);
	});

	const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((10_000 * part) / whole) / 100);
	const average = (sum: number, count: number) => (count === 0 ? null : Math.round((sum / count) * 100) / 100);

	test('event table and event histogram of lost installations', async () => {
		const advanced = product.events.filter(event => event.advanced);
		const {eventFilter, segments, eventReference} = product.vocabulary;
		const request = fc.record({
			range,
			rule: lostRule,
			globalFilters: eventFilter,
			segmented: fc.option(segments, {nil: undefined}),
			top: mostlyNot,
			event: eventReference,
		});
		await fc.assert(
			fc.asyncProperty(request, async asked => {
				const common = {...asked.range, ...asked.rule, globalFilters: asked.globalFilters};
				const lost = lostIn(common, product.installations, now);
				const segmentation = asked.segmented
					? {
							segmentBy: asked.segmented.property,
							...(asked.top && asked.segmented.property !== 'licenseStatus'
								? {}
								: {segments: asked.segmented.segments}),
						}
					: {};
				const {results} = await product.ask(endpoints.lost.events, lossReports.events, {...common, ...segmentation});
				const naive = lostEventTable(segmentation, lost, advanced);
				const groups: [string, Answer][] = asked.segmented ? entries(results) : [['', results]];
				for (const label of naive.keys()) expect(groups.map(([name]) => name)).toContain(label);
				for (const [label, lines] of groups) {
					for (const line of lines) {
						const {count, users, never} = naive.get(label)?.get(`${line.eventCategory}\0${line.eventName}`) ?? {
							count: 0,
							users: 0,
							never: 0,
						};
						expect(line).toMatchObject({
							eventCount: count,
							usersUsedAtLeastOnce: users,
							usersNeverUsed: never,
							eventCountPerUser: average(count, users),
							percentUsedAtLeastOnce: percent(users, users + never),
							percentNeverUsed: percent(never, users + never),
						});
					}
				}
				const reference =
					'combiArray' in asked.event
						? asked.event
						: advanced[0] && {category: advanced[0].category, name: advanced[0].name};
				const answer = await product.ask(endpoints.lost.event, lossReports.event, {...common, event: reference});
				const uses = lost
					.map(one =>
						lifetimeUses(reference, {
							...one,
							lifetime: one.lifetime.filter(use =>
								advanced.some(event => event.name === use.name && event.category === use.category),
							),
						}),
					)
					.filter(count => count > 0);
				expect(entries(answer.results)).toEqual([
					...histogram(
						entries(answer.results).map(([label]) => label),
						uses,
					),
				]);
			}),
			runs(50),
		);
	});

	test('basic table: uses, custom values and every average', async () => {
		await fc.assert(
			fc.asyncProperty(range, async asked => {
				const {results} = await product.ask(endpoints.events.table, eventReports.table, asked);
				const naive = basicTable(asked, product.installations);
				const {users, sessions, hours} = populationIn(product.installations, [
					dayOf(asked.startDate),
					dayOf(asked.stopDate),
				]);
				const listed = (results as Answer[]).flatMap(({category, categoryEventsData}) =>
					entries(categoryEventsData).map(([name, data]) => [`${category}\0${name}`, data] as const),
				);
				expect(
					listed
						.filter(([, data]) => data.eventUsage.cumulativeUsageCount > 0)
						.map(([key]) => key)
						.sort(),
				).toEqual([...naive.keys()].sort());
				for (const [key, {eventUsage, eventCustomValues}] of listed) {
					const {count, valueSum, valueCount} = naive.get(key) ?? {count: 0, valueSum: 0, valueCount: 0};
					expect(eventUsage).toEqual({
						cumulativeUsageCount: count,
						averageCountPerUser: average(count, users),
						averageCountPerSession: average(count, sessions),
						averageCountPerRuntimeHour: average(count, hours),
					});
					expect(eventCustomValues.cumulativeCustomValueCount ?? 0).toBeCloseTo(valueCount > 0 ? valueSum : 0, 2);
					if (valueCount === 0) continue;
					const {averageCustomValuePerEvent, averageCustomValuePerUser} = eventCustomValues;
					const {averageCustomValuePerSession, averageCustomValuePerRuntimeHour} = eventCustomValues;
					expect(averageCustomValuePerEvent).toBeCloseTo(valueSum / count, 1);
					expect(averageCustomValuePerUser).toBeCloseTo(valueSum / users, 1);
					expect(averageCustomValuePerSession).toBeCloseTo(valueSum / sessions, 1);
					if (hours > 0) expect(averageCustomValuePerRuntimeHour).toBeCloseTo(valueSum / hours, 1);
				}
				for (const {category, categoryUsageSummary, categoryEventsData} of results as Answer[]) {
					const uses = entries(categoryEventsData).map(([name]) => naive.get(`${category}\0${name}`)?.count ?? 0);
					expect(categoryUsageSummary.cumulativeUsageCount).toBe(uses.reduce((sum, count) => sum + count, 0));
				}
			}),
			runs(20),
		);
	});

	test('timeline: every split, view and divisor', async () => {
		const events = product.events.map(({category, name}) => ({category, name}));
		const request = fc
			.record({
				range,
				dateSplit: fc.constantFrom('day', 'week', 'month'),
				dataView: fc.constantFrom('usageCounts', 'customValues'),
				divisor: fc.constantFrom(null, 'users', 'sessions', 'runtime', 'usageCounts'),
				events: fc.subarray(events, {minLength: 1, maxLength: 3}),
			})
			.filter(
				({dataView, divisor, dateSplit, range: {startDate: from, stopDate: to}}) =>
					(divisor !== 'usageCounts' || dataView === 'customValues') &&
					dayOf(to) - dayOf(from) < (dateSplit === 'day' ? 60 : 400),
			);
		await fc.assert(
			fc.asyncProperty(request, async ({range: days, ...rest}) => {
				const asked = {...days, ...rest};
				const {results} = await product.ask(endpoints.events.timeline, eventReports.timeline, asked);
				const naive = timeline(asked, product.installations);
				expect(entries(results).map(([date]) => date)).toEqual([...naive.keys()]);
				for (const [date, row] of entries(results)) {
					expect(row.map((item: Answer) => ({category: item.category, name: item.name}))).toEqual(asked.events);
					for (const item of row) {
						const value = naive.get(date)?.get(`${item.category}\0${item.name}`) as number;
						if (Number.isNaN(value)) expect(item.value).toBeNull();
						else expect(item.value).toBeCloseTo(value, asked.divisor ? 1 : 6);
					}
				}
			}),
			runs(20),
		);
	});

	test('advanced report: values at the time of the event, combinations, histogram', async () => {
		const advanced = product.events.filter(event => event.advanced);
		const isAdvanced = (use: {category: string | null; name: string}) =>
			advanced.some(event => event.name === use.name && event.category === use.category);
		const installations = product.installations.map(one => ({...one, events: one.events.filter(isAdvanced)}));
		const {filter, segments, eventReference} = product.vocabulary;
		const single = fc.constantFrom(...advanced).map(({category, name}) => ({category, name}));
		const reference = fc.oneof(
			single,
			eventReference.filter(event => 'combiArray' in event),
		);
		const request = fc.record({
			range,
			globalFilters: filter,
			segmented: fc.option(segments, {nil: undefined}),
			top: mostlyNot,
			events: fc.array(reference, {minLength: 1, maxLength: 3}),
		});
		await fc.assert(
			fc.asyncProperty(request, async asked => {
				const segmentation = asked.segmented
					? {
							segmentBy: asked.segmented.property,
							...(asked.top && asked.segmented.property !== 'licenseStatus'
								? {}
								: {segments: asked.segmented.segments}),
						}
					: {};
				const full = {...asked.range, globalFilters: asked.globalFilters, ...segmentation, events: asked.events};
				const {results} = await product.ask(endpoints.events.frequency, eventReports.frequency, full);
				const naive = advancedReport(full, installations);
				const groups: [string, Answer][] = asked.segmented ? entries(results) : [['', results]];
				for (const label of naive.keys()) expect(groups.map(([name]) => name)).toContain(label);
				for (const [label, items] of groups) {
					items.forEach((item: Answer, index: number) => {
						const expected = naive.get(label)?.[index] ?? {count: 0, users: 0, inScope: 0, perUser: []};
						expect(item).toMatchObject({
							eventCounts: expected.count,
							uniqueUsersUsedAtLeastOnce: expected.users,
							averageEventCountPerUserAtLeastOnce: average(expected.count, expected.users),
							averageEventCountPerUserAll: average(expected.count, expected.inScope),
						});
						expect(item.uniqueUsersNeverUsed + expected.users).toBe(
							naive.get(label)?.[index]?.inScope ?? item.uniqueUsersNeverUsed,
						);
						const labels = entries(item.usageFrequency).map(([bin]) => bin);
						expect(entries(item.usageFrequency)).toEqual([...histogram(labels, expected.perUser)]);
					});
				}
			}),
			runs(40),
		);
	});
}
