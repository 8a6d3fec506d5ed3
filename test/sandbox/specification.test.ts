import {describe, expect, test} from 'vitest';
import {endpoints} from '../../src/contract/operations/endpoints.ts';
import {properties} from '../../src/contract/properties.ts';
import {compileFilter} from '../../src/language/compile-expressions.ts';
import {createAsk, started} from './support/started.ts';

/** Requests at the edge of the description (docs/service.md): what the sandbox makes of them, and the words it refuses them with. */

const sandbox = await started();
const later = await started({assume: ['flag-names=blocked', 'level-type=required']});
const ecma = await started({assume: ['regex=ecma']});
const {ask} = sandbox;
const {reports, lost, events, licenseKeys, meta} = endpoints;

const active = {startDate: 'NOW-60', clientStatus: ['active']};
const lostRange = {startDate: 'NOW-200', stopDate: 'NOW', daysUntilDeclaredLost: 30, dateReportedLost: 'dateLastSeen'};
const filtered = (globalFilters: object) => ask(reports.current.path, {...active, globalFilters});
const segmented = (property: string, ...segments: object[]) =>
	ask(reports.current.path, {...active, levels: {level1: {property, segments}}});
const lostBy = (segmentBy: string, ...segments: object[]) => ask(lost.events.path, {...lostRange, segmentBy, segments});

const all = ((await filtered({})) as {results: {active: number}}).results.active;

describe('accepts', () => {
	test.each<[what: string, filters: object]>([
		['an object without license flags', {licenseStatus: [{}]}],
		['an object without flags beside another', {licenseStatus: [{activated: true}, {}]}],
		['an empty regular expression', {prodEdition: {type: 'regex', value: '', includeNull: true}}],
		['includeNull false where nothing is null', {licenseType: {type: 'regex', value: '.*', includeNull: false}}],
		['includeNull false alone', {licenseType: {includeNull: false}}],
		['includeNull false on a date', {dateInstalled: {type: 'dateRange', max: '2026-06-30', includeNull: false}}],
	])('%s matches every installation', async (_, filters) => {
		expect(await filtered(filters)).toMatchObject({http: 200, results: {active: all}});
	});

	test('a segment of licenseStatus with only a label, which holds every installation', async () => {
		const {results} = await segmented('licenseStatus', {segmentLabel: 'any'});
		expect(results).toEqual({level1: {any: {totals: {active: all}}}});
	});

	test('an empty regular expression, which makes a segment of every known value', async () => {
		const known = (await filtered({C01: {type: 'regex', value: '.*'}})).results.active;
		expect(known).toBeLessThan(all);
		const {results} = await segmented('C01', {type: 'regex', value: '', split: false, segmentLabel: 'known'});
		expect(results).toEqual({level1: {known: {totals: {active: known}}}});
	});

	test('segments of the lost-event reports by properties that they cannot be filtered by', async () => {
		const anyValue = {type: 'regex', value: '.*', split: false, segmentLabel: 'x'};
		expect(await lostBy('C01', anyValue)).toMatchObject({http: 200, segmentBy: 'C01', results: {x: expect.any(Array)}});
		expect(await lostBy('machineId', anyValue)).toMatchObject({http: 200});
		expect(await lostBy('touchScreen', {type: 'boolean', value: true, segmentLabel: 'x'})).toMatchObject({http: 200});
		const refused = await ask(lost.events.path, {...lostRange, globalFilters: {C01: {type: 'string', value: 'x'}}});
		expect(refused).toMatchObject({http: 400, reason: 'globalFilters.C01: this report cannot be filtered by C01'});
	});

	test('the table of lost events names segmentBy only when it is segmented', async () => {
		const {http, ...answer} = await ask(lost.events.path, lostRange);
		expect(Object.keys(answer)).toEqual(['status', 'results']);
	});

	test('a request without a content type, but not a form', async () => {
		const post = (type: string | undefined) =>
			fetch(sandbox.baseUrl + meta.oldestReportedDate.path, {
				method: 'POST',
				headers: type === undefined ? {} : {'content-type': type},
				body: new TextEncoder().encode(JSON.stringify(sandbox.identity)),
			});
		expect((await post(undefined)).status).toBe(200);
		expect((await post('text/javascript; charset=utf-8')).status).toBe(200);
		expect((await post('text/plain')).status).toBe(415);
	});

	test('properties are in the three described groups and say what they support', async () => {
		const {results} = await ask(meta.productProperties.path);
		const groups = results as {category: string; properties: object[]}[];
		expect(groups.map(group => group.category)).toEqual([
			'Product Properties',
			'Licensing Properties',
			'Platform Properties',
		]);
		for (const property of groups.flatMap(group => group.properties))
			expect(property).toMatchObject({
				supportsRegex: expect.any(Boolean),
				supportsMeta: expect.any(Boolean),
				supportsNull: expect.any(Boolean),
			});
	});
});

