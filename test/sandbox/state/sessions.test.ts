import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createSessions} from '../../../src/sandbox/state/sessions.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

const minute = 60_000;

function at(folder: string) {
	const time = {now: 1_000_000};
	const path = join(folder, 'sessions.log');
	const sessions = () => createSessions({path, idleMs: 30 * minute, now: () => time.now});
	return {time, path, sessions};
}

test('a session expires after the idle time without use', () => {
	const {time, sessions} = at(temporaryFolder());
	const own = sessions();
	const id = own.open('ada');
	for (let step = 0; step < 5; step++) {
		time.now += 29 * minute;
		expect(own.find(id)).toBe('ada');
	}
	time.now += 30 * minute;
	expect(own.find(id)).toBeUndefined();
	expect(own.end(id)).toBe(false);
});

test('processes on the same folder share sessions and their use', () => {
	const {time, sessions} = at(temporaryFolder());
	const [one, other] = [sessions(), sessions()];
	const id = one.open('ada');
	time.now += 20 * minute;
	expect(other.find(id)).toBe('ada');
	time.now += 20 * minute;
	expect(one.find(id)).toBe('ada');
	expect(other.end(id)).toBe(true);
	expect(one.find(id)).toBeUndefined();
	expect(one.end(id)).toBe(false);
});

test('the file does not hold session IDs', () => {
	const {path, sessions} = at(temporaryFolder());
	const id = sessions().open('ada');
	expect(readFileSync(path, 'utf8')).toContain('ada');
	expect(readFileSync(path, 'utf8')).not.toContain(id);
	expect(createSessions({path, idleMs: 1, now: () => 1_000_000}).find(id)).toBe('ada');
});
