import {join} from 'node:path';
import {afterAll, expect, onTestFinished, test} from 'vitest';
import {properties} from '../../../../src/contract/properties.ts';
import {getDataFile} from '../../../../src/sandbox/seed/synthetic-data.ts';
import {startSandbox} from '../../../../src/sandbox/start.ts';
import {openDatabase} from '../../../../src/sandbox/store/duckdb.ts';
import {createAsk, started} from '../../support/started.ts';

const base = await started();
const {ask, stateDir, product, products, login, analyst} = base;
const recipe = {folder: join(stateDir, 'sandbox', 'data'), seed: 7, size: 500, now: '2026-06-30'};
const database = await openDatabase(getDataFile(recipe));
afterAll(() => database.close());

async function variant(...assume: string[]) {
	const sandbox = await startSandbox({stateDir, seed: 7, size: 500, now: '2026-06-30', assume});
	onTestFinished(() => sandbox.close());
	return {...sandbox, ask: createAsk(sandbox.baseUrl, base.identity)};
}

const list = '/meta/productProperties';
const values = '/meta/propertyValues';

type Descriptor = {readonly name: string} & Readonly<Record<string, unknown>>;
type Group = {readonly category: string; readonly properties: readonly Descriptor[]};

/** The listing of the specification, by hand: filter type, data type, units. */
const expected: Readonly<Record<string, readonly (readonly [string, string, string, string?])[]>> = {
	'Product Properties': ['prodVersion', 'prodEdition', 'prodLanguage', 'prodBuild'].map(
		name => [name, 'standard', 'string'] as const,
	),
	'Licensing Properties': [
		['licenseType', 'standard', 'string'],
		['licenseStatus', 'standard', 'special'],
	],
	'Platform Properties': [
		['osLanguage', 'standard', 'string'],
		['os', 'standard', 'special'],
		['geography', 'standard', 'special'],
		['formFactor', 'currentData', 'string'],
		['cpuType', 'currentData', 'string'],
		['cpuCores', 'currentData', 'numeric', ''],
		['displayCount', 'currentData', 'numeric', ''],
		['ram', 'currentData', 'numeric', 'MB'],
		['resolutionWidth', 'currentData', 'numeric', 'px'],
		['resolutionHeight', 'currentData', 'numeric', 'px'],
		['osWordLength', 'currentData', 'numeric', 'bit'],
	],
};

test('productProperties lists the properties of the specification by group', async () => {
	const groups = (await ask(list)).results as Group[];
	for (const [category, rows] of Object.entries(expected)) {
		const found = groups.find(group => group.category === category)?.properties ?? [];
		expect(new Set(found.map(item => [item.name, item.filterType, item.dataType, item.units].join()))).toEqual(
			new Set(rows.map(([name, filterType, dataType, units]) => [name, filterType, dataType, units].join())),
		);
		expect(found.every(item => typeof item.friendlyName === 'string' && item.friendlyName !== '')).toBe(true);
	}
	const all = groups.flatMap(group => group.properties);
	const part = (dataType: string, ...names: string[]) =>
		names.map(name => ({name, friendlyName: expect.any(String), dataType}));
	const find = (name: string) => all.find(item => item.name === name);
	expect(find('licenseStatus')?.subProperties).toEqual(
		part('boolean', 'activated', 'blacklisted', 'expired', 'whitelisted'),
	);
	expect(find('os')?.granularityLevels).toEqual(part('string', 'platform', 'version', 'edition'));
	expect(find('geography')?.granularityLevels).toEqual(part('string', 'continent', 'country', 'usState'));
});

test('an option lists the custom properties that the product has values of', async () => {
	const custom = await variant('collected=custom');
	const customs = async (productId: number | undefined) =>
		((await custom.ask(list, {productId})).results as Group[])
			.filter(group => group.category === 'Custom Properties')
			.flatMap(group => group.properties.map(item => item.name));
	const rows = await database.rows('SELECT * FROM property_span WHERE productId = $1', [product]);
	const used = Object.keys(rows[0] ?? {}).filter(name => /^C\d\d$/.test(name) && rows.some(row => row[name] !== null));
	expect(used.length).toBeGreaterThan(0);
	expect(await customs(product)).toEqual(used);
	expect(await customs(products[2]?.productId)).toEqual([]);
});

