import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {addDays} from '../../../src/calendar.ts';
import type {KeyRecord, KeyUpdate} from '../../../src/contract/operations/license-keys.ts';
import {awkwardRegistry} from '../../keys/support/awkward.ts';
import {started, usualData} from '../../sandbox/support/started.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

/** Imports and exports between the command line and the sandbox over HTTP. */

const sandbox = await started();
const awkward = [...awkwardRegistry(), {...emptyRecord('LONG'), notes: `${'ä'.repeat(9)}\n`.repeat(30_000)}];
const folder = mkdtempSync(join(sandbox.stateDir, 'files-'));
const env = {
	USAGECTL_CONFIG_DIR: mkdtempSync(join(sandbox.stateDir, 'config-')),
	USAGECTL_BASE_URL: sandbox.baseUrl,
	USAGECTL_USER: sandbox.admin.user,
	USAGECTL_PASSWORD: sandbox.admin.password,
};
const run = (words: readonly string[], product = sandbox.product) =>
	usagectl(['keys', ...words, '-p', String(product)], {env});

const toUpdate = ({licenseKey, licenseType, licenseStatus, expiryDate, installQuota, notes}: KeyRecord): KeyUpdate => ({
	licenseKey,
	licenseType,
	licenseStatus,
	expiryDate,
	installQuota,
	notes,
});
const send = (keyUpdates: readonly KeyUpdate[]) => sandbox.ask('/licenseKeys/updateKeys', {keyUpdates});
/** Reads keys from the registry without using the program. */
async function read(keys: readonly string[]): Promise<readonly KeyUpdate[]> {
	const filters = {licenseKey: {type: 'stringArray', value: keys}};
	const {results} = await sandbox.ask('/licenseKeys/listKeys', {filters, paging: {startAt: 0, limit: 1000}});
	const byName = new Map((results as KeyRecord[]).map(record => [record.licenseKey, toUpdate(record)]));
	return keys.map(key => byName.get(key) ?? {licenseKey: `${key} is not there`});
}
const countOf = async () => (await sandbox.ask('/licenseKeys/listKeys')).matchingKeysCount as number;

test('importing the output of keys list changes nothing, even in an awkward registry, as CSV, JSON and NDJSON', async () => {
	expect(await send(awkward.map(toUpdate))).toMatchObject({status: 'OK', rejectedKeys: 0});
	const [rows, before] = [await countOf(), await read(awkward.map(record => record.licenseKey))];
	expect(before).toEqual(awkward.map(toUpdate));
	for (const format of ['csv', 'json', 'ndjson']) {
		const file = join(folder, `keys.${format}`);
		expect(await run(['list', '-o', format, '--out', file, '-q'])).toMatchObject({exitCode: 0, stderr: ''});
		const uploaded = await run(['update', file, '-o', 'json']);
		expect({format, ...uploaded}).toMatchObject({exitCode: 0, stderr: 'note: nothing to change\n'});
		expect(JSON.parse(uploaded.stdout)).toMatchObject([{state: 'not sent', rows, same: rows, accepted: 0}]);
	}
	expect(await read(awkward.map(record => record.licenseKey))).toEqual(before);
});

