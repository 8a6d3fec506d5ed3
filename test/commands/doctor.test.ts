import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {isInProfile} from '../../src/doctor/machine-checks.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {type Setup, usagectl} from '../support/program/usagectl.ts';
import {hostileServer, html, ok, type Reply, reply} from '../support/service/hostile-server.ts';

const now = 'Tue, 30 Jun 2026 12:00:20 GMT';
const dead = reply({status: 'AUTH ERROR'}, {status: 401, headers: {date: now}});
const session = {USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary-session', USAGECTL_PRODUCT: '7'};

const examine = async (replies: readonly Reply[], env: Record<string, string> = {}, line = '') => {
	const server = await hostileServer(...replies);
	const {stdout, exitCode} = await usagectl(`doctor -o json --retries 0 --base-url ${server.address} ${line}`, {
		env: {...session, ...env},
	});
	const rows = JSON.parse(stdout) as {check: string; state: string; detail: string; advice: string | null}[];
	const states = Object.fromEntries(rows.map(({check, state}) => [check, state]));
	const problems = rows.filter(({state}) => state === 'problem');
	return {exitCode, states, problems, server};
};

test('all well: every line ok, exit 0', async () => {
	const {exitCode, states, server} = await examine([dead, ok({oldestDate: '2023-01-01'})]);
	expect(exitCode).toBe(0);
	expect(server.met.map(({json}) => json.productId)).toEqual([undefined, 7]);
	expect(states).toEqual({
		node: 'ok',
		terminal: 'ok',
		'time zone': 'ok',
		'config folder': 'ok',
		'folder permissions': 'ok',
		'state folder': 'ok',
		settings: 'ok',
		'session file': 'ok',
		certificates: 'ok',
		address: 'ok',
		tls: 'ok',
		clock: 'ok',
		session: 'ok',
		reports: 'ok',
		'sandbox engine': 'ok',
	});
});

test.each<[string, readonly Reply[], number, string]>([
	['a web page', [html()], 3, 'address'],
	['another server', [reply('not here', {status: 404})], 4, 'address'],
	['a server in trouble', [reply('', {status: 502})], 5, 'address'],
	['a session that is over', [dead, dead], 3, 'session'],
	[
		'a clock a year off',
		[reply({}, {status: 401, headers: {date: 'Mon, 30 Jun 2025 12:00:00 GMT'}}), ok({oldestDate: 'x'})],
		2,
		'clock',
	],
])('%s is told with what to do', async (_, replies, exitCode, check) => {
	const found = await examine(replies);
	expect(found.exitCode).toBe(exitCode);
	expect(found.problems).toMatchObject([{check, advice: expect.stringMatching(/\w/)}]);
});

test('nothing is sent with the knock on the door: no user, no session', async () => {
	const {server} = await examine([html()]);
	expect(server.met).toMatchObject([{json: {}, path: '/meta/oldestReportedDate'}]);
	expect(server.met).toHaveLength(1);
});

test('nobody there: 5, and what comes after is skipped', async () => {
	const ended = await usagectl('doctor -o csv --retries 0 --base-url http://127.0.0.1:1', {env: session});
	expect(ended.exitCode).toBe(5);
	expect(ended.stdout).toContain('address,problem,127.0.0.1:1 refused the connection,');
	expect(ended.stdout).toContain('session,skipped');
});

test('a proxy is named where it is used, and only there', async () => {
	const proxy = {env: {...session, HTTPS_PROXY: 'http://127.0.0.1:1'}};
	const ask = (line: string) => usagectl(`doctor -o csv --retries 0 ${line}`, proxy);
	const used = await ask('--base-url https://service.example');
	expect(used.stdout).toContain('proxy,ok,127.0.0.1:1 is used for service.example,');
	expect((await ask('--base-url https://127.0.0.1:1')).stdout).not.toContain('proxy,');
});

test('no address at all: 2, and still everything else is looked at', async () => {
	const ended = await usagectl('doctor -o csv');
	expect(ended.exitCode).toBe(2);
	expect(ended.stdout).toContain('sandbox engine,ok');
});

test('a session file that others can read, a folder that cannot be written, certificates that are not there', async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'session.json'), '{"version":1,"sessions":[]}', {mode: 0o644});
	chmodSync(join(folder, 'session.json'), 0o644);
	const found = await examine([dead, ok({oldestDate: 'x'})], {
		USAGECTL_CONFIG_DIR: folder,
		NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem',
	});
	expect(found.problems).toMatchObject([
		{check: 'session file', advice: `chmod 600 '${join(folder, 'session.json')}'`},
		{check: 'certificates', detail: expect.stringContaining('/nowhere/ca.pem')},
	]);
	expect(found.exitCode).toBe(10);
	const off = await examine([dead, ok({oldestDate: 'x'})], {NODE_TLS_REJECT_UNAUTHORIZED: '0'});
	expect(off.problems).toMatchObject([{check: 'certificates'}]);
});

