import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {transcript, usagectl} from '../support/program/usagectl.ts';
import {hostileServer, ok} from '../support/service/hostile-server.ts';

const {baseUrl, admin, product} = await started({assume: ['values-page=5']});
const env = {
	USAGECTL_BASE_URL: baseUrl,
	USAGECTL_USER: admin.user,
	USAGECTL_PASSWORD: admin.password,
	USAGECTL_PRODUCT: String(product),
};
const at = (address: string) => ({
	env: {USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary-session', USAGECTL_PRODUCT: '7'},
});

test('lists properties and their values', async () => {
	const text = await transcript(
		[
			'props',
			'props list -o csv --fields name,friendlyName --limit 3',
			'props values prodVersion --match "4.*"',
			'props values "Product Edition"',
			'props values country --match DE',
			'props values geography.continent',
			'props values os.platform -o json',
			'props values os',
			'props values os.versoin',
			'props values prodVersoin',
			'props values prodVersion --full-list',
		],
		{env},
	);
	await expect(text).toMatchFileSnapshot('../transcripts/props.txt');
});

test('reads all pages in order, and each value once', async () => {
	const {stdout} = await usagectl('props values geography.country --full-list -o csv --no-header', {env});
	const codes = stdout
		.trimEnd()
		.split('\n')
		.map(row => row.slice(0, 2));
	expect(codes.length).toBeGreaterThan(200);
	expect(codes).toEqual([...new Set(codes)].sort());
});

const values = (lastValue: unknown, ...names: string[]) =>
	ok({results: names.map(value => ({value})), truncated: true, lastValue});
const end = ok({results: [{value: 'z'}]});

test.each([
	['a text', [values('b', 'a', 'b'), end], ['b'], 0],
	['true, as it is documented', [values(true, 'a', 'b'), end], ['b'], 0],
	['nothing', [values(undefined, 'a', 'b'), end], ['b'], 0],
	['the same again', [values('b', 'a', 'b'), values('b', 'a', 'b')], ['b'], 6],
	['round in a circle', [values('b', 'a'), values('c', 'b'), values('b', 'c')], ['b', 'c'], 6],
	['nothing on an empty page', [values(undefined)], [], 6],
])('ends a list whose next page is named by %s', async (_, pages, asked, exitCode) => {
	const server = await hostileServer(...pages);
	const ended = await usagectl('props values C01 -o csv', at(server.address));
	expect(server.met.slice(1).map(({json}) => json.startAfter)).toEqual(asked);
	expect(ended.exitCode).toBe(exitCode);
	expect(ended.stderr).toContain(exitCode ? 'there are more values' : '');
});

test("finds a property that only this product has in the service's list", async () => {
	const listed = ok({
		results: [
			{
				category: 'Custom',
				properties: [{name: 'X1', friendlyName: 'Department', filterType: 'standard', dataType: 'string'}],
			},
		],
	});
	const server = await hostileServer(listed, end);
	expect((await usagectl('props values department --match "a*" -o csv', at(server.address))).stdout).toBe(
		'value,shortName,fullName\nz,,\n',
	);
	expect(server.met[1]?.json).toMatchObject({property: 'X1', filter: {type: 'regex', value: '^a.*$'}});
	const nowhere = await hostileServer(listed);
	expect(await usagectl('props values departure', at(nowhere.address))).toMatchObject({exitCode: 2, stdout: ''});
	expect(nowhere.met).toHaveLength(1);
});
