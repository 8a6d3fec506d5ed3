import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {endpoints} from '../../../../src/contract/operations/endpoints.ts';
import {countInstallations} from '../../../../src/sandbox/handlers/reporting/installation-count-handler.ts';
import {laws} from '../../../support/laws/laws.ts';
import {caller, emptyProduct, generatedData, plain, readInput} from '../../support/reports.ts';

const data = generatedData();

type Input = Record<string, unknown>;
const all: Input = {
	startDate: '2026-04-01',
	clientStatus: ['new', 'active', 'lost'],
	daysUntilDeclaredLost: 30,
	dateReportedLost: 'dateLastSeen',
};
const each = (property: string, extra: object = {}) => ({
	property,
	segments: [{type: 'regex', value: '.*', split: true, ...extra}],
});

type Counts = {new: number; active: number; lost: number};
type Segments = Record<string, {totals: Counts; level2?: Segments; level3?: Segments}>;

async function ask(input: Input, {assume = [] as readonly string[], by = caller} = {}) {
	const request = readInput(endpoints.reports.current, input, assume);
	return await countInstallations(request, by, data.service(...assume));
}
const totals = async (input: Input) => plain((await ask(input)).results) as Counts;
const segments = async (input: Input, ...assume: readonly string[]) =>
	(plain((await ask(input, {assume})).results) as {level1: Segments}).level1;

const sum = (parts: Segments): Counts =>
	Object.values(parts).reduce(
		(whole, {totals: own}) => ({
			new: whole.new + own.new,
			active: whole.active + own.active,
			lost: whole.lost + own.lost,
		}),
		{new: 0, active: 0, lost: 0},
	);

describe('without levels', () => {
	test('counts only the requested statuses', async () => {
		const counts = await totals(all);
		expect(Object.keys(counts)).toEqual(['new', 'active', 'lost']);
		expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
		expect(await totals({startDate: '2026-04-01', clientStatus: ['active']})).toEqual({active: counts.active});
	});

	test('counts the rows of the tables', async () => {
		const [expected] = await data.rows(`SELECT
			count(*) FILTER (dateInstalled >= 20544) AS "new", count(*) FILTER (dateLastSeen >= 20544) AS active,
			count(*) FILTER (dateLastSeen >= 20544 AND dateLastSeen + 30 <= 20634) AS lost
			FROM installation WHERE productId = 5000000101`);
		expect(await totals(all)).toEqual(expected);
	});

	test('reports a lost installation on the day of its declaration', async () => {
		const [expected] = await data.rows(`SELECT count(*) AS lost FROM installation
			WHERE productId = 5000000101 AND dateLastSeen + 30 BETWEEN 20544 AND 20634`);
		const {lost} = await totals({...all, dateReportedLost: 'dateDeclaredLost'});
		expect({lost}).toEqual(expected);
	});

	test('returns zeros for a product without data', async () => {
		expect(plain((await ask(all, {by: emptyProduct})).results)).toEqual({new: 0, active: 0, lost: 0});
		const level1 = each('prodVersion');
		expect(plain(await ask({...all, levels: {level1}}, {by: emptyProduct}))).toEqual({
			levelLabels: {level1: 'prodVersion'},
			results: {level1: {}},
		});
	});
});