test('descriptors say what they support, unless an option omits it', async () => {
	const silent = (await (await variant('support-members=absent')).ask(list)).results as Group[];
	expect(silent.flatMap(group => group.properties).some(item => 'supportsRegex' in item)).toBe(false);
	const groups = (await ask(list)).results as Group[];
	const all = new Map(groups.flatMap(group => group.properties.map(item => [item.name, item])));
	expect(all.get('prodVersion')).toMatchObject({supportsRegex: true, supportsMeta: true, supportsNull: true});
	expect(all.get('cpuCores')).toMatchObject({supportsRegex: false, supportsMeta: true});
	expect(all.get('licenseStatus')).toMatchObject({supportsRegex: false, supportsMeta: false, supportsNull: false});
});

/** Every property that has values, with its level, and the column that holds it. */
const valued = properties
	.filter(({kind}) => ['text', 'number', 'levels'].includes(kind))
	.flatMap(({name, parts, history, kind}) =>
		(parts ?? [undefined]).map(granularity => ({
			name,
			granularity,
			kind,
			table: history ? 'property_span' : 'installation',
			column: granularity === undefined ? name : `${name}_${granularity}`,
		})),
	);

/** What the rows hold, by a plain loop: each value once, as text, in rising order. */
async function naiveValues({table, column, kind}: (typeof valued)[0]): Promise<string[]> {
	const rows = await database.rows(`SELECT * FROM ${table} WHERE productId = $1`, [product]);
	const found = new Set<string | number>();
	for (const row of rows) if (row[column] !== null) found.add(row[column] as string | number);
	const bytes = (text: unknown) => Buffer.from(String(text));
	const sorted = [...found].sort((a, b) =>
		kind === 'number' ? Number(a) - Number(b) : Buffer.compare(bytes(a), bytes(b)),
	);
	return sorted.map(String);
}

test.each(valued)('lists each value of $name $granularity once, in ascending order, in pages', async property => {
	const {name, granularity} = property;
	const request = {property: name, ...(granularity ? {granularity} : {})};
	const whole = await naiveValues(property);
	const {ask: askShort} = await short();
	const pages: string[] = [];
	let startAfter: string | undefined;
	for (let page = 0; page < 400; page++) {
		const answer = await askShort(values, {...request, ...(startAfter === undefined ? {} : {startAfter})});
		expect(answer.http).toBe(200);
		const found = (answer.results as {value: string}[]).map(item => item.value);
		pages.push(...found);
		if (!answer.truncated) {
			expect(answer).not.toHaveProperty('lastValue');
			break;
		}
		expect([found.length, answer.lastValue]).toEqual([40, found.at(-1)]);
		startAfter = answer.lastValue as string;
	}
	expect(pages).toEqual(whole);
});
/** Pages of forty values, for all of the tests above. */
let shortSandbox: ReturnType<typeof startSandbox> | undefined;
async function short() {
	shortSandbox ??= startSandbox({stateDir, seed: 7, size: 500, now: '2026-06-30', assume: ['values-page=40']});
	return {ask: createAsk((await shortSandbox).baseUrl, base.identity)};
}
afterAll(async () => (await shortSandbox)?.close());

const only = (answer: {results: {value: string}[]}) => answer.results.map(item => item.value);

test('a filter selects values by expression, or one value if it exists', async () => {
	const all = only(await ask(values, {property: 'prodVersion'}));
	const filtered = async (type: string, value: string, property = 'prodVersion') =>
		only(await ask(values, {property, filter: {type, value}}));
	expect(await filtered('regex', '^4\\.')).toEqual(all.filter(value => value.startsWith('4.')));
	expect(await filtered('regex', '.*')).toEqual(all);
	expect(await filtered('string', all[0] ?? '')).toEqual([all[0]]);
	expect(await filtered('string', 'nothing like it')).toEqual([]);
	const cores = only(await ask(values, {property: 'cpuCores'}));
	expect(await filtered('regex', '^1', 'cpuCores')).toEqual(cores.filter(value => value.startsWith('1')));
	const windows = await ask(values, {
		property: 'os',
		granularity: 'version',
		filter: {type: 'regex', value: 'Windows'},
	});
	expect(only(windows).length).toBeGreaterThan(0);
});

