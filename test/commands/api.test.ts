import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {applyFields, type JsonObject, parseTyped} from '../../src/api/request-fields.ts';
import {parseField} from '../../src/commands/api.ts';
import {endpointRows} from '../../src/contract/operations/endpoints.ts';
import {started} from '../sandbox/support/started.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {transcript, usagectl} from '../support/program/usagectl.ts';
import {hostileServer, html, ok, reply} from '../support/service/hostile-server.ts';

const {baseUrl, admin, product} = await started();
const env = {
	USAGECTL_BASE_URL: baseUrl,
	USAGECTL_USER: admin.user,
	USAGECTL_PASSWORD: admin.password,
	USAGECTL_PRODUCT: String(product),
};
const call = (line: string | readonly string[], setup = {}) => usagectl(line, {env, ...setup});
const handedIn = (address: string) => ({
	env: {USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary-session', USAGECTL_PRODUCT: '7'},
});

test('finding out what can be called, as a person sees it', async () => {
	const text = await transcript([
		'api --list --fields path,get,writes',
		'api /licenseKeys/listKeys --describe',
		'api meta/propertyValues --describe',
		'api /licenseKeys/listkeys --describe',
		'api /weather --describe',
		'api',
		'api /auth/login',
		'api /meta/../secret',
		'api /meta/oldestReportedDate --paginate',
		'api /meta/oldestReportedDate -F =1',
		'api /meta/oldestReportedDate --url-param query=x',
	]);
	await expect(text).toMatchFileSnapshot('../transcripts/api.txt');
});

test('calling, as a person sees it', async () => {
	const text = await transcript(
		[
			'api /meta/oldestReportedDate',
			'api /meta/oldestReportedDate --get --dry-run',
			'api /meta/propertyValues -f property=os -f granularity=platform',
			'api /meta/propertyValues -f property=color',
			`api /licenseKeys/listKeys -F paging.limit=1 -F 'filters.overQuotaCount={"type":"number","value":99999}'`,
			'api /reporting/generic/current --print-request curl -F startDate=2026-01-01 -F clientStatus[]=new',
		],
		{env},
	);
	await expect(text.replaceAll(baseUrl, 'http://127.0.0.1:55555')).toMatchFileSnapshot('../transcripts/api-calls.txt');
});

test('every operation can be described, as rows and as schemas', async () => {
	for (const {path} of endpointRows) {
		expect(await usagectl(`api ${path} --describe`)).toMatchObject({exitCode: 0});
		const {stdout} = await usagectl(`api ${path} --describe -o json`);
		expect(JSON.parse(stdout)).toMatchObject({path, request: {type: 'object'}, response: {type: 'object'}});
	}
});

test('the request comes from a file, with fields over it, product and session filled in', async () => {
	const file = join(temporaryFolder(), 'request.json');
	writeFileSync(file, '{"property":"os","paging":{"limit":1,"startAt":2},"list":["a"]}');
	const server = await hostileServer(ok());
	const fields = [
		'-F',
		'paging.limit=5',
		'-f',
		'paging.text=5',
		'-F',
		'list[]=b',
		'-F',
		'none=null',
		'-F',
		'x={"y":[1]}',
		'-F',
		'big=12345678901234567890',
		'-f',
		'typed=true',
	];
	expect(await call(['api', '/any/operation', '--input', file, ...fields], handedIn(server.address))).toMatchObject({
		exitCode: 0,
	});
	expect(server.met[0]?.json).toEqual({
		user: 'ada',
		sessionId: 'canary-session',
		productId: 7,
		property: 'os',
		paging: {limit: 5, startAt: 2, text: '5'},
		list: ['a', 'b'],
		none: null,
		x: {y: [1]},
		big: '12345678901234567890',
		typed: 'true',
	});
});

test('a field may be the text of a file, a request may come from stdin, and a product stand in it', async () => {
	const file = join(temporaryFolder(), 'note.txt');
	writeFileSync(file, '12 lines\n');
	const server = await hostileServer(ok());
	await call(['api', '/a', '--input', '-', '-F', `note=@${file}`], {
		...handedIn(server.address),
		stdin: '{"productId":9}',
	});
	expect(server.met[0]?.json).toMatchObject({productId: 9, note: '12 lines\n'});
});

test('the answer comes as it is, with its head when asked; cookies are not shown', async () => {
	const body = '{"status":"OK","results":{"10":1,"9":2}}';
	const server = await hostileServer(
		reply(body, {headers: {'content-type': 'text/javascript', 'x-echo': 'canary-session'}}),
	);
	const ended = await call('api /reporting/generic/current --include', handedIn(server.address));
	expect(ended.stdout).toMatch(/^HTTP 200\n(?:[\w-]+: .*\n)+\n/);
	expect(ended.stdout).toContain('content-type: text/javascript\n');
	expect(ended.stdout.endsWith(`\n\n${body}\n`)).toBe(true);
	expect(ended.stdout).not.toContain('canary-session');
});

test('a page that was asked for by resultFormat is printed; by POST and by GET', async () => {
	const server = await hostileServer(html());
	const line = 'api /reporting/generic/current --url-param resultFormat=highcharts --url-param hcType=column';
	expect((await call(line, handedIn(server.address))).stdout).toContain('<!DOCTYPE html>');
	expect((await call(`${line} --get`, handedIn(server.address))).stdout).toContain('<!DOCTYPE html>');
	expect(server.met.map(({method}) => method)).toEqual(['POST', 'GET']);
	const {stdout} = await call(
		'api /reporting/generic/current -F startDate=2026-06-01 -F clientStatus[]=new -F globalFilters={} --url-param resultFormat=table --get',
	);
	expect(stdout).toContain('<table');
});

test('all pages are one document', async () => {
	const {stdout} = await call('api /licenseKeys/listKeys --paginate -F paging.limit=7');
	const {status, results, count} = JSON.parse(stdout);
	const {stdout: whole} = await call('api /licenseKeys/listKeys -F paging.limit=1000');
	expect({status, count, results}).toEqual({status: 'OK', count: results.length, results: JSON.parse(whole).results});
	const values = JSON.parse((await call('api /meta/propertyValues --paginate -f property=prodVersion')).stdout);
	expect(values.count).toBe(values.results.length);
});

test('all pages keep every digit of the service', async () => {
	const items = ['{"licenseKey":"A","id":12345678901234567890}', '{"licenseKey":"B", "x":1e999,"y":1.10}'];
	const page = (item: string | undefined) => reply(`{"status":"OK","matchingKeysCount":2,"results":[${item}]}`);
	const server = await hostileServer(page(items[0]), page(items[1]));
	const {stdout} = await call('api /licenseKeys/listKeys --paginate', handedIn(server.address));
	expect(stdout).toBe(`{"status":"OK","results":[\n${items.join(',\n')}\n],"count":2}\n`);
});

test('a list that breaks off before its end is no whole document', async () => {
	const key = {licenseKey: 'A'};
	const server = await hostileServer(
		ok({matchingKeysCount: 3, returnedKeysCount: 1, results: [key]}),
		ok({matchingKeysCount: 3, returnedKeysCount: 0, results: []}),
	);
	const ended = await call('api /licenseKeys/listKeys --paginate', handedIn(server.address));
	expect(ended).toMatchObject({exitCode: 4, stderr: expect.stringContaining('after 1 of 3')});
	expect(() => JSON.parse(ended.stdout)).toThrow();
});

const more = (value?: string) => ok({results: value ? [{value}] : [], truncated: true, lastValue: value});
test.each([
	['the same value', [more('a'), more('a')], 2],
	['a circle', [more('a'), more('b'), more('a')], 3],
	['nothing', [more('a'), more()], 2],
])('a list of values that leads nowhere new ends, and is no whole document: %s', async (_, pages, calls) => {
	const server = await hostileServer(...pages);
	const ended = await call('api /meta/propertyValues --paginate -f property=C01', handedIn(server.address));
	expect(ended).toMatchObject({
		exitCode: 4,
		stderr: expect.stringMatching(/more than \d values, but returned no link/),
	});
	expect(() => JSON.parse(ended.stdout)).toThrow();
	expect(server.met).toHaveLength(calls);
});

test.each([
	['no results', '/meta/propertyValues', {}],
	['results that are no list', '/meta/propertyValues', {results: {value: 'a'}}],
	['keys without their number', '/licenseKeys/listKeys', {results: [{licenseKey: 'A'}]}],
])('an answer with %s is told when pages are asked for', async (_, path, members) => {
	const server = await hostileServer(ok(members));
	const ended = await call(`api ${path} --paginate`, handedIn(server.address));
	expect(ended).toMatchObject({exitCode: 4, stderr: expect.stringMatching(/^(?:warning: .*\n)?error: the service /)});
	expect(server.met).toHaveLength(1);
});

test.each([
	['number', '7', 7],
	['negative', '-1.5', -1.5],
	['true', 'true', true],
	['null', 'null', null],
	['quoted', '"7"', '7'],
	['object', '{"a":[1]}', {a: [1]}],
	['word', 'os', 'os'],
	['leading zero', '007', '007'],
	['nothing', '', ''],
	['date', '2026-01-01', '2026-01-01'],
	['too long a number', '12345678901234567890', '12345678901234567890'],
	['infinity', '1e999', '1e999'],
	['cut JSON', '{"a":', '{"a":'],
])('-F reads a %s', (_, text, value) => {
	expect(parseTyped(text)).toEqual(value);
});

test('-f keeps every text as it is, wherever its path leads', async () => {
	const name = fc.stringMatching(/^[a-z]{1,5}$/);
	await fc.assert(
		fc.asyncProperty(fc.array(name, {minLength: 1, maxLength: 4}), fc.string({unit: 'binary'}), async (path, value) => {
			const request = await applyFields({}, [parseField(false)(`${path.join('.')}=${value}`)], async () => '');
			const found = path.reduce<unknown>((object, part) => (object as JsonObject)[part], request);
			expect(found).toBe(value);
		}),
	);
});

test.each(['property', '=x', '.a=1', 'a..b=1', '__proto__.x=1', 'a.__proto__=1'])('a field %j is refused', text => {
	expect(() => parseField(true)(text)).toThrow('name=value');
	expect(({} as {x?: number}).x).toBeUndefined();
});