describe('segments', () => {
	test.each([
		'prodEdition',
		'os.version',
		'formFactor',
		'C05',
		'osLanguage',
		'gpu.vendor',
		'machineId',
		'geography.continent',
	])('the values of %s and null add up to the total', async property => {
		const parts = await segments({...all, levels: {level1: each(property, {includeNull: true})}});
		expect(sum(parts)).toEqual(await totals(all));
	});

	test('countries and null add up to a known continent, and states and null to the United States', async () => {
		const known = {geography: {type: 'stringArray', continent: {value: ['EU', 'NA', 'AS', 'SA', 'OC', 'AF', 'AN']}}};
		const countries = await segments({...all, levels: {level1: each('geography.country', {includeNull: true})}});
		expect(sum(countries)).toEqual(await totals({...all, globalFilters: known}));
		const states = await segments({...all, levels: {level1: each('geography.usState', {includeNull: true})}});
		const american = {geography: {type: 'string', country: 'US'}};
		expect(sum(states)).toEqual(await totals({...all, globalFilters: american}));
		expect(states['<NULL>']?.totals.active).toBeGreaterThan(0);
	});

	test('null matches no expression, and is counted only if it is included', async () => {
		expect(await segments({...all, levels: {level1: each('C20')}})).not.toHaveProperty('<NULL>');
		const labeled = {property: 'C20', segments: [{includeNull: true, segmentLabel: 'not set'}]};
		expect(Object.keys(await segments({...all, levels: {level1: labeled}}))).toEqual(['not set']);
	});

	test('counts included nulls under the label of the segment', async () => {
		const usual = {type: 'stringArray', value: ['Pro', 'Home'], split: false, includeNull: true, segmentLabel: 'usual'};
		const level1 = {property: 'prodEdition', segments: [usual]};
		const parts = await segments({...all, levels: {level1: each('prodEdition', {includeNull: true})}});
		const sumOf = (...labels: string[]) =>
			sum(Object.fromEntries(labels.map(label => [label, parts[label]])) as Segments);
		expect(await segments({...all, levels: {level1}})).toEqual({usual: {totals: sumOf('Pro', 'Home', '<NULL>')}});
	});

	test('limit keeps the values with the most installations', async () => {
		const whole = await segments({...all, levels: {level1: each('os.version')}});
		const limited = await segments({...all, levels: {level1: each('os.version', {limit: 3})}});
		expect(Object.keys(limited)).toHaveLength(3);
		const least = Math.min(...Object.values(limited).map(({totals: own}) => own.active));
		const left = Object.entries(whole).filter(([label]) => !(label in limited));
		expect(Math.max(...left.map(([, {totals: own}]) => own.active))).toBeLessThanOrEqual(least);
	});

	test('joins values, ranges, numbers and flags under their labels', async () => {
		const parts = await segments({
			...all,
			levels: {
				level1: {
					property: 'ram',
					segments: [
						{type: 'numberRange', max: 8192, segmentLabel: 'small'},
						{type: 'numberRange', min: 8193, segmentLabel: 'big'},
						{includeNull: true},
						{type: 'number', value: 8192},
					],
				},
			},
		});
		expect(Object.keys(parts).sort()).toEqual(['8192', '<NULL>', 'big', 'small']);
		const {8192: _, ...disjoint} = parts;
		expect(sum(disjoint)).toEqual(await totals(all));
		const status = await segments({
			...all,
			levels: {
				level1: {
					property: 'licenseStatus',
					segments: [
						{segmentLabel: 'yes', activated: true},
						{segmentLabel: 'no', activated: false},
					],
				},
			},
		});
		expect(sum(status)).toEqual(await totals(all));
	});

	test('a deeper level adds up to the level above if it covers all values', async () => {
		const levels = {
			level1: each('prodEdition', {includeNull: true}),
			level2: each('os.platform', {includeNull: true}),
			level3: each('formFactor', {includeNull: true}),
		};
		const parts = await segments({...all, levels});
		expect(sum(parts)).toEqual(await totals(all));
		for (const {totals: own, level2 = {}} of Object.values(parts)) {
			expect(sum(level2)).toEqual(own);
			for (const {totals: inner, level3 = {}} of Object.values(level2)) expect(sum(level3)).toEqual(inner);
		}
	});

	test('sorts by label or by a status in both directions', async () => {
		const labels = async (sorting: object) => {
			const {results} = await ask({...all, levels: {level1: {...each('prodVersion'), ...sorting}}});
			return [...((results as Map<string, Map<string, unknown>>).get('level1') ?? new Map()).keys()] as string[];
		};
		const alphabetical = await labels({});
		expect(alphabetical).toEqual([...alphabetical].sort());
		expect(alphabetical.indexOf('4.10')).toBeLessThan(alphabetical.indexOf('4.9'));
		expect(await labels({sortDirection: 'desc'})).toEqual([...alphabetical].reverse());
		const counts = await segments({...all, levels: {level1: each('prodVersion')}});
		const byActive = await labels({sort: 'active', sortDirection: 'desc'});
		const active = byActive.map(label => counts[label]?.totals.active ?? 0);
		expect(active).toEqual([...active].sort((left, right) => right - left));
	});
});

