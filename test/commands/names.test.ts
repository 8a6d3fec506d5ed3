import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** A service that wants the later names, and no others. */

const {env} = await started({
	assume: ['flag-names=blocked-only', 'delivery-name=reachOutDeliveries', 'lost-event-paths=lifetime'],
});
const range = '--from -60d --today 2026-06-30';
const lines = [
	`report current ${range} --filter 'licenseStatus(blacklisted)'`,
	`report current ${range} --level 'licenseStatus: Good = allowed and not blocked, Bad = blacklisted'`,
	`report current ${range} --filter 'outreachDeliveries(auto/C1)'`,
	`report current ${range} --filter '{"reachOutDeliveries":[{"auto":{"delivered":["C1"]}}]}'`,
	`report churn events ${range} --lost-after 30`,
	`report churn event Files/Open ${range} --lost-after 30`,
	`keys list --filter 'licenseStatus.blocked' --limit 3`,
	`keys list --filter '{"licenseStatus":[{"allowed":true}]}' --limit 3`,
];

test.each(lines)('%s', async line => {
	const config = {...env, USAGECTL_CONFIG_DIR: temporaryFolder()};
	expect(await usagectl(line, {env: config})).toMatchObject({exitCode: 4});
	const setting = 'profile set --names blocked,reachOutDeliveries,lifetime';
	expect(await usagectl(setting, {env: config})).toMatchObject({exitCode: 0});
	expect(await usagectl(line, {env: config})).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/\S/)});
});

test('rejects unknown names in the setting', async () => {
	const {exitCode, stderr} = await usagectl('profile set --names blokced');
	expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: expect.stringContaining('blocked')});
});

test('accepts both names in an expression, and prints the first', async () => {
	const both = await usagectl("filter convert --to text 'licenseStatus(blocked, not allowed)'");
	expect(both.stdout).toBe('licenseStatus(blacklisted, not whitelisted)\n');
	const twice = `filter convert '{"licenseStatus":[{"blocked":true,"blacklisted":false}]}'`;
	expect(await usagectl(twice)).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('Unrecognized key: "blocked"'),
	});
});

test('sends names in api calls as typed, and logs out with GET', async () => {
	const config = {...env, USAGECTL_CONFIG_DIR: temporaryFolder()};
	await usagectl('profile set --names blocked', {env: config});
	const listing = 'api /licenseKeys/listKeys -F filters.licenseStatus=\'[{"blacklisted":true}]\'';
	expect(await usagectl(listing, {env: config})).toMatchObject({exitCode: 4});
	const out = await usagectl('api /auth/logout --get', {env: config});
	expect(out).toMatchObject({exitCode: 0, stdout: '{"status":"OK"}\n'});
	const page = await usagectl('api /auth/logout --get --result-format table', {env: config});
	expect(page.stdout).toContain('<html');
});
