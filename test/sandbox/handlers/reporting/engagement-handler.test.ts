import {describe, expect, test} from 'vitest';
import {endpoints} from '../../../../src/contract/operations/endpoints.ts';
import {engagementReport} from '../../../../src/sandbox/handlers/reporting/engagement-handler.ts';
import {caller, emptyProduct, generatedData, plain, readInput} from '../../support/reports.ts';

const data = generatedData();
const range = {startDate: '2025-10-01', stopDate: '2026-03-31', daysUntilDeclaredLost: 30, dateSplit: 'month'};

type Period = {engaged: number; engagedPercent: number; lost: number; lostPercent: number};
type Periods = Record<string, Period>;

async function ask(input: object, {assume = [] as readonly string[], by = caller} = {}) {
	const request = readInput(endpoints.reports.engagement, {...range, ...input}, assume);
	return (await engagementReport(request, by, data.service(...assume))).results as Map<string, unknown>;
}
const cohorts = async (input: object, ...assume: readonly string[]) =>
	plain(await ask(input, {assume})) as Record<string, Periods>;
const everyone = async (input: object, ...assume: readonly string[]) =>
	plain(await ask(input, {assume})) as unknown as Periods;

describe('cohorts by month', () => {
	test('form a triangle whose rows keep their size and start at 100 percent', async () => {
		const found = await cohorts({segmentBy: 'installationMonth'});
		expect(Object.keys(found)).toEqual([
			'2025-10-01',
			'2025-11-01',
			'2025-12-01',
			'2026-01-01',
			'2026-02-01',
			'2026-03-01',
		]);
		expect(Object.values(found).map(periods => Object.keys(periods).length)).toEqual([6, 5, 4, 3, 2, 1]);
		for (const periods of Object.values(found)) {
			const size = periods['0']?.engaged;
			expect(periods['0']).toEqual({engaged: size, engagedPercent: 100, lost: 0, lostPercent: 0});
			let before = 0;
			for (const {engaged, lost, engagedPercent, lostPercent} of Object.values(periods)) {
				expect(engaged + lost).toBe(size);
				expect(lost).toBeGreaterThanOrEqual(before);
				expect(engagedPercent + lostPercent).toBeCloseTo(100, 6);
				before = lost;
			}
		}
	});

	test('lose the installations that the tables say', async () => {
		const found = await cohorts({segmentBy: 'installationMonth'});
		const [row] = await data.rows<{size: number; lost: number}>(`SELECT count(*) AS size,
			count(*) FILTER (dateLastSeen < (DATE '2026-01-01' - DATE '1970-01-01') AND dateLastSeen + 30 <= 20634) AS lost
			FROM installation WHERE productId = 5000000101 AND dateInstalled BETWEEN (DATE '2025-11-01' - DATE '1970-01-01') AND (DATE '2025-11-30' - DATE '1970-01-01')`);
		expect(found['2025-11-01']?.['2']).toMatchObject({lost: row?.lost, engaged: (row?.size ?? 0) - (row?.lost ?? 0)});
	});

	test('start within the range, so the first month can be partial', async () => {
		const found = await cohorts({segmentBy: 'installationMonth', startDate: '2025-10-20'});
		expect(Object.keys(found)[0]).toBe('2025-10-01');
		const whole = await cohorts({segmentBy: 'installationMonth'});
		expect(found['2025-10-01']?.['0']?.engaged).toBeLessThan(whole['2025-10-01']?.['0']?.engaged ?? 0);
	});

	test('end today if stopDate is in the future', async () => {
		const found = await cohorts({segmentBy: 'installationMonth', startDate: '2026-05-01', stopDate: '2026-12-31'});
		expect(Object.values(found).map(periods => Object.keys(periods).length)).toEqual([2, 1]);
	});
});

test('cohorts by week start on Monday', async () => {
	const input = {segmentBy: 'installationWeek', dateSplit: 'week'};
	expect(Object.keys(await cohorts(input))[0]).toBe('2025-09-29');
});

