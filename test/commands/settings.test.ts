import {existsSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/disk/folders.ts';
import {transcript, usagectl} from '../support/program/usagectl.ts';

test('prints the texts of profile and config', async () => {
	const folder = temporaryFolder();
	const text = await transcript(
		[
			'profile set work --base-url https://service.example --user ada@example.com -p 12345678901 --lost-after 30',
			'profile set spare -o csv',
			'profile set',
			'profile list',
			'profile use wrok',
			'profile use work',
			'config set timeout 90s',
			'config set timeout soon',
			'config set otput csv',
			'config set cookies maybe',
			'config list --show-origin -o table',
			'config get timeout',
			'config get tz',
			'profile set work --unset lost-after --unset user',
			'config unset timeout',
			'config list -o csv',
			'profile remove work',
			'profile list -o json',
			'config path',
			'profile set ../evil -o csv',
			'profile set sandbox --base-url https://service.example',
		],
		{env: {USAGECTL_CONFIG_DIR: folder}},
	);
	await expect(text.replaceAll(folder, '/config')).toMatchFileSnapshot('../transcripts/settings.txt');
});

test('--show-origin names every place where a value can be set', async () => {
	const folder = temporaryFolder();
	const run = (line: string, env = {}) => usagectl(line, {env: {USAGECTL_CONFIG_DIR: folder, ...env}});
	await run('profile set default --base-url https://profile.example');
	await run('config set retries 5');
	const {stdout} = await run('config list --show-origin -o csv --no-header --timeout 5s', {USAGECTL_USER: 'ada'});
	expect(stdout.split('\n').filter(Boolean)).toEqual([
		'profile,default,default,default',
		'base-url,https://profile.example,profile,profile default',
		'user,ada,environment,USAGECTL_USER',
		'output,csv,flag,--output',
		'timeout,5s,flag,--timeout',
		'retries,5,config,config',
		'max-answer,8MiB,default,default',
		'color,auto,default,default',
		'progress,auto,default,default',
	]);
});

test('stores paths as absolute ones', async () => {
	const folder = temporaryFolder();
	const run = (line: string) => usagectl(line, {env: {USAGECTL_CONFIG_DIR: folder}});
	await run('config set archive crashes');
	expect((await run('config get archive')).stdout).toBe(`${resolve('crashes')}\n`);
	await run('profile set work --archive events --password-file secret');
	for (const [name, path] of [
		['archive', 'events'],
		['password-file', 'secret'],
	])
		expect((await run(`config get ${name} --profile work`)).stdout).toBe(`${resolve(path as string)}\n`);
});

test('an invalid stored value is reported with its place', async () => {
	const folder = temporaryFolder();
	const run = (line: string, env = {}) => usagectl(line, {env: {USAGECTL_CONFIG_DIR: folder, ...env}});
	expect(await run('config list', {USAGECTL_OUTPUT: 'cvs'})).toMatchObject({
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
	const values = {'base-url': 'https://service.example', [name]: value};
	for (const [place, stored] of [
		['profile default', {defaults: {}, profiles: {default: values}}],
		['config', {defaults: values, profiles: {}}],
	] as const) {
		const folder = temporaryFolder();
		writeFileSync(join(folder, 'settings.json'), JSON.stringify({version: 1, ...stored}), {mode: 0o600});
		const env = {USAGECTL_CONFIG_DIR: folder, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary-session'};
		const transport = () => Promise.reject(new Error('nothing is sent'));
		const {exitCode, stderr} = await usagectl('report current --from -30d', {env, transport});
		expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: expect.stringContaining(`error: ${place}: `)});
		expect(stderr).not.toContain('canary');
	}
});

test('reading settings creates no file', async () => {
	const folder = join(temporaryFolder(), 'none');
	for (const line of ['config list', 'config get output', 'config path', 'profile list', 'whoami'])
		await usagectl(line, {env: {USAGECTL_CONFIG_DIR: folder}});
	expect(existsSync(folder)).toBe(false);
});
