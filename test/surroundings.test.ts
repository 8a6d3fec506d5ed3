import {existsSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from './support/disk/folders.ts';
import {shell, start} from './support/program/child.ts';
import {usagectl} from './support/program/usagectl.ts';
import {hang, hostileServer, ok} from './support/service/hostile-server.ts';

/** The shipped program among what people and machines put around it: streams, environments, zones, arguments. */

const program = `'${process.execPath}' '${resolve(import.meta.dirname, '../bin/usagectl.js')}'`;
const env = (more: Record<string, string> = {}) => ({USAGECTL_CONFIG_DIR: temporaryFolder(), ...more});
const login = 'login --base-url http://127.0.0.1:1 --user ada';

test('no flag takes a password', async () => {
	const tree = JSON.parse((await usagectl('help --json')).stdout);
	const flags = JSON.stringify(tree).match(/--[\w-]*(password|secret|token)[\w-]*/g) ?? [];
	expect([...new Set(flags)].sort()).toEqual(['--password-command', '--password-file', '--password-stdin']);
	expect(await usagectl(`${login} --password canary`)).toMatchObject({exitCode: 2, stdout: ''});
});

test.runIf(existsSync('/proc/self/cmdline'))('no command line holds the password', async () => {
	// All processes of the machine are looked at, those of other tests too.
	const {address, met} = await hostileServer(hang);
	const run = start(['login', '--base-url', address, '--user', 'ada', '--password-stdin'], {
		env: env(),
		stdin: 'canary-of-no-other-test\n',
	});
	while (met.length === 0) await new Promise(later => setTimeout(later, 10));
	expect(met[0]?.json.password).toBe('canary-of-no-other-test');
	const lines = readdirSync('/proc')
		.filter(name => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
		.map(name => {
			try {
				return readFileSync(`/proc/${name}/cmdline`, 'utf8');
			} catch {
				return '';
			}
		});
	run.kill();
	await run.ended;
	expect(lines.some(line => line.includes('usagectl'))).toBe(true);
	expect(lines.filter(line => line.includes('canary-of-no-other-test'))).toEqual([]);
});

test('removes credentials from the environment that other programs inherit', async () => {
	const look = join(temporaryFolder(), 'look.cjs');
	writeFileSync(
		look,
		`process.on('exit', () => process._rawDebug('left:', ...Object.keys(process.env).filter(name => /^USAGECTL_[EPSU]/.test(name))));`,
	);
	const watched = program.replace(' ', ` --require '${look}' `);
	const credentials = {
		USAGECTL_USER: 'ada',
		USAGECTL_PASSWORD: 'canary-password',
		USAGECTL_SESSION_ID: 'canary-session',
		USAGECTL_ENGINE_PASSWORD: 'canary-engine',
	};
	expect(await shell(`${watched} profile list --origin`, env(credentials))).toMatchObject({
		code: 0,
		stderr: 'left: USAGECTL_USER\n',
	});
});

test.each(['</dev/null', '<&-'])(
	'exits with status 2 at once if input is needed without a terminal (%s)',
	async stdin => {
		const {code, stdout, stderr} = await shell(`${program} ${login} ${stdin}`, env());
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toContain('--password-stdin');
	},
);

test.each([
	// Node puts /dev/null in the place of a stream that is closed.
	['>&-', 'help csv', 0],
	['2>&-', 'nonsense', 2],
	['2>/dev/full', 'nonsense', 2],
	['>/dev/full 2>/dev/full', 'help csv', 10],
	['<&- >&- 2>&-', 'nonsense', 2],
])('ends with closed streams (%s)', async (streams, words, code) => {
	expect(await shell(`${program} ${words} ${streams}`, env())).toMatchObject({code});
});

test.each([
	[[0], 'stdin'],
	[[1], 'stdout'],
	[[2], ''],
	[[0, 1, 2], ''],
])('exits at once without descriptors %j, with a message if possible', async (descriptors, name) => {
	const close = join(temporaryFolder(), 'close.cjs');
	writeFileSync(close, `${JSON.stringify(descriptors)}.forEach(each => require('node:fs').closeSync(each));`);
	const {code, stderr} = await shell(`${program.replace(' ', ` --require '${close}' `)} props list`, env());
	expect({code, stderr}).toEqual({
		code: 10,
		stderr: expect.stringContaining(name && `error: the program was started without ${name}\nhint: `),
	});
});

test('runs under cron: no terminal, an empty environment, umask 0, in /', async () => {
	const folder = temporaryFolder();
	// The witness needs to know its place; nothing else is there.
	const watched = program.replace(' ', ` --require '${resolve(import.meta.dirname, 'support/preload/witness.cjs')}' `);
	const run = (words: string) =>
		shell(`cd /; umask 0; env -i HOME='${folder}' WITNESS_TO="$WITNESS_TO" ${watched} ${words} </dev/null`);
	expect(await run('profile set default -o csv -q')).toEqual({code: 0, stdout: '', stderr: ''});
	expect(await run('profile list --origin')).toMatchObject({code: 0, stdout: expect.stringContaining('output,csv')});
	const settings = join(folder, '.config/usagectl/settings.json');
	expect([settings, join(settings, '..')].map(path => (statSync(path).mode & 0o777).toString(8))).toEqual([
		'600',
		'700',
	]);
	// Without even a HOME the home of the user database serves.
	const alone = await shell(`cd /; env -i WITNESS_TO="$WITNESS_TO" ${watched} --version`);
	expect(alone).toMatchObject({code: 0, stderr: ''});
});

test('reveals no secret with NODE_DEBUG', async () => {
	const {address, met} = await hostileServer(ok({sessionId: 'canary-session-0123'}), ok({oldestDate: '2024-01-01'}));
	const {code, stdout, stderr} = await shell(
		`${program} api /meta/oldestReportedDate -p 1 --base-url ${address} --cookies=false --debug || ${program} api /meta/oldestReportedDate -p 1 --base-url ${address} --debug`,
		env({
			NODE_DEBUG: 'http,undici,net,tls,stream,fetch',
			USAGECTL_USER: 'ada',
			USAGECTL_PASSWORD: 'canary-password',
		}),
	);
	expect(code).toBe(0);
	expect(JSON.stringify(met)).toContain('canary-password');
	expect(stderr.length).toBeGreaterThan(1000);
	expect(stderr).toContain('note: NODE_DEBUG is set: secrets in Node’s own debug output are not masked\n');
	expect(`${stdout}${stderr}`).not.toContain('canary');
});

test('accepts values that begin with a dash', async () => {
	const say = async (words: string) => (await usagectl(`${words} --dry-run`)).exitCode;
	expect(await say("keys set --notes='-5' -- -KEY -p")).toBe(2);
	expect(await usagectl("keys set -p 1 --notes='-5' --print-request json -y -- -KEY", connectedTo)).not.toMatchObject({
		stderr: expect.stringContaining('there is no flag'),
	});
});
const connectedTo = {
	env: {USAGECTL_BASE_URL: 'http://127.0.0.1:1', USAGECTL_USER: 'a', USAGECTL_SESSION_ID: 'canary-1'},
};

test.each([
	["$'\\e]0;title\\a'", 2],
	["report current --from $'\\e[31m' -p 1", 2],
	["keys list --limit $'\\x9b2J'", 2],
	["filter check --filter $'prodVersion=\\xff\\xfe'", 0],
	['filter check --filter "prodVersion=$(head -c 100000 /dev/zero | tr \'\\0\' a)"', 0],
	['"$(head -c 100000 /dev/zero | tr \'\\0\' a)"', 2],
	["help $'\\u202e'", 2],
])('handles arguments of any bytes: %s', async (words, code) => {
	const ended = await shell(`${program} ${words.replace('filter check --filter', 'filter check')} 2>&1`, env());
	expect(ended.code).toBe(code);
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come out
	expect(ended.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
	expect(ended.stdout.length).toBeLessThan(220_000);
});

const answer = ok({results: {'1': 1234567, '2 - 5': 7}});
test('sends the same request in every time zone', async () => {
	const {address, met} = await hostileServer(answer);
	const zones = ['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu'];
	const words =
		'report churn days --from 2026-03-29 --to 2026-10-25 --lost-after 30 --filter "dateInstalled=2025-12-31..2026-01-01" --no-quota-check -p 1 -o csv';
	const ended = await Promise.all(
		zones.map(TZ =>
			shell(
				`${program} ${words}`,
				env({TZ, USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary-1'}),
			),
		),
	);
	expect(ended.map(({code}) => code)).toEqual(zones.map(() => 0));
	expect(new Set(met.map(({body}) => body)).size).toBe(1);
	expect(met[0]?.json).toMatchObject({startDate: '2026-03-29', stopDate: '2026-10-25'});
});

test('writes the same bytes in every locale', async () => {
	const {address} = await hostileServer(answer);
	const words = 'report churn days --from 2026-03-29 --to 2026-10-25 --lost-after 30 -p 1';
	const outputs = await Promise.all(
		['C', 'de_DE.UTF-8', 'tr_TR.UTF-8'].map(LC_ALL =>
			shell(
				`for format in csv table; do ${program} ${words} -o $format; done`,
				env({LC_ALL, LANG: LC_ALL, USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary-1'}),
			),
		),
	);
	expect(new Set(outputs.map(({stdout}) => stdout)).size).toBe(1);
	expect(outputs[0]?.stdout).toContain('1234567');
});
