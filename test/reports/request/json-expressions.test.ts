import {expect, test} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {usagectl, words} from '../../support/program/usagectl.ts';

/** JSON is sent as it is where the contract permits it. */

const {env} = await started();
const today = '--today 2026-06-30';
const sentBy = async (line: string) => {
	const {stdout, stderr, exitCode} = await usagectl([...words(`${line} ${today} --print-request json`)], {env});
	expect({line, stderr, exitCode}).toMatchObject({exitCode: 0});
	return {body: JSON.parse(stdout).body, stderr};
};

test.each([
	{prodVersion: {type: 'stringArray', value: ['4.1']}},
	{prodVersion: {type: 'stringArray', value: ['4.1', '4.1']}},
	{ram: {includeNull: false}},
	{prodVersion: {includeNull: false}},
	{geography: {type: 'stringArray', country: ['US'], continent: ['EU']}},
	{dateInstalled: {min: '2026-01-01'}},
	{touchScreen: {value: true}},
	{prodVersion: {type: 'regex', value: ''}},
	{licenseStatus: [{}]},
])('%j', async globalFilters => {
	const json = JSON.stringify(globalFilters);
	const {body} = await sentBy(`report current --from -30d --filter '${json}'`);
	expect(body.globalFilters).toEqual(globalFilters);
	const beside = await sentBy(`report current --from -30d --filter '${json}' --filter cpuCores=4`);
	expect(beside.body.globalFilters).toEqual({...globalFilters, cpuCores: {type: 'number', value: 4}});
});

test('warns of JSON that the language rejects and the contract permits', async () => {
	const {stderr} = await sentBy(`report current --from -30d --filter '{"licenseStatus":[{}]}'`);
	expect(stderr).toContain('licenseStatus: no expression can say this (a flag is missing); the JSON is sent unchanged');
	const strict = `report current --from -30d --strict --filter '{"licenseStatus":[{}]}'`;
	expect(await usagectl(strict, {env})).toMatchObject({exitCode: 2});
});

test.each([
	['{"prodVersion":{"type":"string","value":[5]}}', '[5]'],
	['{"prodVersion":{"type":"strin","value":"x"}}', '"strin"'],
	['{"prodVersion":{"type":"string"}}', '{"type":"string"}'],
	['{"ram":{"type":"numberRange","min":1,"max":"x"}}', '"x"'],
	['{"os":{"type":"stringArray","version":["a"],"city":[7]}}', '[7]'],
])('rejects what the contract does not permit, and marks the place: %s', async (json, marked) => {
	const {stderr, exitCode} = await usagectl(`report current --from -30d --filter '${json}'`, {env});
	const [, column, carets = ''] = /--filter:1:(\d+)\n.*\n[ |]*(\^+)/.exec(stderr) ?? [];
	const at = Number(column) - 1;
	expect({exitCode, marked: json.slice(at, at + carets.length)}).toEqual({exitCode: 2, marked});
});

test('accepts segments and levels that no expression can produce', async () => {
	const segments = [{type: 'regex', value: '^4'}, {includeNull: true}];
	const by = JSON.stringify({segmentBy: 'prodVersion', segments});
	const {body} = await sentBy(`report churn --period 2026-02 --segment-by '${by}'`);
	expect(body).toMatchObject({segmentBy: 'prodVersion', segments});
	const levels = {level1: {property: 'prodVersion', segments, sortDirection: 'desc'}};
	const report = `report current --from -30d --level '${JSON.stringify(levels)}'`;
	expect((await sentBy(report)).body.levels).toEqual(levels);
	expect(await usagectl(`${report} ${today} -o csv`, {env})).toMatchObject({exitCode: 0});
});

test('accepts groupBy', async () => {
	const {body} = await sentBy('report current --from -30d --group-by machineId');
	expect(body.groupBy).toBe('machineId');
});