describe('rejects', () => {
	const missing = {categoryType: 'string', category: 'Files', name: 'Open'};
	test.each<[reason: string, filters: object]>([
		['geography.usState: expected a US state code, such as US-CA', {geography: {type: 'string', usState: 'CA'}}],
		[
			'geography.usState: expected a US state code, such as US-CA',
			{geography: {type: 'string', usState: '2026-02-30'}},
		],
		[
			'geography.country[1]: expected an ISO 3166-1 country code in two capital letters, such as US',
			{geography: {type: 'stringArray', country: ['DE', 'us']}},
		],
		['ram: a range needs min, max or both', {ram: {type: 'numberRange'}}],
		['dateInstalled: a range needs min, max or both', {dateInstalled: {type: 'dateRange'}}],
		['ram: min must not be greater than max', {ram: {type: 'numberRange', min: 2, max: 1}}],
		['prodVersion.value is missing', {prodVersion: {type: 'string'}}],
		['prodVersion.type is missing', {prodVersion: {value: '1'}}],
		['ram.type: expected one of "number", "numberRange"', {ram: {type: 'regex', value: 1}}],
		['lifetimeEventUsage.combiArray[0].nameType is missing', {lifetimeEventUsage: {combiArray: [missing]}}],
	])('%s', async (reason, filters) => {
		expect(await filtered(filters)).toEqual({http: 400, status: 'SYNTAX ERROR', reason: `globalFilters.${reason}`});
	});

	test.each<[reason: string, segment: object]>([
		['a range needs min, max or both', {type: 'numberRange', segmentLabel: 'x'}],
		['min must not be greater than max', {type: 'numberRange', min: 2, max: 1, segmentLabel: 'x'}],
		['segmentLabel is missing', {type: 'numberRange', min: 2}],
		['a segment needs a type and its members, or includeNull, or a segmentLabel with license flags', {}],
	])('a segment: %s', async (reason, segment) => {
		const {http, reason: told} = await segmented('ram', segment);
		expect([http, told]).toEqual([400, expect.stringMatching(`^levels\\.level1\\.segments\\[0\\][.:] ?${reason}$`)]);
	});

	test.each<[reason: string, filters: object]>([
		['filters.addedDate: a range needs min, max or both', {addedDate: {type: 'dateRange'}}],
		['filters.overQuotaCount: a range needs min, max or both', {overQuotaCount: {type: 'numberRange'}}],
		['filters.overQuotaCount: min must be smaller than max', {overQuotaCount: {type: 'numberRange', min: 1, max: 1}}],
	])('%s', async (reason, filters) => {
		expect(await ask(licenseKeys.list.path, {filters})).toMatchObject({http: 400, reason});
	});

	test('an event with a missing member, by its name', async () => {
		const frequency = (event: object) =>
			ask(events.frequency.path, {startDate: 'NOW-9', stopDate: 'NOW', events: [event]});
		expect(await frequency({combiArray: [missing]})).toMatchObject({
			http: 400,
			reason: 'events[0].combiArray[0].nameType is missing',
		});
		expect(await frequency({category: 'Files'})).toMatchObject({http: 400, reason: 'events[0].name is missing'});
	});

	test.each(['licenseType', 'dateInstalled', 'touchScreen'])('includeNull true on %s', async name => {
		const filters = {
			licenseType: {type: 'string', value: 'x', includeNull: true},
			dateInstalled: {type: 'dateRange', max: '2026-06-30', includeNull: true},
			touchScreen: {value: true, includeNull: true},
		};
		const filter = filters[name as keyof typeof filters];
		expect(await filtered({[name]: filter})).toMatchObject({http: 400, reason: `${name} does not support null`});
	});
});

