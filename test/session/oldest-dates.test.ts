import {chmod, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createOldestDates} from '../../src/session/oldest-dates.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {fakeClock} from '../support/laws/clock.ts';

const day = 86_400_000;

test('stores a date per service and product, in a private file', async () => {
	const stateDir = temporaryFolder();
	const dates = createOldestDates({stateDir, clock: fakeClock()});
	await dates.put('https://a', 1, '2024-01-01');
	await dates.put('https://a', 2, '2024-02-02');
	await dates.put('https://b', 1, '2024-03-03');
	await dates.put('https://a', 1, '2025-01-01');
	expect(await dates.find('https://a', 1)).toBe('2025-01-01');
	expect(await dates.find('https://a', 2)).toBe('2024-02-02');
	expect(await dates.find('https://b', 1)).toBe('2024-03-03');
	expect(await dates.find('https://b', 2)).toBeUndefined();
	expect((await stat(join(stateDir, 'known-values.json'))).mode & 0o777).toBe(0o600);
});

test('expires after a week, because a plan may change', async () => {
	const clock = fakeClock();
	const dates = createOldestDates({stateDir: temporaryFolder(), clock});
	await dates.put('https://a', 1, '2024-01-01');
	await clock.sleep(6.9 * day);
	expect(await dates.find('https://a', 1)).toBe('2024-01-01');
	await clock.sleep(0.2 * day);
	expect(await dates.find('https://a', 1)).toBeUndefined();
});

test.each([
	'',
	'{',
	'null',
	'[null, 7, {"service":"https://a"}]',
	'[{"service":"https://a","product":1,"heading":"oldest date","values":["soon","2026-06-30"]}]',
])('an unreadable file counts as empty and is rewritten: %s', async text => {
	const stateDir = temporaryFolder();
	const path = join(stateDir, 'known-values.json');
	await writeFile(path, text, {mode: 0o600});
	const dates = createOldestDates({stateDir, clock: fakeClock()});
	expect(await dates.find('https://a', 1)).toBeUndefined();
	await dates.put('https://a', 1, '2024-01-01');
	expect(JSON.parse(await readFile(path, 'utf8'))).toHaveLength(1);
});

test('an unusable folder is not an error', async () => {
	const stateDir = temporaryFolder();
	await writeFile(join(stateDir, 'file'), '');
	const dates = createOldestDates({stateDir: join(stateDir, 'file'), clock: fakeClock()});
	await dates.put('https://a', 1, '2024-01-01');
	expect(await dates.find('https://a', 1)).toBeUndefined();
	await chmod(stateDir, 0o700);
});