test('an empty product gets every key of the file, byte for byte', async () => {
	const other = sandbox.products[1]?.productId as number;
	// JSON distinguishes an empty text from a missing one; in CSV an empty cell leaves a field unchanged.
	const file = join(folder, 'keys.json');
	const {exitCode, stdout} = await run(['update', file, '-y', '--exact-keys', '--allow-similar', '-o', 'json'], other);
	expect({exitCode, ...JSON.parse(stdout)[0]}).toMatchObject({exitCode: 0, rejected: 0, altered: 0});
	const listed = await Promise.all(
		[sandbox.product, other].map(async product => {
			const columns = 'licenseKey,licenseType,activated,blacklisted,expired,whitelisted,expiryDate,installQuota,notes';
			const {stdout: text} = await run(['list', '-o', 'ndjson', '--fields', columns], product);
			return new Map(text.split('\n').map(line => [/^{"licenseKey":("(?:\\.|[^\\"])*")/.exec(line)?.[1], line]));
		}),
	);
	const [first, second] = listed as [(typeof listed)[0], (typeof listed)[0]];
	expect(first.size).toBeGreaterThan(awkward.length);
	for (const [key, line] of first) expect(second.get(key)).toBe(line);
});

test('import during which the session expires, then undo: changed keys are restored, new ones can be blacklisted', async () => {
	const old = Array.from({length: 30}, (_, index) => ({
		...toUpdate(emptyRecord(`OLD-${index}`)),
		notes: `was ${index}`,
		expiryDate: index % 2 ? '2027-01-31' : null,
	}));
	await send(old);
	const file = join(folder, 'change.csv');
	const rows = old.map(({licenseKey}, index) => `${licenseKey},${index % 2 ? 'null' : '2028-02-29'},true,now ${index}`);
	writeFileSync(file, ['licenseKey,expiryDate,activated,notes', ...rows, 'NEW-1,,true,', 'NEW-2,,,x'].join('\n'));
	// Every other batch from the third on finds its session expired; the session is renewed and the batch sent again.
	const rules = [{path: '/licenseKeys/updateKeys', calls: [3], fault: {kind: 'expire'}}];
	await fetch(`${sandbox.baseUrl}/_sandbox/faults`, {method: 'PUT', body: JSON.stringify({rules})});
	const uploaded = await run(['update', file, '-y', '--batch-size', '8', '-o', 'json']);
	expect(uploaded).toMatchObject({exitCode: 0});
	const [summary] = JSON.parse(uploaded.stdout);
	expect(summary).toMatchObject({accepted: 32, updated: 30, inserted: 2});
	const keys = old.map(record => record.licenseKey);
	Object.assign(sandbox.identity, await sandbox.login());
	expect((await read(keys)).map(record => record.notes)).toEqual(keys.map((_, index) => `now ${index}`));

	const undone = await run(['undo', summary.run, '-y', '-o', 'json']);
	expect(undone).toMatchObject({exitCode: 0});
	expect(JSON.parse(undone.stdout)).toMatchObject([{accepted: 30, updated: 30, left: 0}]);
	expect(await read(keys)).toEqual(old);

	const shutOut = `${file}.inserted.csv`;
	expect(undone.stderr).toContain(shutOut);
	expect(readFileSync(shutOut, 'utf8')).toBe('licenseKey,blacklisted\nNEW-1,true\nNEW-2,true\n');
	expect(await run(['update', shutOut, '-y'])).toMatchObject({exitCode: 0});
	expect((await read(['NEW-1', 'NEW-2'])).map(({licenseStatus}) => licenseStatus?.blacklisted)).toEqual([true, true]);
});

test.each([
	['licenseType=purchsed', ['no key has the type purchsed; did you mean purchased?']],
	['licenseType=purchased and overQuotaCount>100000', []],
	['overQuotaCount>100000', []],
])('a filter that matches no key prints a note: %s', async (filter, advice) => {
	const {stdout, stderr, exitCode} = await run(['list', '--filter', filter, '--no-header']);
	const notes = ['no key matches the filter', ...advice].map(text => `note: ${text}\n`);
	expect({stdout, stderr, exitCode}).toEqual({stdout: '', stderr: notes.join(''), exitCode: 0});
});

test('--usage counts the installations active in the last 30 days and 90 days ago, as reports by license key do', async () => {
	const day = (back: number) => addDays(usualData.now, -back);
	const report = async (back: number) => {
		const range = ['--from', day(back + 29), '--to', day(back)];
		const line = ['report', 'current', ...range, '--level', 'licenseKey: each *', '--status', 'active'];
		const {stdout} = await usagectl([...line, '-o', 'json', '-q', '-p', String(sandbox.product)], {env});
		return new Map((JSON.parse(stdout) as Record<string, unknown>[]).map(row => [row.licenseKey, row.active]));
	};
	const [now, before] = [await report(0), await report(90)];
	const today = ['--today', day(0)];
	const listed = await run(['list', '--usage', '--sort', 'activeNow:desc', '-o', 'json', ...today]);
	expect(listed.stderr).toBe(`note: Active now: ${day(29)} to ${day(0)}; Active 90 d ago: ${day(119)} to ${day(90)}\n`);
	const rows: Record<string, unknown>[] = JSON.parse(listed.stdout);
	expect(rows[0]?.activeNow).toBeGreaterThan(0);
	expect(rows.some(({activeNow, active90DaysAgo}) => Number(activeNow) > Number(active90DaysAgo))).toBe(true);
	for (const {licenseKey, activeNow, active90DaysAgo} of rows) {
		const counted = {activeNow: now.get(licenseKey) ?? 0, active90DaysAgo: before.get(licenseKey) ?? 0};
		expect({activeNow, active90DaysAgo}).toEqual(counted);
	}
	const expiring = await run(['expiring', '--usage', '--within', '365d', '--fields', 'activeNow', ...today]);
	expect(expiring).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/\nActive now\n/)});
	expect(await run(['list', '--usage', '--count-by', 'licenseType'])).toMatchObject({exitCode: 2});
});

test('--usage leaves the figures of 90 days ago blank if an older server cannot count them', async () => {
	const older = await started({assume: ['newer-operations=absent']});
	const at = {...env, USAGECTL_BASE_URL: older.baseUrl, USAGECTL_PASSWORD: older.admin.password};
	const line = [
		'keys',
		'list',
		'--usage',
		'--sort',
		'activeNow:desc',
		'--limit',
		'1',
		'-o',
		'json',
		'--today',
		usualData.now,
	];
	const {stdout, stderr, exitCode} = await usagectl([...line, '--strict', '-p', String(older.product)], {env: at});
	expect(JSON.parse(stdout)).toMatchObject([{active90DaysAgo: null, activeNow: expect.any(Number)}]);
	expect(stderr).toContain('an older server does not tell how many were active 90 days ago');
	expect(exitCode).toBe(7);
});