test('a missing permission as AUTH ERROR, which differs from an expired session only in its reason', async () => {
	const analyst = await sandbox.login(sandbox.analyst);
	const asAnalyst = createAsk(sandbox.baseUrl, {...analyst, productId: sandbox.product});
	const oldest = meta.oldestReportedDate.path;
	const refused = (reason: string) => ({http: 403, status: 'AUTH ERROR', reason});
	expect(await asAnalyst(oldest, {productId: 99})).toEqual(
		refused('analyst@sandbox.example cannot access the product 99'),
	);
	expect(
		await asAnalyst(reports.current.path, {...active, globalFilters: {licenseKey: {type: 'string', value: 'x'}}}),
	).toEqual(refused('analyst@sandbox.example has no permission to filter or segment by licenseKey'));
	expect(await asAnalyst(meta.propertyValues.path, {property: 'licenseKey'})).toEqual(
		refused('analyst@sandbox.example has no permission to list the values of licenseKey'),
	);
	expect(await asAnalyst(oldest, {sessionId: 'dead'})).toEqual(refused('the session is not valid or has expired'));
});

const nullable = properties.flatMap(({name, kind, nullable: isNullable, parts = []}) => {
	if (!isNullable) return [];
	return kind === 'levels' ? parts.map(part => `${name}.${part}`) : [name];
});

test.each(nullable)('an unlabeled segment of nulls, and counts them: %s', async property => {
	const [name = '', part] = property.split('.');
	const filter = part === undefined ? {includeNull: true} : {[part]: {includeNull: true}};
	const counted = (await filtered({[name]: filter})).results.active;
	const {results} = await segmented(property, {includeNull: true});
	expect(results).toEqual({level1: {'<NULL>': {totals: {active: counted}}}});
});

test('level-type=required: a level of nulls needs the type that the client sends', async () => {
	const country = {includeNull: true};
	const ofLater = (geography: object) => later.ask(reports.current.path, {...active, globalFilters: {geography}});
	expect(await ofLater({country})).toMatchObject({http: 400, reason: 'globalFilters: geography needs a type'});
	const known = (await filtered({geography: {country}})).results;
	const {geography} = compileFilter([{name: 'filter', text: 'country is null'}], {today: '2026-06-30'}).json;
	expect((await ofLater(geography as object)).results).toEqual(known);
});

describe('the newer names of flags', () => {
	test('are in responses', async () => {
		const named = async ({ask: asked}: typeof sandbox) => {
			const {results} = await asked(meta.productProperties.path);
			const properties = (results as {properties: {name: string; subProperties?: {name: string}[]}[]}[]).flatMap(
				group => group.properties,
			);
			return properties.find(({name}) => name === 'licenseStatus')?.subProperties?.map(({name}) => name);
		};
		expect(await named(sandbox)).toEqual(['activated', 'blacklisted', 'expired', 'whitelisted']);
		expect(await named(later)).toEqual(['activated', 'blocked', 'expired', 'allowed']);
	});

	const rename = (request: object) =>
		JSON.parse(JSON.stringify(request).replaceAll('blacklisted', 'blocked').replaceAll('whitelisted', 'allowed'));
	const flags = {blacklisted: false, whitelisted: false};
	test.each<[what: string, path: string, request: object]>([
		['a filter', reports.current.path, {...active, globalFilters: {licenseStatus: [flags]}}],
		[
			'segments',
			reports.current.path,
			{...active, levels: {level1: {property: 'licenseStatus', segments: [{segmentLabel: 'good', ...flags}]}}},
		],
		['a filter of keys', licenseKeys.list.path, {filters: {licenseStatus: [flags]}, paging: {limit: 1}}],
		['an update of keys', licenseKeys.update.path, {keyUpdates: [{licenseKey: 'K', licenseStatus: flags}]}],
	])('%s accepts both names by an option', async (_, path, request) => {
		const renamed = await later.ask(path, rename(request));
		expect(renamed).toMatchObject({http: 200, status: 'OK'});
		const counts = ({results, matchingKeysCount, rejectedKeys}: Record<string, unknown>) =>
			path === reports.current.path ? results : {matchingKeysCount, rejectedKeys};
		const specified = await ask(path, request);
		expect(counts(renamed)).toEqual(counts(specified));
		expect(await ask(path, rename(request))).not.toEqual(specified);
	});
});