describe('without segments', () => {
	test('counts in a period only installations that can have reached it', async () => {
		const found = await everyone({});
		const months = Object.values(await cohorts({segmentBy: 'installationMonth'}));
		for (const [period, {engaged, lost}] of Object.entries(found)) {
			expect(engaged).toBe(months.reduce((sum, own) => sum + (own[period]?.engaged ?? 0), 0));
			expect(lost).toBe(months.reduce((sum, own) => sum + (own[period]?.lost ?? 0), 0));
		}
	});

	test('has a bare or a labeled layout', async () => {
		const bare = await everyone({});
		expect(await cohorts({}, 'engagement-unsegmented=labelled')).toEqual({All: bare});
		expect(plain(await ask({}, {by: emptyProduct}))).toEqual({});
	});

	test('has the whole range as last period by day', async () => {
		const found = await everyone({dateSplit: 'day'});
		expect(Math.max(...Object.keys(found).map(Number))).toBeLessThanOrEqual(181);
		expect(found['1']?.lost).toBeGreaterThan(0);
	});
});

describe('value basis', () => {
	test('filters and segments use the version at the install date', async () => {
		const filtered = await everyone({globalFilters: {prodVersion: {type: 'string', value: '4.9'}}});
		const [row] = await data.rows<{
			n: number;
		}>(`SELECT count(*) AS n FROM installation AS i JOIN property_span AS s USING (installation)
			WHERE i.productId = 5000000101 AND s.nth = 0 AND s.prodVersion = '4.9' AND dateInstalled BETWEEN 20362 AND 20543`);
		expect(filtered['0']?.engaged).toBe(row?.n);
		const segmented = await cohorts({segmentBy: 'prodVersion', segments: [{type: 'string', value: '4.9'}]});
		expect(segmented['4.9']).toEqual(filtered);
	});

	test('filters and segments use the latest form factor and country', async () => {
		const filters = {formFactor: {type: 'string', value: 'laptop'}, geography: {type: 'string', country: 'DE'}};
		const [row] = await data.rows<{n: number}>(`SELECT count(*) AS n FROM installation
			WHERE productId = 5000000101 AND formFactor = 'laptop' AND geography_country = 'DE' AND dateInstalled BETWEEN 20362 AND 20543`);
		expect((await everyone({globalFilters: filters}))['0']?.engaged).toBe(row?.n);
	});
});

describe('segments', () => {
	test('are the top values without null by default', async () => {
		const found = await cohorts({segmentBy: 'geography.country'});
		const sizes = await data.rows<{label: string}>(`SELECT geography_country AS label FROM installation
			WHERE productId = 5000000101 AND geography_country IS NOT NULL AND dateInstalled BETWEEN 20362 AND 20543
			GROUP BY label ORDER BY count(*) DESC, label LIMIT 10`);
		expect(sizes).toHaveLength(10);
		expect(Object.keys(found).sort()).toEqual(sizes.map(({label}) => label).sort());
	});

	test('are in label order', async () => {
		const input = {
			segmentBy: 'prodEdition',
			segments: [{type: 'string', value: 'Pro'}, {includeNull: true}, {type: 'string', value: 'Home'}],
		};
		expect([...(await ask(input)).keys()]).toEqual(['<NULL>', 'Home', 'Pro']);
	});

	test.each<[object, string]>([
		[{segmentBy: 'installationMonth', segments: [{type: 'string', value: 'x'}]}, 'does not accept segments'],
		[{segments: [{type: 'string', value: 'x'}]}, 'segmentBy'],
		[{segmentBy: 'dateInstalled'}, 'dateInstalled'],
	])('are rejected: %j', async (input, reason) => {
		await expect(ask(input)).rejects.toThrow(
			expect.objectContaining({name: 'Rejection', message: expect.stringContaining(reason)}),
		);
	});
});
