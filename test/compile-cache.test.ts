import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {
	chmodSync,
	chownSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
} from 'node:fs';
import module, {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {describe, expect, onTestFinished, test, vi} from 'vitest';
import {temporaryFolder} from './support/disk/folders.ts';
import {shell, start} from './support/program/child.ts';

const {findCompileCache} = createRequire(import.meta.url)('../bin/compile-cache.js') as {
	readonly findCompileCache: (
		env: Readonly<Record<string, string>>,
		process?: {readonly platform: string; readonly version: string},
	) => string | undefined;
};

/** The folder of compiled code: whoever can write there decides what the next run executes. */

const modeOf = (path: string) => statSync(path).mode & 0o777;
const makeFolder = (path: string, mode: number) => {
	mkdirSync(path, {recursive: true});
	chmodSync(path, mode);
	return path;
};
const isRoot = process.getuid?.() === 0;
const somebodyElse = 12_345;

test('is created for its user only, in XDG_CACHE_HOME or ~/.cache', () => {
	const home = temporaryFolder();
	const folder = findCompileCache({HOME: home});
	expect(folder).toBe(join(home, '.cache/usagectl/compile-cache'));
	expect(modeOf(folder as string)).toBe(0o700);
	expect(findCompileCache({HOME: home, XDG_CACHE_HOME: join(home, 'other')})).toBe(
		join(home, 'other/usagectl/compile-cache'),
	);
	expect(findCompileCache({HOME: home})).toBe(folder);
});

test('is created in %LOCALAPPDATA% on Windows, unless Node can deadlock there', () => {
	const env = {LOCALAPPDATA: temporaryFolder(), HOME: temporaryFolder()};
	const find = (version: string, platform = 'win32') => findCompileCache(env, {platform, version});
	const folder = join(env.LOCALAPPDATA, 'usagectl/compile-cache');
	for (const version of ['v24.0.0', 'v24.14.1']) expect(find(version)).toBeUndefined();
	expect(existsSync(folder)).toBe(false);
	for (const version of ['v22.8.0', 'v24.15.0', 'v26.1.0']) expect(find(version)).toBe(folder);
	expect(existsSync(folder)).toBe(true);
	expect(find('v24.14.1', 'linux')).toBe(join(env.HOME, '.cache/usagectl/compile-cache'));
	expect(findCompileCache({HOME: env.HOME}, {platform: 'win32', version: 'v24.15.0'})).toBeUndefined();
});

describe('is not created', () => {
	test.each(['', '.cache', '.cache/usagectl', '.cache/usagectl/compile-cache'])(
		'where others can write to ~/%s and so exchange what lies in it',
		path => {
			const home = temporaryFolder();
			findCompileCache({HOME: home});
			for (const mode of [0o777, 0o770, 0o707]) {
				chmodSync(join(home, path), mode);
				expect(findCompileCache({HOME: home})).toBeUndefined();
			}
			chmodSync(join(home, path), 0o700);
			expect(findCompileCache({HOME: home})).toBeDefined();
		},
	);

	test('if other users can write to a parent folder, which stays unchanged', () => {
		const open = makeFolder(join(temporaryFolder(), 'open'), 0o777);
		expect(findCompileCache({HOME: join(open, 'home')})).toBeUndefined();
		expect(readdirSync(open)).toEqual([]);
	});

	test('if a link leads to a folder that other users can write to', () => {
		const home = temporaryFolder();
		const planted = makeFolder(join(temporaryFolder(), 'open'), 0o777);
		makeFolder(join(planted, 'usagectl/compile-cache'), 0o700);
		symlinkSync(planted, join(home, '.cache'));
		expect(findCompileCache({HOME: home})).toBeUndefined();
	});

	test('if other users may read it', () => {
		const home = temporaryFolder();
		makeFolder(join(home, '.cache/usagectl/compile-cache'), 0o755);
		expect(findCompileCache({HOME: home})).toBeUndefined();
	});

	test.runIf(isRoot)('for root with the HOME of somebody else, and nothing is made there', () => {
		const home = temporaryFolder();
		chownSync(home, somebodyElse, somebodyElse);
		expect(findCompileCache({HOME: home})).toBeUndefined();
		expect(readdirSync(home)).toEqual([]);
	});

	test.runIf(isRoot).each(['.cache', '.cache/usagectl', '.cache/usagectl/compile-cache'])(
		'where ~/%s belongs to somebody else',
		path => {
			const home = temporaryFolder();
			findCompileCache({HOME: home});
			chownSync(join(home, path), somebodyElse, somebodyElse);
			expect(findCompileCache({HOME: home})).toBeUndefined();
		},
	);

	test('if no folder can be created, or none is named', () => {
		expect(findCompileCache({HOME: '/dev/null/home'})).toBeUndefined();
		expect(findCompileCache({HOME: '/proc/no-home'})).toBeUndefined();
		expect(findCompileCache({HOME: 'relative'})).toBeUndefined();
		expect(findCompileCache({})).toBeUndefined();
	});
});

/** As another user: puts folders and links of its own where the cache is to be, and takes them away again. */
const exchange = `
	const fs = require('node:fs');
	const [home, planted] = process.argv.slice(1);
	const attempt = work => { try { work(); } catch {} };
	for (let round = 0; ; round++) {
		attempt(() => fs.mkdirSync(home + '/.cache/usagectl/compile-cache', {recursive: true, mode: 0o777}));
		attempt(() => fs.renameSync(home, planted + '/' + round));
		attempt(() => fs.symlinkSync(planted, home));
		attempt(() => fs.renameSync(home, planted + '/link' + round));
		if (round === 0) process.send('ready');
	}`;

test.runIf(isRoot)('of folders that another user exchanges meanwhile none is used', async () => {
	const shared = makeFolder(temporaryFolder(), 0o1777);
	const planted = makeFolder(join(temporaryFolder(), 'planted'), 0o777);
	const home = join(shared, 'home');
	chmodSync(join(planted, '..'), 0o755);
	chownSync(planted, somebodyElse, somebodyElse);
	const attacker = spawn(process.execPath, ['-e', exchange, home, planted], {
		uid: somebodyElse,
		gid: somebodyElse,
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
	});
	onTestFinished(() => void attacker.kill('SIGKILL'));
	await once(attacker, 'message');
	for (let round = 0; round < 1000; round++) {
		const folder = findCompileCache({HOME: home});
		if (folder === undefined) continue;
		for (let path = folder; path !== shared; path = dirname(path)) expect(lstatSync(path)).toMatchObject({uid: 0});
		// Ours now: nobody else could exchange it any more.
		rmSync(home, {recursive: true});
	}
	attacker.kill('SIGKILL');
});

test('follows a link to a folder of the user once, so that the path in use has no link', () => {
	const [home, caches] = [temporaryFolder(), temporaryFolder()];
	symlinkSync(caches, join(home, '.cache'));
	expect(findCompileCache({HOME: home})).toBe(join(caches, 'usagectl/compile-cache'));
});

const hasCache = 'enableCompileCache' in module;
test.runIf(hasCache)('a run keeps there what it compiled, and none does when it is switched off', async () => {
	const caches = temporaryFolder();
	const run = (env: Record<string, string>) => shell('node bin/usagectl.js reprt', {XDG_CACHE_HOME: caches, ...env});
	expect(await run({NODE_DISABLE_COMPILE_CACHE: '1'})).toMatchObject({code: 2});
	const folder = join(caches, 'usagectl/compile-cache');
	expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
	expect(await run({})).toMatchObject({code: 2});
	expect(readdirSync(folder, {recursive: true}).length).toBeGreaterThan(1);
});

test.runIf('flushCompileCache' in module)('a server that is killed has kept it', async () => {
	const env = {XDG_CACHE_HOME: temporaryFolder(), USAGECTL_CONFIG_DIR: temporaryFolder()};
	const folder = join(env.XDG_CACHE_HOME, 'usagectl/compile-cache');
	const server = start(['sandbox', 'serve', '--size', '10'], {env});
	await vi.waitUntil(() => existsSync(folder) && readdirSync(folder, {recursive: true}).length > 1, 20_000);
	expect(server.isRunning()).toBe(true);
	server.kill();
	await server.ended;
});
