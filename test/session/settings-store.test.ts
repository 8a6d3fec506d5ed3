import {lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createSettingsStore} from '../../src/session/settings-store.ts';
import {getProfile, noSettings, removeProfile, setProfile} from '../../src/session/stored-settings.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {realClock} from '../support/laws/clock.ts';
import {build, run, shell} from '../support/program/child.ts';

const store = (configDir: string) => createSettingsStore({configDir, clock: realClock});

test('stores profiles in a private file, and leaves no other files', async () => {
	const folder = join(temporaryFolder(), 'new');
	expect(await store(folder).read()).toEqual(noSettings);
	await store(folder).update(stored => setProfile(stored, 'a.b:8443', {'base-url': 'https://a.b:8443', user: 'ada'}));
	await store(folder).update(stored => setProfile(stored, 'a.b:8443', {user: undefined, product: '7'}));
	await store(folder).update(stored => setProfile(stored, 'default', {output: 'json'}));
	expect(await store(folder).read()).toEqual({
		version: 1,
		profiles: {'a.b:8443': {'base-url': 'https://a.b:8443', product: '7'}, default: {output: 'json'}},
	});
	expect(readdirSync(folder)).toEqual(['settings.json']);
	expect((statSync(join(folder, 'settings.json')).mode & 0o777).toString(8)).toBe('600');
	await store(folder).update(stored => removeProfile({...stored, current: 'a.b:8443'}, 'a.b:8443'));
	expect(await store(folder).read()).toEqual({version: 1, profiles: {default: {output: 'json'}}});
});

test('accepts names with dots and names with a meaning in JavaScript', async () => {
	const folder = temporaryFolder();
	const names = ['__proto__', 'constructor', 'toString', 'a.b:8443', 'a'];
	expect(names.map(name => getProfile(noSettings, name))).toEqual(names.map(() => undefined));
	for (const name of names) await store(folder).update(stored => setProfile(stored, name, {user: name}));
	const stored = await store(folder).read();
	expect(names.map(name => getProfile(stored, name))).toEqual(names.map(user => ({user})));
	expect(Object.keys(stored.profiles).sort()).toEqual([...names].sort());
	await store(folder).update(each => removeProfile(each, '__proto__'));
	expect(Object.keys((await store(folder).read()).profiles).sort()).toEqual(names.slice(1).sort());
});

test.each([
	'',
	'{',
	'null',
	'[1,2]',
	'"text"',
	'{}',
	'{"version":2,"profiles":{}}',
	'{"version":1,"profiles":{"a":{"output":1}}}',
	'{"version":1,"profiles":{"a":[]}}',
])('a file with the content %j is rejected with its path, and never overwritten', async text => {
	const folder = temporaryFolder();
	const path = join(folder, 'settings.json');
	writeFileSync(path, text, {mode: 0o600});
	await expect(store(folder).read()).rejects.toMatchObject({
		kind: 'disk',
		message: expect.stringContaining(path),
		details: {hint: expect.stringContaining(`mv '${path}'`)},
	});
	await expect(store(folder).update(stored => setProfile(stored, 'default', {output: 'csv'}))).rejects.toMatchObject({
		kind: 'disk',
	});
	expect(readFileSync(path, 'utf8')).toBe(text);
});

test('keeps unknown settings of a newer version', async () => {
	const folder = temporaryFolder();
	const text = '{"version":1,"theme":"dark","profiles":{"work":{"readOnly":"true"}}}';
	writeFileSync(join(folder, 'settings.json'), text, {mode: 0o600});
	await store(folder).update(stored => setProfile(stored, 'default', {output: 'csv'}));
	expect(await store(folder).read()).toMatchObject({
		theme: 'dark',
		profiles: {work: {readOnly: 'true'}, default: {output: 'csv'}},
	});
});

test('a symbolic link stays one', async () => {
	const folder = temporaryFolder();
	const dotfiles = temporaryFolder();
	writeFileSync(join(dotfiles, 'mine.json'), JSON.stringify(noSettings), {mode: 0o600});
	symlinkSync(join(dotfiles, 'mine.json'), join(folder, 'settings.json'));
	await store(folder).update(stored => setProfile(stored, 'default', {output: 'csv'}));
	expect(readFileSync(join(dotfiles, 'mine.json'), 'utf8')).toContain('csv');
	expect(lstatSync(join(folder, 'settings.json')).isSymbolicLink()).toBe(true);
	expect([readdirSync(folder), readdirSync(dotfiles)]).toEqual([['settings.json'], ['mine.json']]);
});

