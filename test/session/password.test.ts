import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {findPassword, parsePassword, readPassword} from '../../src/session/password.ts';
import {resolveSettings} from '../../src/session/settings.ts';
import {noSettings} from '../../src/session/stored-settings.ts';
import {temporaryFolder} from '../support/disk/folders.ts';

const parse = (text: string | Uint8Array) => parsePassword(Buffer.from(text), 'stdin');

test.each([
	['plain', 'plain'],
	['one line end goes\n', 'one line end goes'],
	['of either kind\r\n', 'of either kind'],
	['  blanks stay \t\n', '  blanks stay \t'],
	['%s \\n $HOME "quoted"\n', '%s \\n $HOME "quoted"'],
	['pässwörd ✓ \u{1f511}\n', 'pässwörd ✓ \u{1f511}'],
	[`${'x'.repeat(1024)}\n`, 'x'.repeat(1024)],
])('%j is the password %j', (text, expected) => {
	expect(parse(text)).toBe(expected);
});

test.each<[string, string | Uint8Array]>([
	['nothing', ''],
	['an empty line', '\n'],
	['two lines', 'canary\nmore\n'],
	['two line ends', 'canary\n\n'],
	['NUL', 'canary\0'],
	['what is no text', Buffer.from([0x63, 0xff, 0xfe])],
	['a whole file', 'canary'.repeat(1000)],
])('%s is rejected, and not repeated in the message', (_, text) => {
	expect(() => parse(text)).toThrow(/^(?!.*canary)the password from stdin/);
});

const find = (
	{
		flags = {},
		env = {},
		profile = {},
	}: {flags?: object; env?: Record<string, string>; profile?: Record<string, string>},
	timeoutMs = 10_000,
) => {
	const stored = {...noSettings, profiles: {default: profile}};
	return findPassword({
		settings: resolveSettings({flags, env, stored}),
		env: {PATH: '/usr/bin:/bin', ...env},
		timeoutMs,
	});
};
const file = (text: string) => {
	const path = join(temporaryFolder(), 'password');
	writeFileSync(path, text);
	chmodSync(path, 0o600);
	return path;
};

test('flag before environment before profile; sessions from a flag or the environment are not stored', async () => {
	const profile = {'password-command': 'echo from-profile'};
	const env = {USAGECTL_PASSWORD: 'from-env'};
	expect(await find({})).toBeUndefined();
	expect(await find({profile})).toEqual({password: 'from-profile', mayStore: true});
	expect(await find({profile, env})).toEqual({password: 'from-env', mayStore: false});
	expect(await find({profile, env: {USAGECTL_PASSWORD_FILE: file('from-env-file\n')}})).toEqual({
		password: 'from-env-file',
		mayStore: false,
	});
	expect(await find({profile, env, flags: {'password-file': [file('from-flag\n')]}})).toEqual({
		password: 'from-flag',
		mayStore: false,
	});
	expect(await find({env: {...env, USAGECTL_PASSWORD_COMMAND: 'echo from-command'}, flags: {}})).toEqual({
		password: 'from-env',
		mayStore: false,
	});
});

test('the sandbox does not get the password of another service', async () => {
	const env = {USAGECTL_PASSWORD: 'real', USAGECTL_PASSWORD_COMMAND: 'echo real'};
	expect(await find({flags: {sandbox: ['true']}, env, profile: {'password-command': 'echo real'}})).toBeUndefined();
});

test('a password command inherits no secret', async () => {
	const env = {USAGECTL_PASSWORD_COMMAND: 'env | grep -c cana[r]y; true', USAGECTL_SESSION_ID: 'canary-session'};
	expect(await find({env})).toEqual({password: '0', mayStore: false});
	const flags = {'password-command': ['env | grep -c cana[r]y; true']};
	expect(await find({flags, env: {USAGECTL_PASSWORD: 'canary-password'}})).toEqual({password: '0', mayStore: false});
});

test.each([
	['fails', 'echo canary; exit 3', 'exited with status 3'],
	['is not there', 'no-such-command-anywhere 2>/dev/null', 'exited with status 127'],
	['is killed', 'kill -9 $$', 'was ended by SIGKILL'],
	['never ends', 'exec sleep 60', 'did not finish within 0.3 s'],
	['does not listen', "trap '' TERM; sleep 1; echo canary", 'did not finish within 0.3 s'],
])('a password command that %s is reported, without its output', async (_, command, message) => {
	const answer = find({env: {USAGECTL_PASSWORD_COMMAND: command}}, message.includes('within') ? 300 : 30_000);
	await expect(answer).rejects.toMatchObject({
		kind: 'auth',
		message: `the password command (USAGECTL_PASSWORD_COMMAND) ${message}`,
	});
});

test.each([
	['nothing', 'true', 'is empty'],
	['without end', 'yes canary', 'is longer than 4096 bytes'],
])('a password command that prints %s is a usage error', async (_, command, message) => {
	await expect(find({env: {USAGECTL_PASSWORD_COMMAND: command}})).rejects.toMatchObject({
		kind: 'usage',
		message: `the password from USAGECTL_PASSWORD_COMMAND ${message}`,
	});
});

test('an endless stream is read only up to the maximum length of a password', async () => {
	const endless = async function* () {
		for (;;) yield Buffer.alloc(1000, 'canary');
	};
	await expect(readPassword(endless(), 'stdin')).rejects.toThrow(/^the password from stdin is longer than 4096 bytes$/);
	await expect(find({env: {USAGECTL_PASSWORD_FILE: '/dev/zero'}})).rejects.toThrow(/is longer than 4096 bytes$/);
});

test('a missing password file is a usage error', async () => {
	await expect(find({env: {USAGECTL_PASSWORD_FILE: '/nowhere/password'}})).rejects.toMatchObject({
		kind: 'usage',
		message: expect.stringContaining('USAGECTL_PASSWORD_FILE'),
	});
});
