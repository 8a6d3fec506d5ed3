import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {findSilence} from '../../../src/archive/records/silent-archive.ts';
import {addDays} from '../../../src/calendar.ts';
import {checkArchive} from '../../../src/doctor/archive-checks.ts';
import {recordPorts} from '../../support/data/record-ports.ts';
import {syncTable} from '../../support/data/sync-table.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {monthly} from '../../support/service/log-service.ts';

function from(first: string, ...steps: readonly number[]): readonly string[] {
	const days = [first];
	for (const step of steps) days.push(addDays(days.at(-1) ?? first, step));
	return days;
}
const everyDay = from('2026-04-01', ...Array.from({length: 60}, () => 1));
const weekdays = everyDay.filter((_, at) => at % 7 < 5);

test.each([
	['an archive with records of each day, after two days without', everyDay, '2026-06-03', true],
	['one day without records', everyDay, '2026-06-02', false],
	['the day that is not over', everyDay, '2026-06-01', false],
	['a range that ended before', everyDay, '2026-05-01', false],
	['the usual two days without records', weekdays, addDays(weekdays.at(-1) ?? '', 3), false],
	['a week of an archive with records on five days a week', weekdays, addDays(weekdays.at(-1) ?? '', 8), true],
	['less than fourteen days', everyDay.slice(0, 14), '2026-09-01', false],
	['a gap as long as one before', [...everyDay, '2026-06-20'], '2026-07-10', false],
	['a gap longer than all before', [...everyDay, '2026-06-20', '2026-06-21'], '2026-07-12', true],
	['no records at all', [], '2026-06-01', false],
] as const)('decides about %s', (_, days, end, expected) => {
	expect(findSilence(days, end) !== undefined).toBe(expected);
});

test('silence that is told stays told until the next record', () => {
	const steps = fc.array(fc.integer({min: 1, max: 4}), {minLength: 10, maxLength: 80});
	fc.assert(
		fc.property(steps, fc.nat(60), (gaps, at) => {
			const days = from('2026-01-01', ...gaps);
			const end = (more: number) => addDays(days.at(-1) ?? '', at + more);
			if (findSilence(days, end(0))) expect(findSilence(days, end(1))).toEqual(findSilence(days, end(0)));
		}),
	);
});

/** Makes an archive whose products have crash reports from 2026-06-02 to 2026-06-19. */
async function syncSilent(...products: readonly number[]): Promise<string> {
	const folder = join(temporaryFolder(), 'crashes');
	const days = from('2026-06-02', ...Array.from({length: 17}, () => 1));
	const data = `timestamp,clientId,exception.class\n${days.map(day => `${day}T12:00:00,A,Boom\n`).join('')}`;
	for (const product of products) {
		const name = `${product}_exc_2026-06-01_to_2026-06-29.zip`;
		const bytes = writeZip([{name: `${product}_exc.csv`, data}]);
		await syncTable(folder, [{...monthly('2026-06-01', '2026-06-29'), name, bytes, unpacked: data.length}]);
	}
	return folder;
}

test('doctor names each silent product', async () => {
	const folder = await syncSilent(7, 8);
	const found = await checkArchive('exceptions', folder, {...recordPorts, stateDir: folder, today: '2026-06-30'});
	expect(found).toMatchObject([{state: 'problem', detail: expect.stringMatching(/of product 7 .*; .*of product 8 /)}]);
});

test('a check over a silent archive is unknown, and --fail-on fails', async () => {
	const folder = await syncSilent(7);
	const top = (...more: readonly string[]) => usagectl(['exceptions', 'top', folder, ...more]);
	const text = `${folder} has no crash reports after 2026-06-19, but had some on 17 of the 17 days before`;
	const marks = ['--mark', 'gone', '--fail-on', 'gone', '--from', '2026-06-18'];
	const {stdout, stderr, exitCode} = await top(...marks, '--today', '2026-06-30');
	expect(stdout).toMatch(/^none of 1 group is gone; .*\n/);
	expect(stdout).toContain(`\n${text}: usagectl exceptions sync`);
	expect(stderr).toContain(`error: whether a group is gone is unknown: ${text}`);
	expect(exitCode).toBe(7);
	const asked = await top(...marks, '--today', '2026-06-30', '--to', '2026-06-19');
	expect(asked).toMatchObject({exitCode: 0, stderr: expect.not.stringContaining('but had some')});
	const none = await top('--mark', 'back', '--today', '2026-06-30');
	expect(none.stdout).toContain(text);
	const query = ['query', '--archive', folder, 'SELECT count(*) FROM crashes', '--strict', '--today', '2026-06-30'];
	expect(await usagectl(query)).toMatchObject({exitCode: 7, stdout: expect.stringContaining(text)});
	const examined = await checkArchive('exceptions', folder, {...recordPorts, stateDir: folder, today: '2026-06-30'});
	expect(examined).toMatchObject([{state: 'problem', detail: expect.stringContaining('are from 2026-06-19; ')}]);
	const before = await checkArchive('exceptions', folder, {...recordPorts, stateDir: folder, today: '2026-06-20'});
	expect(before).toMatchObject([{state: 'ok', detail: 'the newest crash reports are from 2026-06-19'}]);
});
