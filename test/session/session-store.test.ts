import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {CliError} from '../../src/errors.ts';
import type {Session} from '../../src/session/session.ts';
import {createSessionStore} from '../../src/session/session-store.ts';
import {createRandom, mutate} from '../support/data/mutate.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {realClock} from '../support/laws/clock.ts';

const openedAt = '2026-06-30T12:00:00.000Z';
const byId: Session = {address: 'https://a.example', user: 'ada', openedAt, sessionId: 's-1'};
const byCookie: Session = {
	address: 'https://b.example:8443/api',
	user: 'ada',
	openedAt,
	cookies: [{name: '__proto__', value: 'v', path: '/', secure: true, expires: openedAt}],
};

test('a session belongs to a profile and the exact address that issued it', async () => {
	const sessions = createSessionStore({configDir: temporaryFolder(), clock: realClock});
	await sessions.put('work', byId);
	await sessions.put('work', byCookie);
	await sessions.put('home', {...byId, user: 'bob'});
	expect(await sessions.find('work', byId.address)).toEqual(byId);
	expect(await sessions.find('work', byCookie.address)).toEqual(byCookie);
	expect(await sessions.find('home', byId.address)).toMatchObject({user: 'bob'});
	for (const address of [
		'http://a.example',
		'https://a.example:8443',
		'https://a.example/api',
		'https://a.example.evil',
	])
		expect(await sessions.find('work', address)).toBeUndefined();
	await sessions.put('work', {...byId, sessionId: 's-2'});
	expect(await sessions.find('work', byId.address)).toMatchObject({sessionId: 's-2'});
	await sessions.remove('work', byId.address);
	expect([await sessions.find('work', byId.address), await sessions.find('work', byCookie.address)]).toEqual([
		undefined,
		byCookie,
	]);
	await sessions.remove('work');
	expect(await sessions.find('work', byCookie.address)).toBeUndefined();
	expect(await sessions.find('home', byId.address)).toMatchObject({user: 'bob'});
});

test('removing an unknown session creates no file', async () => {
	const configDir = temporaryFolder();
	await createSessionStore({configDir, clock: realClock}).remove('work');
	expect(() => readFileSync(join(configDir, 'session.json'))).toThrow('ENOENT');
});

test.each([
	'',
	'{',
	'null',
	'[]',
	'{"version":1}',
	'{"version":1,"sessions":[{"profile":"a","session":{"address":"x"}}]}',
	'\u{feff}{"version":1,"sessions":[]}',
])('an empty or damaged file (%j) has no sessions, and is replaced', async text => {
	const configDir = temporaryFolder();
	const sessions = createSessionStore({configDir, clock: realClock});
	writeFileSync(sessions.path, text, {mode: 0o600});
	expect(await sessions.find('a', 'x')).toBeUndefined();
	await sessions.put('a', byId);
	expect(await sessions.find('a', byId.address)).toEqual(byId);
});

test('a file of a newer version is reported with a hint, and kept', async () => {
	const sessions = createSessionStore({configDir: temporaryFolder(), clock: realClock});
	const text = '{"version":2,"sessions":[]}';
	writeFileSync(sessions.path, text, {mode: 0o600});
	await expect(sessions.find('a', 'x')).rejects.toMatchObject({
		kind: 'disk',
		details: {hint: expect.stringContaining(`mv '${sessions.path}'`)},
	});
	await expect(sessions.put('a', byId)).rejects.toMatchObject({kind: 'disk'});
	expect(readFileSync(sessions.path, 'utf8')).toBe(text);
});

test('a mutated session file has no sessions, or those of its address', async () => {
	const random = createRandom(7);
	const good = join(temporaryFolder(), 'good');
	const store = createSessionStore({configDir: good, clock: realClock});
	await store.put('a', byId);
	await store.put('b', {...byId, sessionId: 'another-session'});
	const bytes = readFileSync(store.path);
	for (let round = 0; round < 150; round++) {
		const configDir = temporaryFolder();
		const sessions = createSessionStore({configDir, clock: realClock});
		const mutant = mutate(bytes, random);
		writeFileSync(sessions.path, mutant, {mode: 0o600});
		const found = await sessions.find('a', byId.address).catch((error: CliError) => error);
		if (found instanceof Error) {
			expect(found).toMatchObject({kind: 'disk', details: {hint: expect.any(String)}});
			expect(found.message).not.toContain('session-');
		} else if (found !== undefined) expect(found.address).toBe(byId.address);
	}
});