test('four processes that write at once lose no changes (twenty: npm run soak)', async () => {
	const folder = temporaryFolder();
	const child = await build(`
		import {setTimeout as sleep} from 'node:timers/promises';
		import {createSessionStore} from 'src/session/session-store.ts';
		import {createSettingsStore} from 'src/session/settings-store.ts';
		import {setProfile} from 'src/session/stored-settings.ts';
		const clock = {now: () => new Date(), sleep: ms => sleep(ms)};
		const [configDir, name] = process.argv.slice(2);
		const settings = createSettingsStore({configDir, clock});
		const sessions = createSessionStore({configDir, clock});
		for (let n = 0; n < 2; n++) {
			await settings.update(stored => setProfile(stored, name + '-' + n, {user: name}));
			await sessions.put(name, {address: 'https://' + n, user: name, openedAt: new Date().toISOString(), sessionId: name + n});
		}`);
	const ended = await shell(`for i in $(seq 4); do node '${child}' '${folder}' p$i & done; wait`, {}, 60_000);
	expect(ended).toEqual({code: 0, stdout: '', stderr: ''});
	expect(Object.keys((await store(folder).read()).profiles)).toHaveLength(8);
	expect(JSON.parse(readFileSync(join(folder, 'session.json'), 'utf8')).sessions).toHaveLength(8);
	expect(readdirSync(folder).sort()).toEqual(['session.json', 'settings.json']);
});

/** Saves a user name in a separate process, after `before` has changed node:fs there. */
const saveUser = (folder: string, user: string, before: string) =>
	run(`
		import fs from 'node:fs';
		${before}
		const {createSettingsStore} = await import('src/session/settings-store.ts');
		const {setProfile} = await import('src/session/stored-settings.ts');
		const clock = {now: () => new Date(), sleep: async () => {}};
		const store = createSettingsStore({configDir: ${JSON.stringify(folder)}, clock});
		const user = ${JSON.stringify(user)};
		const error = await store.update(stored => setProfile(stored, 'default', {user})).catch(thrown => thrown);
		process.stdout.write(error?.kind + ': ' + error?.message);`);

test('a full disk, which conf does not report, is reported and leaves the old settings intact', async () => {
	const folder = temporaryFolder();
	await store(folder).update(stored => setProfile(stored, 'default', {output: 'csv'}));
	const before = readFileSync(join(folder, 'settings.json'), 'utf8');
	// Like a full disk: the first call writes a part and returns its length; conf makes no second call.
	const ended = await saveUser(
		folder,
		'x'.repeat(100_000),
		`const {writeSync} = fs;
		fs.writeSync = (fd, data) => writeSync(fd, Buffer.from(data).subarray(0, 16_384));`,
	);
	expect(ended).toMatchObject({
		code: 0,
		stdout: expect.stringMatching(/^disk: cannot write .*did not store all of it/),
	});
	expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(before);
	expect(readdirSync(folder)).toEqual(['settings.json']);
});

test('killed before conf renames its file, it keeps the old settings, and the next save works', async () => {
	const folder = temporaryFolder();
	await store(folder).update(stored => setProfile(stored, 'default', {output: 'csv'}));
	const ended = await saveUser(folder, 'ada', `fs.renameSync = () => process.kill(process.pid, 'SIGKILL');`);
	expect(ended.code).not.toBe(0);
	expect(await store(folder).read()).toMatchObject({profiles: {default: {output: 'csv'}}});
	await store(folder).update(stored => setProfile(stored, 'default', {user: 'ada'}));
	expect(await store(folder).read()).toMatchObject({profiles: {default: {output: 'csv', user: 'ada'}}});
});

test('a byte order mark, as editors on Windows write it, is no damage', async () => {
	const folder = temporaryFolder();
	const text = '\u{feff}{"version":1,"profiles":{"default":{"output":"json"}}}';
	writeFileSync(join(folder, 'settings.json'), text, {mode: 0o600});
	expect(getProfile(await store(folder).read(), 'default')).toEqual({output: 'json'});
});
