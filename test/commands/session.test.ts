import {existsSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {transcript, usagectl} from '../support/program/usagectl.ts';
import {hostileServer, ok, reply} from '../support/service/hostile-server.ts';

const {baseUrl, admin, product} = await started();
const at = (folder: string, env: Record<string, string> = {}) => ({env: {USAGECTL_CONFIG_DIR: folder, ...env}});
const signIn = (folder: string, more = '') =>
	usagectl(`login --base-url ${baseUrl} --user ${admin.user} --password-stdin ${more}`, {
		...at(folder),
		stdin: `${admin.password}\n`,
	});
const files = (folder: string): string[] =>
	existsSync(folder)
		? readdirSync(folder, {recursive: true, withFileTypes: true})
				.filter(entry => entry.isFile())
				.map(entry => join(entry.parentPath, entry.name))
		: [];

test('prints the texts of login, whoami and logout', async () => {
	const env = {USAGECTL_PASSWORD: admin.password};
	const text = await transcript(
		[
			'whoami',
			`login --base-url ${baseUrl} --user ${admin.user} -p ${product}`,
			'whoami --fields name,value',
			'whoami --check -o json',
			'api /meta/oldestReportedDate',
			'profile list',
			'logout',
			'logout',
			'whoami -o json',
		],
		{env: {...env, USAGECTL_CONFIG_DIR: temporaryFolder()}},
	);
	const shown = text.replaceAll(baseUrl, 'http://127.0.0.1:55555').replaceAll(admin.password, 'PASSWORD SHOWN');
	await expect(shown).toMatchFileSnapshot('../transcripts/signing-in.txt');
});

test('prompts for what is missing, and does not echo the password', async () => {
	const folder = temporaryFolder();
	const ended = await usagectl(`login --base-url ${baseUrl}`, {
		...at(folder),
		columns: 80,
		answers: [admin.user, admin.password],
	});
	expect(ended).toMatchObject({exitCode: 0, stdout: ''});
	expect(ended.stderr).toContain('User: \n');
	expect(ended.stderr).toContain(`Password of ${admin.user}: \n`);
	expect(ended.stderr).not.toContain(admin.password);
});

test('the session is readable only by this user, and the password is not stored', async () => {
	const folder = temporaryFolder();
	expect((await signIn(folder)).exitCode).toBe(0);
	const path = join(folder, 'session.json');
	expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
	for (const file of files(folder)) expect(readFileSync(file, 'utf8')).not.toContain(admin.password);
	const {session} = JSON.parse(readFileSync(path, 'utf8')).sessions[0];
	expect(session).toMatchObject({address: baseUrl, user: admin.user});
	const others = files(folder).filter(file => file !== path);
	expect(others).toEqual([join(folder, 'settings.json')]);
	expect(readFileSync(join(folder, 'settings.json'), 'utf8')).not.toContain(session.sessionId);
});

test('stores cookies, and uses them in the next command', async () => {
	const folder = temporaryFolder();
	expect((await signIn(folder, '--cookies')).exitCode).toBe(0);
	const {session} = JSON.parse(readFileSync(join(folder, 'session.json'), 'utf8')).sessions[0];
	expect(session.cookies[0].value.length).toBeGreaterThan(10);
	expect(session.sessionId).toBeUndefined();
	expect(await usagectl(`api /meta/oldestReportedDate -p ${product}`, at(folder))).toMatchObject({exitCode: 0});
	const shown = await usagectl(`api /meta/oldestReportedDate -p ${product} --print-request json`, at(folder));
	expect(JSON.parse(shown.stdout)).toMatchObject({headers: {cookie: 'session=********'}});
	expect(await usagectl('logout', at(folder))).toMatchObject({exitCode: 0, stderr: `note: signed out at ${baseUrl}\n`});
});

test('--cookies applies to one login; the next one opens a session by ID', async () => {
	const folder = temporaryFolder();
	expect((await signIn(folder, '--cookies')).exitCode).toBe(0);
	expect((await signIn(folder)).exitCode).toBe(0);
	const [{session}] = JSON.parse(readFileSync(join(folder, 'session.json'), 'utf8')).sessions;
	expect(session).toMatchObject({sessionId: expect.any(String)});
});

test('a missing permission is not mistaken for an expired session', async () => {
	const refused = reply({status: 'AUTH ERROR', reason: 'product 8 is not yours'}, {status: 403});
	const fresh = await hostileServer(ok({sessionId: 's-1'}), refused);
	const env = {USAGECTL_BASE_URL: fresh.address, USAGECTL_USER: 'ada', USAGECTL_PASSWORD: 'canary-password'};
	expect(await usagectl('api /meta/oldestReportedDate -p 8', {env})).toMatchObject({
		exitCode: 3,
		stderr:
			"error: ada is signed in, but is not permitted to call /meta/oldestReportedDate of product 8: product 8 is not yours\nhint: request the permission, probably 'Reporting', or use a product of this account (-p)\n",
	});
	expect(fresh.met).toHaveLength(2);
	const unsaid = await hostileServer(ok({sessionId: 's-1'}), reply({status: 'AUTH ERROR'}, {status: 403}));
	const asked = await usagectl("report current -p 8 --from -3d --filter 'licenseKey=A'", {
		env: {...env, USAGECTL_BASE_URL: unsaid.address},
	});
	expect(asked).toMatchObject({
		exitCode: 3,
		stderr:
			"error: ada is signed in, but is not permitted to call /reporting/generic/current of product 8: the service answered 403\nhint: request the permission, probably 'License Key Filtering', or omit licenseKey\n",
	});
	const stored = await hostileServer(refused);
	const session = {USAGECTL_BASE_URL: stored.address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary-session'};
	const {stderr} = await usagectl('api /meta/oldestReportedDate -p 8', {env: session});
	expect(stderr).toContain('error: the service does not permit /meta/oldestReportedDate: product 8 is not yours\n');
	expect(stderr).toContain("check that the account has the permission 'Reporting'");
});

test('a rejected login names the possibility that API access is not enabled', async () => {
	const {address} = await hostileServer(reply({status: 'AUTH ERROR', reason: 'no'}, {status: 403}));
	const env = {USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_PASSWORD: 'canary-password'};
	const {stderr, exitCode} = await usagectl('api /meta/oldestReportedDate -p 8', {env});
	expect(exitCode).toBe(3);
	expect(stderr).toContain(
		"hint: check the user and the password; if the dashboard accepts them, ask the vendor's support",
	);
});

test('credentials in the environment sign in automatically and leave no file', async () => {
	const folder = join(temporaryFolder(), 'never-made');
	const env = {
		USAGECTL_BASE_URL: baseUrl,
		USAGECTL_USER: admin.user,
		USAGECTL_PASSWORD: admin.password,
		USAGECTL_PRODUCT: String(product),
	};
	expect(await usagectl('api /meta/oldestReportedDate', at(folder, env))).toEqual({
		stdout: '{"status":"OK","oldestDate":"2023-07-01"}\n',
		stderr: '',
		exitCode: 0,
	});
	expect(files(folder)).toEqual([]);
});

test.each([200, 403])(
	'a wrong password exits with status 3, is sent once, and nothing is stored (%i)',
	async status => {
		const server = await hostileServer(reply({status: 'AUTH ERROR', reason: 'wrong password'}, {status}));
		const folder = temporaryFolder();
		const ended = await usagectl(`login --base-url ${server.address} --user ada --password-stdin`, {
			...at(folder),
			stdin: 'canary-password',
		});
		expect(ended).toMatchObject({exitCode: 3, stdout: ''});
		expect(ended.stderr).toContain('wrong password');
		expect(server.met).toHaveLength(1);
		expect(files(folder)).toEqual([]);
	},
);

test.each<[string, object]>([
	['no session id', {}],
	['one with a line end', {sessionId: 'canary\r\nX-Evil: 1'}],
	['one of a megabyte', {sessionId: 'canary'.repeat(2 ** 18)}],
])('a login that returns %s exits with status 4, and nothing is stored', async (_, members) => {
	const folder = temporaryFolder();
	const {address} = await hostileServer(ok(members));
	const line = `login --base-url ${address} --user ada --password-stdin`;
	const {exitCode, stdout, stderr} = await usagectl(line, {...at(folder), stdin: 'x-password'});
	expect({exitCode, stdout}).toEqual({exitCode: 4, stdout: ''});
	expect(stderr).not.toContain('canary');
	expect(files(folder)).toEqual([]);
});

test.each([
	['no terminal to ask at', 'login --base-url http://127.0.0.1:1 --user ada', '--password-stdin'],
	['no address', 'login --user ada --password-stdin', '--base-url'],
	['plain http elsewhere', 'login --base-url http://service.example --user ada --password-stdin', '--insecure-http'],
	['two sources', 'login --base-url http://127.0.0.1:1 --user ada --password-stdin --password-file x', 'one source'],
	['the sandbox', '--sandbox login', 'signs in by itself'],
	[
		'a password in the address',
		'login --base-url https://ada:canary-password@service.example',
		'without a user name and password',
	],
	['two lines', 'login --base-url http://127.0.0.1:1 --user ada --password-stdin', 'more than one line'],
])('a usage error (%s) exits with status 2 and a hint, and reveals no secret', async (what, line, says) => {
	const stdin = what === 'two lines' ? 'canary-password\nsecond\n' : 'canary-password';
	const ended = await usagectl(line, line.includes('stdin') ? {stdin} : {});
	expect(ended).toMatchObject({exitCode: 2, stdout: ''});
	expect(ended.stderr).toContain(says);
	expect(ended.stderr).not.toContain('canary');
});

test('a session is sent only to its own address', async () => {
	const folder = temporaryFolder();
	await signIn(folder);
	const other = await hostileServer(ok({oldestDate: '2023-01-01'}));
	const ended = await usagectl(`api /meta/oldestReportedDate -p ${product} --base-url ${other.address}`, at(folder));
	expect(ended).toMatchObject({exitCode: 3, stdout: ''});
	expect(ended.stderr).toContain(`not signed in at ${other.address}`);
	expect(other.met).toEqual([]);
});

test('logout deletes the session even if the service cannot be reached, and says so', async () => {
	const folder = temporaryFolder();
	const server = await hostileServer(ok({sessionId: 'canary-session'}), reply('', {status: 500}));
	const login = `login --base-url ${server.address} --user ada --password-stdin`;
	await usagectl(login, {...at(folder), stdin: 'canary-password'});
	const ended = await usagectl('logout', at(folder));
	expect(ended.exitCode).toBe(5);
	expect(ended.stderr).toContain('but the service did not end it');
	expect(readFileSync(join(folder, 'session.json'), 'utf8')).not.toContain('canary');
});

test('logging out of an expired session succeeds', async () => {
	const folder = temporaryFolder();
	const server = await hostileServer(ok({sessionId: 's-1'}), reply({status: 'AUTH ERROR'}, {status: 403}));
	await usagectl(`login --base-url ${server.address} --user ada --password-stdin`, {
		...at(folder),
		stdin: 'x-password',
	});
	expect(await usagectl('logout', at(folder))).toMatchObject({
		exitCode: 0,
		stderr: expect.stringContaining('had already ended'),
	});
});

test('an unknown profile is rejected, even if the environment has an address', async () => {
	const env = {USAGECTL_BASE_URL: baseUrl, USAGECTL_USER: admin.user, USAGECTL_PASSWORD: admin.password};
	const ended = await usagectl(`api /meta/oldestReportedDate -p ${product} --profile wrok`, {env});
	expect(ended).toMatchObject({exitCode: 2, stderr: expect.stringContaining("there is no profile 'wrok'")});
});

test('a session file that others can read is rejected with the chmod to run', async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'session.json'), '{"version":1,"sessions":[]}', {mode: 0o644});
	const ended = await usagectl(`api /meta/oldestReportedDate -p 1 --base-url ${baseUrl}`, at(folder));
	expect(ended).toMatchObject({
		exitCode: 10,
		stderr: expect.stringContaining(`chmod 600 '${join(folder, 'session.json')}'`),
	});
});

test('--debug prints every step without secrets', async () => {
	const folder = temporaryFolder();
	const signedIn = await signIn(folder, '--debug');
	const asked = await usagectl(`api /meta/oldestReportedDate -p ${product} --debug`, at(folder));
	const {sessionId} = JSON.parse(readFileSync(join(folder, 'session.json'), 'utf8')).sessions[0].session;
	expect(signedIn.stderr + asked.stderr).toContain('POST');
	expect(signedIn.stderr + asked.stderr).not.toContain(admin.password);
	expect(signedIn.stderr + asked.stderr).not.toContain(sessionId);
});