test('os has short names, geography and osLanguage have full names, others have only values', async () => {
	const version = (await ask(values, {property: 'os', granularity: 'version'})).results[0];
	expect(version).toEqual({value: expect.any(String), shortName: expect.any(String)});
	const country = await ask(values, {property: 'geography', granularity: 'country'});
	expect(country.results.find((item: {value: string}) => item.value === 'DE')).toEqual({
		value: 'DE',
		fullName: 'Germany',
	});
	const language = (await ask(values, {property: 'osLanguage'})).results[0];
	expect(Object.keys(language)).toEqual(['value', 'fullName']);
	expect(Object.keys((await ask(values, {property: 'prodEdition'})).results[0])).toEqual(['value']);
});

test('the full list includes values that no installation has', async () => {
	const {ask: askFull} = await variant();
	for (const [property, granularity] of [
		['geography', 'country'],
		['geography', 'usState'],
		['os', 'version'],
		['osLanguage', undefined],
	]) {
		const request = {property, ...(granularity ? {granularity} : {})};
		const collected = only(await askFull(values, request));
		const known = only(await askFull(values, {...request, getFullList: true}));
		expect(known.length).toBeGreaterThan(collected.length);
		expect(collected.filter(value => !known.includes(value))).toEqual([]);
	}
	const states = only(await askFull(values, {property: 'geography', granularity: 'usState', getFullList: true}));
	expect(states.every(state => /^US-[A-Z]{2}$/.test(state))).toBe(true);
	expect(
		(await ask(values, {productId: products[2]?.productId, property: 'osLanguage', getFullList: true})).results.length,
	).toBeGreaterThan(50);
});

test.each([
	['an unknown property', {property: 'color'}, /there is no property color/],
	['a dotted property', {property: 'os.version'}, /there is no property os\.version/],
	['no property', {}, /property/],
	['a property of flags', {property: 'licenseStatus'}, /no list of values/],
	['os without granularity', {property: 'os'}, /granularity: os requires one of platform, version, edition/],
	['a granularity that is none', {property: 'geography', granularity: 'city'}, /granularity/],
	['a granularity where there is none', {property: 'prodVersion', granularity: 'version'}, /has no granularity levels/],
	[
		'a filter on geography',
		{property: 'geography', granularity: 'country', filter: {type: 'regex', value: 'D'}},
		/filter/,
	],
	['the full list of another property', {property: 'prodVersion', getFullList: true}, /getFullList/],
	[
		'an expression that is none',
		{property: 'prodVersion', filter: {type: 'regex', value: '['}},
		/regular expression .* is invalid/,
	],
	[
		'a look-ahead',
		{property: 'prodVersion', filter: {type: 'regex', value: '(?=4)'}},
		/regular expression .* is invalid/,
	],
	['a filter of another type', {property: 'prodVersion', filter: {type: 'stringArray', value: ['4']}}, /filter/],
	['a startAfter that is no number', {property: 'cpuCores', startAfter: 'x'}, /startAfter/],
])('propertyValues rejects %s', async (_name, request, reason) => {
	expect(await ask(values, request)).toEqual({
		http: 400,
		status: 'SYNTAX ERROR',
		reason: expect.stringMatching(reason),
	});
});

test('listing the values of licenseKey needs the permission, unless an option lifts it', async () => {
	const asAnalyst = {...(await login(analyst)), property: 'licenseKey'};
	expect(await ask(values, asAnalyst)).toMatchObject({http: 403, status: 'AUTH ERROR'});
	expect((await ask(values, {property: 'licenseKey'})).http).toBe(200);
	const open = await variant('key-values=everyone');
	expect((await open.ask(values, asAnalyst)).http).toBe(200);
});

test('an option makes lastValue a boolean, and the last item holds the value to continue after', async () => {
	const {ask: askBoolean} = await variant('last-value=boolean', 'values-page=2');
	const first = await askBoolean(values, {property: 'prodVersion'});
	expect(first).toMatchObject({truncated: true, lastValue: true});
	const next = await askBoolean(values, {property: 'prodVersion', startAfter: only(first).at(-1)});
	const all = only(await ask(values, {property: 'prodVersion'}));
	expect([...only(first), ...only(next)]).toEqual(all.slice(0, 4));
});

test('returns the earliest start date of the plan', async () => {
	const rows = await database.rows<{productId: number; oldestReportedDate: number}>('SELECT * FROM product');
	for (const {productId, oldestReportedDate} of rows) {
		const {oldestDate} = await ask('/meta/oldestReportedDate', {productId});
		expect(Date.parse(oldestDate) / 86_400_000).toBe(oldestReportedDate);
	}
});
