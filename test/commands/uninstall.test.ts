import {existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {withLock} from '../../src/files/with-lock.ts';
import {getCacheFolder} from '../../src/session/folders.ts';
import {systemClock} from '../../src/system-clock.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {usagectl} from '../support/program/usagectl.ts';

const {findCompileCache} = createRequire(import.meta.url)('../../bin/compile-cache.js') as {
	readonly findCompileCache: (env: Readonly<Record<string, string>>) => string | undefined;
};

function write(folder: string, names: readonly string[]) {
	for (const name of names) {
		mkdirSync(join(folder, name, '..'), {recursive: true});
		writeFileSync(join(folder, name), 'x'.repeat(1024));
	}
}
const look = (folder: string) => readdirSync(folder, {recursive: true}).map(String).sort();
const files = ['session.json', 'state/keys/20260630-120000-abcd/journal', 'state/sandbox/data/data.duckdb'];

/** A home in which the program has run. */
async function createHome() {
	const HOME = temporaryFolder();
	const env = {HOME, USAGECTL_CONFIG_DIR: ''};
	await usagectl('profile set work --base-url https://service.example', {env});
	write(join(HOME, '.config/usagectl'), ['session.json']);
	write(join(HOME, '.local/state/usagectl'), ['keys/20260630-120000-abcd/journal', 'sandbox/data/data.duckdb']);
	write(HOME, ['.cache/usagectl/compile-cache/v22/code', 'crashes/2026-06.zip', 'usagectl.yaml']);
	return {HOME, env};
}

test('lists what the program has stored with sizes, and removes all of it but nothing else', async () => {
	const {HOME, env} = await createHome();
	const {stdout, exitCode} = await usagectl('uninstall -y', {env});
	expect(exitCode).toBe(0);
	expect(stdout).toContain(`    1.0 KB  ${join(HOME, '.local/state/usagectl/keys')} (records of imports`);
	expect(stdout).toMatch(/^Removed 4\.\d KB\.\nScripts that .*\nTo remove the program: npm uninstall -g usagectl\n$/m);
	expect(look(HOME)).toEqual([
		...['.cache', '.config', '.local', '.local/state', 'crashes', 'crashes/2026-06.zip', 'usagectl.yaml'],
	]);
	expect((await usagectl('uninstall', {env})).stdout).toMatch(/^usagectl has stored nothing on this machine\.\n/);
});

test.each([
	['--dry-run', [], 0, 'Would remove 4.'],
	['', ['n'], 0, 'Nothing was removed.'],
	['', undefined, 2, '.config/usagectl/session.json'],
] as const)('uninstall %s with answers %j removes nothing', async (flag, answers, exitCode, shown) => {
	const {HOME, env} = await createHome();
	const before = look(HOME);
	const setup = answers === undefined ? {env} : {env, answers, columns: 80};
	const ended = await usagectl(`uninstall ${flag}`, setup);
	expect(ended).toMatchObject({exitCode, stdout: expect.stringContaining(shown)});
	expect(look(HOME)).toEqual(before);
});

test('removes nothing while another run holds a lock', async () => {
	const {HOME, env} = await createHome();
	const lock = {folder: join(HOME, '.local/state/usagectl/locks'), name: 'keys-7-0123', clock: systemClock};
	const {ended, left} = await withLock(lock, async () => ({
		ended: await usagectl('uninstall -y', {env}),
		left: look(HOME),
	}));
	expect(ended).toMatchObject({
		exitCode: 9,
		stderr: expect.stringContaining('another run holds the lock "keys-7-0123"'),
	});
	expect(left).toEqual(expect.arrayContaining(files.map(name => expect.stringContaining(name.replace('state/', '')))));
	expect(await usagectl('uninstall -y', {env})).toMatchObject({exitCode: 0});
});

test('a folder with other files loses only those of the program', async () => {
	const folder = temporaryFolder();
	const elsewhere = temporaryFolder();
	const env = {USAGECTL_CONFIG_DIR: folder};
	await usagectl('profile set work --base-url https://service.example', {env});
	renameSync(join(folder, 'settings.json'), join(elsewhere, 'settings.json'));
	symlinkSync(join(elsewhere, 'settings.json'), join(folder, 'settings.json'));
	write(folder, [...files, 'thesis.tex', 'state/notes.txt']);
	expect(await usagectl('uninstall -y', {env})).toMatchObject({exitCode: 0});
	expect(look(folder)).toEqual(['state', 'state/notes.txt', 'thesis.tex']);
	expect(readdirSync(elsewhere)).toEqual(['settings.json']);
});

test.each([{}, {XDG_CACHE_HOME: 'caches'}])('knows the folder of compiled code with %j', places => {
	const HOME = temporaryFolder();
	const env = {HOME, ...Object.fromEntries(Object.entries(places).map(([name, path]) => [name, join(HOME, path)]))};
	const cache = findCompileCache(env);
	expect(cache).toBeDefined();
	expect(existsSync(String(cache))).toBe(true);
	expect(join(String(getCacheFolder({env, platform: process.platform})), 'compile-cache')).toBe(cache);
});
