import {expect, test} from 'vitest';
import {readListed} from '../../src/contract/listed-properties.ts';
import {getProperty} from '../../src/contract/properties.ts';
import {started} from '../sandbox/support/started.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** Properties that the service lists and the catalog does not have. */

const {env: own} = await started({assume: ['collected=more']});
const fresh = () => ({...own, USAGECTL_CONFIG_DIR: temporaryFolder()});
const from = '--from -30d --today 2026-06-30';

test('learns a property of the product when a filter, a level or a segment names it', async () => {
	const whole = await usagectl(`report current ${from} -o json`, {env: fresh()});
	const byMajor = await usagectl(`report current ${from} --level majorVersion -o json`, {env: fresh()});
	type Row = {readonly majorVersion: string; readonly new: number; readonly active: number};
	const majors = JSON.parse(byMajor.stdout) as readonly Row[];
	expect(majors.length).toBeGreaterThan(1);
	expect(JSON.parse(whole.stdout)[0].active).toBeGreaterThanOrEqual(majors.reduce((sum, row) => sum + row.active, 0));
	const [{majorVersion, active}] = majors as [Row];
	const one = await usagectl(`report current ${from} --filter majorVersion=${majorVersion} -o json`, {env: fresh()});
	expect(JSON.parse(one.stdout)[0].active).toBe(active);
	// The same installations, by the property that it follows from.
	const same = await usagectl(`report current ${from} --filter prodVersion=${majorVersion}.* -o json`, {env: fresh()});
	expect(JSON.parse(same.stdout)).toEqual(JSON.parse(one.stdout));
	const table = await usagectl(`report churn ${from} --segment-by 'days known: Young = ..29, Old = 30..' -o table`, {
		env: fresh(),
	});
	expect(table).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^Days known /m)});
});

test('asks the service once, and not for a near miss of a known name', async () => {
	const env = fresh();
	const unknown = await usagectl(`report current ${from} --filter batteryWear=3`, {env});
	expect(unknown).toMatchObject({exitCode: 2, stderr: expect.stringContaining('--any-property batteryWear:text')});
	const near = await usagectl(`report current ${from} --filter majorVersoin=4 --debug`, {env});
	expect(near).toMatchObject({exitCode: 2, stderr: expect.stringContaining('did you mean majorVersion')});
	expect(near.stderr).not.toContain('/meta/productProperties');
	// The commands that send nothing know it now too.
	expect(await usagectl("filter convert --to text 'daysKnown>=30'", {env})).toMatchObject({
		exitCode: 0,
		stdout: 'daysKnown>=30\n',
	});
});

test('--any-property declares a property and its type', async () => {
	const line = (filter: string, any: string) => `filter convert '${filter}' --any-property ${any}`;
	const compile = async (filter: string, any: string) => (await usagectl(line(filter, any), {env: fresh()})).stdout;
	expect(JSON.parse(await compile('newProp=1.5', 'newProp:text'))).toEqual({newProp: {type: 'string', value: '1.5'}});
	expect(JSON.parse(await compile('newProp=1.5', 'newProp:number'))).toEqual({newProp: {type: 'number', value: 1.5}});
	expect(await usagectl(line('ram=1', 'ram:text'), {env: fresh()})).toMatchObject({exitCode: 2});
	expect(await usagectl(line('newProp=1', 'newProp:special'), {env: fresh()})).toMatchObject({exitCode: 2});
});

test.each([
	[{name: 'a', dataType: 'string'}, 'text'],
	[{name: 'a', dataType: 'numeric'}, 'number'],
	[{name: 'a', dataType: 'special', granularityLevels: [{name: 'x', friendlyName: 'X'}]}, 'levels'],
	[{name: 'a', dataType: 'special', subProperties: [{name: 'x', friendlyName: 'X'}]}, 'flags'],
	[{name: 'a', dataType: 'special'}, undefined],
	[{name: 'ram', dataType: 'string'}, undefined],
	[{name: 'not', dataType: 'string'}, undefined],
	[{name: 'a b', dataType: 'string'}, undefined],
])('%j is %s', (descriptor, kind) => {
	expect(readListed(descriptor)?.kind).toBe(kind);
	expect(getProperty(descriptor.name) && kind).toBeUndefined();
});