describe('with a date split', () => {
	test.each(['day', 'week', 'month'])('new and lost by %s add up to the whole', async dateSplit => {
		const dated = Object.values(plain((await ask({...all, dateSplit})).results) as Record<string, Counts>);
		const whole = await totals(all);
		expect(dated.reduce((count, {new: own}) => count + own, 0)).toBe(whole.new);
		expect(dated.reduce((count, {lost}) => count + lost, 0)).toBe(whole.lost);
		for (const {new: own, active} of dated) expect(own).toBeLessThanOrEqual(active);
	});

	test('names each period by its first day, which can be before the start', async () => {
		const keys = async (dateSplit: string) => Object.keys(plain((await ask({...all, dateSplit})).results) as object);
		expect((await keys('day'))[0]).toBe('2026-04-01');
		expect((await keys('week'))[0]).toBe('2026-03-30');
		expect(await keys('month')).toEqual(['2026-04-01', '2026-05-01', '2026-06-01']);
	});

	test('counts a month once, however often an installation was active in it', async () => {
		const dated = plain((await ask({...all, dateSplit: 'month'})).results) as Record<string, Counts>;
		const expected = await data.rows<{month: string; active: number}>(`
			SELECT strftime(DATE '1970-01-01' + date, '%Y-%m-01') AS month, count(DISTINCT installation) AS active
			FROM activity WHERE productId = 5000000101 AND date >= 20544 GROUP BY month ORDER BY month`);
		expect(Object.entries(dated).map(([month, {active}]) => ({month, active}))).toEqual(expected);
	});

	test('has both layouts', async () => {
		const input = {...all, dateSplit: 'month', levels: {level1: each('os.platform')}};
		const byDate = plain((await ask(input)).results) as Record<string, {level1: Segments}>;
		const byLevel = await ask(input, {assume: ['dated-level=level-first']});
		const {level1} = plain(byLevel.results) as {level1: Record<string, Record<string, Counts>>};
		expect(Object.keys(level1)).toEqual(['Linux', 'Windows', 'macOS']);
		for (const [date, {level1: own}] of Object.entries(byDate))
			for (const [label, {totals: counts}] of Object.entries(own)) expect(level1[label]?.[date]).toEqual(counts);
	});
});

describe('laws', () => {
	const filter = fc.constantFrom<[string, unknown]>(
		['prodVersion', {type: 'regex', value: '^4'}],
		['prodEdition', {type: 'stringArray', value: ['Pro', 'Home'], includeNull: true}],
		['ram', {type: 'numberRange', min: 8192}],
		['touchScreen', {value: false}],
		['dateInstalled', {min: '2025-01-01'}],
		['licenseStatus', [{activated: true}, {blacklisted: true, expired: false}]],
		['os', {type: 'string', platform: 'Windows', version: {includeNull: true}}],
		['geography', {type: 'stringArray', country: ['US', 'DE'], continent: {value: ['AS'], includeNull: true}}],
		['gpu', {type: 'string', vendor: 'NVIDIA'}],
		['optOut', [{historical: false}]],
		['backOff', [{current: false, historical: false}]],
		['lifetimeEventUsage', {category: 'Files', name: 'Open', min: 2}],
		[
			'lifetimeEventUsage',
			{combiArray: [{categoryType: 'regex', nameType: 'string', category: '.', name: 'Open'}], max: 9},
		],
		['outreachDeliveries', [{auto: {delivered: ['welcome']}}, {manual: {undelivered: ['survey-42']}}]],
		['C05', {includeNull: true}],
	);
	const filters = fc.array(filter, {maxLength: 5}).map(items => Object.fromEntries(items));

	test('a further filter never raises a count', async () => {
		await fc.assert(
			fc.asyncProperty(filters, filter, async (some, [name, further]) => {
				fc.pre(!(name in some));
				const before = await totals({...all, globalFilters: some});
				const after = await totals({...all, globalFilters: {...some, [name]: further}});
				for (const status of ['new', 'active', 'lost'] as const)
					expect(after[status]).toBeLessThanOrEqual(before[status]);
			}),
			laws(20, 1000),
		);
	});

	test('the order of alternatives changes nothing', async () => {
		const flags = fc.record(
			{activated: fc.boolean(), expired: fc.boolean(), whitelisted: fc.boolean()},
			{requiredKeys: []},
		);
		const some = fc.array(
			flags.filter(item => Object.keys(item).length > 0),
			{minLength: 1, maxLength: 4},
		);
		await fc.assert(
			fc.asyncProperty(some, async items => {
				const forward = await totals({...all, globalFilters: {licenseStatus: items}});
				expect(await totals({...all, globalFilters: {licenseStatus: [...items].reverse()}})).toEqual(forward);
			}),
			laws(10, 1000),
		);
	});
});