test('a damaged session file', async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'session.json'), '{"version":1,"sess', {mode: 0o600});
	const {problems, exitCode} = await examine([dead, ok({oldestDate: 'x'})], {USAGECTL_CONFIG_DIR: folder});
	expect(problems).toMatchObject([{check: 'session file', detail: expect.stringContaining('is empty or damaged')}]);
	expect(exitCode).toBe(3);
});

test('settings of a later version are named, not refused', async () => {
	const folder = temporaryFolder();
	mkdirSync(folder, {recursive: true});
	writeFileSync(join(folder, 'settings.json'), '{"version":1,"profiles":{"work":{"theme":"dark"}}}', {
		mode: 0o600,
	});
	const {stdout} = await usagectl('doctor -o csv', {env: {USAGECTL_CONFIG_DIR: folder}});
	expect(stdout).toContain('unknown to this version: theme');
});

test.each<[string, Setup, string, string]>([
	['a terminal', {columns: 100}, '', 'stdout is a terminal of 100 columns, color; interactive'],
	['a pipe', {}, '', 'stdout is not a terminal, no color; not interactive'],
	['a file handed in', {columns: 80, stdin: ''}, '', '; not interactive'],
	['--no-input', {columns: 80}, '--no-input', '; not interactive'],
	['a build server', {columns: 80, env: {CI: 'true'}}, '', '; not interactive'],
	['NO_COLOR', {columns: 80, env: {NO_COLOR: '1'}}, '', ', no color;'],
	['--color', {}, '--color always', 'stdout is not a terminal, color;'],
])('what it sees at %s', async (_, setup, flags, seen) => {
	const {stdout} = await usagectl(`doctor -o csv ${flags}`, setup);
	expect(stdout.replaceAll('"', '')).toMatch(new RegExp(`^terminal,ok,.*${seen}`, 'm'));
});

test.each([
	['C:\\Users\\Ada\\AppData\\Local\\usagectl', true],
	['c:\\users\\ada\\.usagectl', true],
	['C:\\Users\\Adam\\usagectl', false],
	['D:\\usagectl', false],
	['\\\\server\\share\\usagectl', false],
	['C:\\Users\\Ada\\..\\Public\\usagectl', false],
])('a folder of Windows has the rights of the profile only inside it: %s', (folder, expected) => {
	const env = {LOCALAPPDATA: 'C:\\Users\\Ada\\AppData\\Local', USERPROFILE: 'C:\\Users\\Ada'};
	expect([isInProfile(folder, env), isInProfile(folder, {})]).toEqual([expected, false]);
});

test('says which time zone is used, and which day is today; a value of TZ that Node ignores is a problem', async () => {
	const env = {TZ: 'NZST-12NZDT,M9.5.0,M4.1.0/3'};
	const found = await examine([dead, ok({oldestDate: '2023-01-01'})], env);
	expect(found.problems).toMatchObject([
		{
			check: 'time zone',
			detail: expect.stringMatching(/NZST-12NZDT.* today is \d{4}-\d\d-\d\d$/),
			advice: expect.stringContaining('--tz'),
		},
	]);
	const given = await examine([dead, ok({oldestDate: '2023-01-01'})], env, '--tz Pacific/Auckland');
	expect(given.problems).toEqual([]);
});

test('a certificate in DER form is named as such', async () => {
	const file = join(temporaryFolder(), 'ca.der');
	writeFileSync(file, Buffer.from([0x30, 0x82, 0x03, 0x4b]));
	const {problems} = await examine([dead, ok({oldestDate: 'x'})], {NODE_EXTRA_CA_CERTS: file});
	expect(problems).toMatchObject([
		{
			check: 'certificates',
			detail: expect.stringContaining('DER'),
			advice: expect.stringContaining('openssl x509 -inform der'),
		},
	]);
});