describe('regular expressions of JavaScript, by an option', () => {
	const byDialect = async (value: string) => {
		const versions = (answer: {results?: {value: string}[]}) => answer.results?.map(item => item.value);
		const request = {property: 'prodVersion', filter: {type: 'regex', value}};
		const all = versions(await ecma.ask(meta.propertyValues.path, {property: 'prodVersion'})) ?? [];
		return {all, found: versions(await ecma.ask(meta.propertyValues.path, request))};
	};

	test.each(['^5(?=\\.)', '(\\d)\\..*\\1', '(?<!1)\\.0', '^(?!4)', '.', ''])('%s', async value => {
		const {all, found} = await byDialect(value);
		expect(found).toEqual(all.filter(text => new RegExp(value).test(text)));
		const inFilter = {...active, globalFilters: {prodVersion: {type: 'regex', value}}};
		const inList = {...active, globalFilters: {prodVersion: {type: 'stringArray', value: found}}};
		if (found?.length)
			expect((await ecma.ask(reports.current.path, inFilter)).results).toEqual(
				(await ask(reports.current.path, inList)).results,
			);
	});

	test.each([
		['(', 'Unterminated group'],
		['(a)(', 'Unterminated group'],
		[')(', 'Unmatched'],
	])('%s is refused', async (value, detail) => {
		expect(await ecma.ask(reports.current.path, {...active, globalFilters: {C01: {type: 'regex', value}}})).toEqual({
			http: 400,
			status: 'SYNTAX ERROR',
			reason: expect.stringMatching(`^the regular expression .* is invalid: .*${detail}`),
		});
	});

	test('rejects one that takes too long, and answers the next request', async () => {
		const value = '^(([a-z0-9A-Z ._-])+)+[^a-zA-Z0-9 ._-]$';
		const key = 'a'.repeat(60);
		await ecma.ask(licenseKeys.update.path, {keyUpdates: [{licenseKey: key}]});
		expect(await ecma.ask(licenseKeys.list.path, {filters: {licenseKey: {type: 'regex', value}}})).toEqual({
			http: 400,
			status: 'SYNTAX ERROR',
			reason: `the regular expression ${value} is invalid: it takes longer than 500 ms`,
		});
		expect(await ecma.ask(meta.oldestReportedDate.path)).toMatchObject({http: 200});
	});

	test('all expressions of a request share one time limit', async () => {
		// Each of them takes some milliseconds for the texts of a column, and none as long as a request may take.
		const slow = (index: number) => ({type: 'regex', value: `^(?:x{${index}}|(?:(?:\\S\\S?)+#|.)*)`, split: true});
		const many = Array.from({length: 300}, (_, index) => slow(index));
		const refused = {http: 400, reason: expect.stringMatching('is invalid: it takes longer than 500 ms$')};
		const segments = (items: object[]) => ({...active, levels: {level1: {property: 'machineId', segments: items}}});
		expect(await ecma.ask(reports.current.path, segments(many.slice(0, 1)))).toMatchObject({http: 200});
		expect(await ecma.ask(reports.current.path, segments(many))).toMatchObject(refused);
	});
});
