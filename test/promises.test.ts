import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {HttpRequest} from '../src/ports.ts';
import {temporaryFolder} from './support/disk/folders.ts';
import {findBroken, type Seen} from './support/laws/promises.ts';
import {createSurroundings} from './support/program/surroundings.ts';

/** What checks every run must itself see what is wrong. */

const good: Seen = {argv: ['props'], env: {}, stdout: 'Name\n', stderr: '', exitCode: 0};
const login = (origin: string): HttpRequest => ({
	method: 'POST',
	url: new URL(`${origin}/auth/login`),
	headers: {},
	body: '{"user":"a","password":"b"}',
});
const withSession = () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'session.json'), '{"sessions":[{"session":{"sessionId":"canary-session"}}]}');
	return folder;
};

test('a good run breaks no promise', () => {
	expect(findBroken(good)).toEqual([]);
	expect(findBroken({...good, exitCode: 3, stderr: 'error: over\nhint: sign in\n'})).toEqual([]);
	expect(findBroken({...good, requests: [login('https://a'), login('https://a')]})).toEqual([]);
});

test.each<[string, () => Partial<Seen>]>([
	['V1', () => ({exitCode: 134})],
	['V2', () => ({exitCode: 1, stderr: 'error: x\nhint: y\n    at run (file:///a/b.js:3:4)\n'})],
	['V2', () => ({exitCode: 2, stderr: 'error: x\n'})],
	['V3', () => ({stderr: 'note: \u001b]0;title\u0007\n'})],
	['V3', () => ({stdout: 'right\u202e to left\n'})],
	['V3', () => ({stdout: 'back\b\n'})],
	['V4', () => ({env: {USAGECTL_PASSWORD: 'canary-password'}, stderr: 'note: canary-password\n'})],
	['V4', () => ({env: {USAGECTL_CONFIG_DIR: withSession()}, stdout: 'canary-session\n'})],
	[
		'V4',
		() => {
			const folder = withSession();
			writeFileSync(join(folder, 'log'), 'canary-session');
			return {env: {USAGECTL_CONFIG_DIR: folder}};
		},
	],
	['V4', () => ({argv: ['login', '--password-stdin'], stdin: 'canary-password\n', stderr: 'canary-password\n'})],
	[
		'V5',
		() => {
			const folder = temporaryFolder();
			mkdirSync(join(folder, 'state'));
			writeFileSync(join(folder, 'state/.plan.part'), '');
			return {env: {USAGECTL_CONFIG_DIR: folder}};
		},
	],
	['V5', () => ({traces: {strays: ['tmp/.usagectl-1'], polluted: false}})],
	['V6', () => ({milliseconds: 30_001})],
	['V7', () => ({traces: {strays: [], polluted: false, megabytes: 301}})],
	['V8', () => ({traces: {strays: [], polluted: true}})],
	['V9', () => ({argv: ['props', '-o', 'json'], stdout: '[{"a":1}\n'})],
	['V9', () => ({argv: ['props', '--output=ndjson'], stdout: '{"a":1}\n{"a":\n'})],
	['V9', () => ({env: {USAGECTL_OUTPUT: 'csv'}, stdout: 'a,b'})],
	['V10', () => ({requests: [login('https://a'), login('https://b')]})],
])('detects a broken promise: %s', (name, change) => {
	expect(findBroken({...good, ...change()}).map(text => text.split(':')[0])).toEqual([name]);
});

test('detects a crash of V8', () => {
	Object.defineProperty(Object.prototype, 'polluted', {value: 1, configurable: true});
	try {
		expect(findBroken(good)).toHaveLength(1);
	} finally {
		Reflect.deleteProperty(Object.prototype, 'polluted');
	}
});

test('detects side effects of a process: files in its home, temporary and working folders, memory, prototypes', () => {
	const cwd = temporaryFolder();
	const run = (script: string) => {
		const around = createSurroundings(cwd);
		execFileSync(process.execPath, ['-e', script], {cwd, env: {...process.env, ...around.env}});
		return around.look();
	};
	const clean = run('');
	expect(clean).toEqual({strays: [], polluted: false, megabytes: expect.any(Number)});
	expect(clean.megabytes).toBeGreaterThan(20);
	const busy = run(`
		const {writeFileSync} = require('node:fs');
		for (const place of [process.env.HOME + '/.a', process.env.TMPDIR + '/b', 'c', '.d.part']) writeFileSync(place, '');
		Object.prototype.polluted = 1;
		Buffer.alloc(2 ** 27, 1);`);
	expect(busy.strays.toSorted()).toEqual(['.d.part', 'c', 'home/.a', 'tmp/b']);
	expect(busy).toMatchObject({polluted: true});
	expect(busy.megabytes).toBeGreaterThan(140);
});

/** The processes that tests start directly; the program itself is started through `shell` and `start` of support/child.ts. */
const starters: Readonly<Record<string, string>> = {
	'client/print-request.test.ts': 'bash: how it reads a line that is printed',
	'compile-cache.test.ts': 'one that exchanges folders',
	'files/disk.test.ts': 'mkfifo',
	'files/regular-files.test.ts': 'mkfifo',
	'files/two-users.test.ts': 'runs as another user',
	'home.test.ts': 'bin/usagectl.js with another home or user',
	'language/steps.test.ts': 'a count of steps',
	'package/published.test.ts': 'npm, tar, tsc, attw, the build',
	'permission.test.ts': 'Node, for its version',
	'promises.test.ts': 'one that breaks promises',
	'questions/hostile-clones.test.ts': 'mkfifo, and bin/usagectl.js in planted repositories',
	'questions/results/damaged-results.test.ts': 'mkfifo',
	'reference/completion/install-script.test.ts': 'bash and zsh, which load the installed script',
	'reference/completion/shells.test.ts': 'shells in tmux, whose screens are read',
	'reference/cron.test.ts': 'sh as cron does, which starts the program; systemd-analyze',
	'reference/man/man-pages.test.ts': 'groff',
	'supply.test.ts': 'npm',
	'terminal/pager.test.ts': 'script, which starts bin/usagectl.js and its pager on a terminal',
	'terminal/pty.test.ts': 'script, which starts the program on a terminal',
	'waits.test.ts': 'bash and bin/usagectl.js, which signals end',
};

test('every test watches the program that it starts', () => {
	const tests = readdirSync(import.meta.dirname, {recursive: true, encoding: 'utf8'}).filter(
		name => name.endsWith('.ts') && !/^(bench|windows)\/|(^|\/)support\//.test(name),
	);
	const texts = new Map(tests.map(name => [name, readFileSync(join(import.meta.dirname, name), 'utf8')]));
	const found = [...texts].filter(([, text]) =>
		/^import .* from 'node:child_process'|import\('node:child_process/m.test(text),
	);
	expect(found.map(([name]) => name).toSorted()).toEqual(Object.keys(starters));
	const startsProgram = found.filter(([name]) => starters[name]?.includes('the program'));
	for (const [name, text] of startsProgram) expect(text, name).toContain('expectPromises(');
	// An empty environment empties out the witness too, unless it is handed on.
	const lines = [...texts].flatMap(([name, text]) => text.split('\n').map(line => `${name}: ${line.trim()}`));
	const bare = lines.filter(line => /`[^`]*\benv -i\b/.test(line) && !/WITNESS_TO|watched/.test(line));
	expect(bare).toEqual([]);
});