describe('rejects', () => {
	const level = (segment: object, property = 'prodVersion') => ({levels: {level1: {property, segments: [segment]}}});
	test.each<[string, Input, string]>([
		['lost without its rule', {...all, daysUntilDeclaredLost: undefined}, 'daysUntilDeclaredLost'],
		[
			'a sort by a status not asked for',
			{startDate: '2026-04-01', clientStatus: ['new'], levels: {level1: {...each('vm'), sort: 'lost'}}},
			'clientStatus',
		],
		[
			'two levels and a date split',
			{...all, dateSplit: 'day', levels: {level1: each('vm'), level2: each('C01')}},
			'one level',
		],
		['a status twice', {...all, clientStatus: ['new', 'new']}, 'twice'],
		['a start to come', {...all, startDate: '2026-07-01'}, 'is in the future'],
		['a groupBy of a number', {...all, groupBy: 'ram'}, 'groupBy ram is not supported'],
		[
			'a property that does not segment',
			{...all, ...level({type: 'string', value: 'x'}, 'optOut')},
			'cannot be segmented',
		],
		['os without a level', {...all, ...level({type: 'string', value: 'x'}, 'os')}, 'cannot be segmented'],
		[
			'a wrong regular expression',
			{...all, globalFilters: {C01: {type: 'regex', value: '(?=x)'}}},
			'regular expression',
		],
		[
			'a wrong regular expression in a segment',
			{...all, ...level({type: 'regex', value: '(', split: true})},
			'regular expression',
		],
		['a joined segment without a label', {...all, ...level({type: 'regex', value: '.', split: false})}, 'segmentLabel'],
		[
			'a split segment with a label',
			{...all, ...level({type: 'regex', value: '.', split: true, segmentLabel: 'x'})},
			'segmentLabel',
		],
		[
			'a limit on a joined segment',
			{...all, ...level({type: 'regex', value: '.', split: false, limit: 2, segmentLabel: 'x'})},
			'limit',
		],
		['a number segment of a text', {...all, ...level({type: 'number', value: 4})}, 'type number'],
		['a text segment of a number', {...all, ...level({type: 'string', value: '4'}, 'ram')}, 'type string'],
		['nulls of a property that has none', {...all, globalFilters: {clientId: {includeNull: true}}}, 'null'],
		[
			'segments of the same label',
			{
				...all,
				levels: {
					level1: {
						property: 'C01',
						segments: [
							{type: 'string', value: 'a'},
							{type: 'string', value: 'b', segmentLabel: 'a'},
						],
					},
				},
			},
			'twice',
		],
		['no segments', {...all, levels: {level1: {property: 'C01', segments: []}}}, 'empty'],
	])('%s', async (_, input, reason) => {
		await expect(ask(input)).rejects.toThrow(
			expect.objectContaining({name: 'Rejection', status: 'SYNTAX ERROR', message: expect.stringContaining(reason)}),
		);
	});
});
