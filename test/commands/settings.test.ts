import {existsSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/disk/folders.ts';
import {transcript, usagectl} from '../support/program/usagectl.ts';

test('prints the texts of profile', async () => {
	const folder = temporaryFolder();
	const text = await transcript(
		[
			'profile set work --base-url https://service.example --user ada@example.com -p 12345678901 --lost-after 30',
			'profile set spare -o csv',
			'profile set',
			'profile list',
			'profile use wrok',
			'profile use work',
			'profile set default --timeout 90s',
			'profile set default --timeout soon',
			'profile set default --otput csv',
			'profile set default --unset otput',
			'profile list --origin -o table',
			'profile set work --unset lost-after --unset user',
			'profile set default --unset timeout',
			'profile list --origin -o csv',
			'profile remove work',
			'profile list -o json',
			'profile set ../evil -o csv',
			'profile set sandbox --base-url https://service.example',
		],
		{env: {USAGECTL_CONFIG_DIR: folder}},
	);
	await expect(text.replaceAll(folder, '/config')).toMatchFileSnapshot('../transcripts/settings.txt');
});

test('--origin names every place where a value can be set', async () => {
	const folder = temporaryFolder();
	const run = (line: string, env = {}) => usagectl(line, {env: {USAGECTL_CONFIG_DIR: folder, ...env}});
	await run('profile set work --base-url https://profile.example');
	await run('profile set default --retries 5');
	const {stdout} = await run('profile list --origin -o csv --no-header --timeout 5s', {
		USAGECTL_USER: 'ada',
		USAGECTL_PROFILE: 'work',
	});
	expect(stdout.split('\n').filter(Boolean)).toEqual([
		'profile,work,environment,USAGECTL_PROFILE',
		'base-url,https://profile.example,profile,profile work',
		'user,ada,environment,USAGECTL_USER',
		'output,csv,flag,--output',
		'timeout,5s,flag,--timeout',
		'retries,5,profile,profile default',
		'max-answer,8MiB,default,built-in',
		'color,auto,default,built-in',
		'progress,auto,default,built-in',
	]);
});

test('stores paths as absolute ones', async () => {
	const folder = temporaryFolder();
	const run = (line: string) => usagectl(line, {env: {USAGECTL_CONFIG_DIR: folder}});
	await run('profile set work --archive events --password-file secret');
	const {stdout} = await run('profile list --origin --profile work -o csv');
	expect(stdout).toContain(`\narchive,${resolve('events')},`);
	expect(stdout).toContain(`\npassword-file,${resolve('secret')},`);
});

test('an invalid stored value is reported with its place', async () => {
	const folder = temporaryFolder();
	const run = (line: string, env = {}) => usagectl(line, {env: {USAGECTL_CONFIG_DIR: folder, ...env}});
	expect(await run('profile list', {USAGECTL_OUTPUT: 'cvs'})).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('USAGECTL_OUTPUT'),
	});
});

test.each([
	['an address with a password', 'base-url', 'https://ada:canary-password@service.example'],
	['an address of another kind', 'base-url', 'file:///etc/passwd'],
	['a product', 'product', '../7'],
	['a time', 'timeout', 'soon'],
])('%s edited into the file is checked like the flag', async (_, name, value) => {
	const profiles = {default: {'base-url': 'https://service.example', [name]: value}};
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'settings.json'), JSON.stringify({version: 1, profiles}), {mode: 0o600});
	const env = {USAGECTL_CONFIG_DIR: folder, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary-session'};
	const transport = () => Promise.reject(new Error('nothing is sent'));
	const {exitCode, stderr} = await usagectl('report current --from -30d', {env, transport});
	expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: expect.stringContaining('error: profile default: ')});
	expect(stderr).not.toContain('canary');
});

test('reading settings creates no file', async () => {
	const folder = join(temporaryFolder(), 'none');
	for (const line of ['profile list', 'profile list --origin', 'whoami'])
		await usagectl(line, {env: {USAGECTL_CONFIG_DIR: folder}});
	expect(existsSync(folder)).toBe(false);
});
