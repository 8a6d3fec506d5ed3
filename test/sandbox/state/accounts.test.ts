import {chmodSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {findAccount, loadAccounts} from '../../../src/sandbox/state/accounts.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

test('creates users once, with different passwords, and one with the permission', async () => {
	const folder = join(temporaryFolder(), 'new');
	const accounts = await loadAccounts(folder);
	expect(await loadAccounts(folder)).toEqual(accounts);
	expect(accounts.map(account => account.licenseKeyPermission)).toEqual([true, false]);
	expect(new Set(accounts.map(account => account.password)).size).toBe(2);
	expect((await loadAccounts(temporaryFolder()))[0]?.password).not.toBe(accounts[0]?.password);
	expect(readdirSync(folder)).toEqual(['users.json']);
	expect(statSync(join(folder, 'users.json')).mode & 0o777).toBe(0o600);
});

test('accepts a password for its own account only', async () => {
	const accounts = await loadAccounts(temporaryFolder());
	const [admin, analyst] = accounts as [(typeof accounts)[0], (typeof accounts)[0]];
	expect(findAccount(accounts, admin.user, admin.password)).toBe(admin);
	expect(findAccount(accounts, admin.user, analyst.password)).toBeUndefined();
	expect(findAccount(accounts, 'nobody', '')).toBeUndefined();
});

test('reports a damaged file by name', async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'users.json'), '[{"user":');
	chmodSync(join(folder, 'users.json'), 0o600);
	await expect(loadAccounts(folder)).rejects.toMatchObject({
		kind: 'disk',
		message: expect.stringContaining('users.json'),
	});
});
