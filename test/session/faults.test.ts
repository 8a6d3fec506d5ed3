import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Session} from '../../src/session/session.ts';
import {createSessionStore} from '../../src/session/session-store.ts';
import {createSettingsStore} from '../../src/session/settings-store.ts';
import {noSettings, setProfile} from '../../src/session/stored-settings.ts';
import {buryOwners, type Fault, withFault} from '../support/disk/fault-fs.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {realClock} from '../support/laws/clock.ts';

const session = (sessionId: string): Session => ({
	address: 'https://service.example',
	user: 'ada',
	openedAt: '2026-06-30T12:00:00.000Z',
	sessionId,
});

/** A store with the content `old`: how to save `new`, read the file, and save again. */
const subjects = {
	sessions: (configDir: string) => {
		const store = createSessionStore({configDir, clock: realClock});
		const put = (id: string) => store.put('work', session(id));
		const read = async () => {
			const found = await store.find('work', 'https://service.example');
			return found && 'sessionId' in found ? found.sessionId : undefined;
		};
		return {put, read, file: 'session.json'};
	},
	settings: (configDir: string) => {
		const store = createSettingsStore({configDir, clock: realClock});
		const put = (user: string) => store.update(stored => setProfile(stored, 'work', {user}));
		return {put, read: async () => (await store.read()).profiles.work?.user, file: 'settings.json'};
	},
} as const;

async function broken(subject: keyof typeof subjects, fault: Fault) {
	const folder = join(temporaryFolder(), 'config');
	const {put, read, file} = subjects[subject](folder);
	await put('old');
	const ended = await withFault(fault, () => put('new'));
	buryOwners(folder);
	const after = await read();
	await put('next');
	return {
		...ended,
		after,
		next: await read(),
		left: readdirSync(folder).filter(entry => entry !== file && !/\.(part|lock\..*)$/.test(entry)),
	};
}

const subjectNames = Object.keys(subjects) as (keyof typeof subjects)[];
test.each(subjectNames)(
	'%s: killed at any operation, the file has the old or the new content, and the next save works',
	async subject => {
		const {operations} = await broken(subject, {kind: 'none'});
		expect(operations).toBeGreaterThan(5);
		for (let at = 1; at <= operations; at++) {
			const found = await broken(subject, {kind: 'kill', at});
			expect(found, `killed at ${at}`).toMatchObject({next: 'next', left: []});
			expect(['old', 'new'], `killed at ${at}`).toContain(found.after);
		}
	},
);

test.each(
	subjectNames.flatMap(subject =>
		(['EIO', 'EACCES', 'ENOSPC'] as const).map((code, turn) => [subject, code, turn] as const),
	),
)('%s: %s at any operation is reported or harmless', async (subject, code, turn) => {
	const {operations} = await broken(subject, {kind: 'none'});
	// The codes take turns, so that each operation fails with one of them.
	for (let at = 1 + turn; at <= operations; at += 3) {
		const {thrown, after, next} = await broken(subject, {kind: 'error', at, code});
		expect(next).toBe('next');
		if (thrown === undefined) expect(after, `${code} at ${at}`).toBe('new');
		else expect(thrown, `${code} at ${at}`).toMatchObject({kind: 'disk'});
	}
});

test('a full disk is reported, and the old session is kept', async () => {
	for (let at = 1; at < 6; at++) {
		const found = await broken('sessions', {kind: 'full', at});
		expect(found).toMatchObject({after: 'old', thrown: {kind: 'disk', details: {code: 'ENOSPC'}}});
	}
});

test('without a home folder, reading works and storing says what to set', async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'file'), '');
	const configDir = join(folder, 'file/no');
	const sessions = createSessionStore({configDir, clock: realClock});
	expect(await createSettingsStore({configDir, clock: realClock}).read()).toEqual(noSettings);
	expect(await sessions.find('work', 'x')).toBeUndefined();
	await expect(sessions.put('work', session('s'))).rejects.toMatchObject({kind: 'disk'});
	mkdirSync(join(folder, 'now'));
	expect(existsSync(configDir)).toBe(false);
});
