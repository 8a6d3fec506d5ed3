import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** Crash reports of days, each of the group of a class. */
function writeCrashes(reports: readonly (readonly [day: string, group: string])[]): string {
	const path = join(temporaryFolder(), '7_exc_2026-05-01_to_2026-06-30.csv');
	const rows = reports.map(([day, group]) => `${day}T12:00:00,A,5.0,${group},Run,at A.${group}()`);
	const header = 'timestamp,clientId,prodVersion,exception.class,exception.method,exception.stackTrace';
	writeFileSync(path, `${[header, ...rows].join('\n')}\n`);
	return path;
}

const top = async (path: string, ...more: readonly string[]) => {
	const line = ['exceptions', 'top', path, '--today', '2026-06-30', '-o', 'csv', '--no-header', ...more];
	const {stdout, stderr, exitCode: code} = await usagectl(line);
	return {rows: stdout.trimEnd().split('\n'), stderr, code};
};
const marks = ['--fields', 'class,mark,trend'];

const usual = [
	...['2026-05-20', '2026-06-18', '2026-06-19', '2026-06-26'].map(day => [day, 'Old'] as const),
	['2026-06-29', 'Fresh'],
] as const;

test.each(['2026-07-08', '2027-06-30'])('ends the window today if a computer dates a report %s', async day => {
	const path = writeCrashes([...usual, [day, 'Old']]);
	const {rows, stderr, code} = await top(path, ...marks, '--fail-on', 'new');
	expect(rows).toEqual(['Old,,-50', 'Fresh,new,']);
	expect(code).toBe(7);
	expect(stderr).toContain(`1 crash report is dated after today (${day}): the clock of the computer was wrong\n`);
	expect((await top(path, '--strict')).code).toBe(7);
});

test('marks a group as new if its only report is dated after today', async () => {
	const {rows, code} = await top(writeCrashes([...usual, ['2027-01-01', 'Future']]), ...marks, '--fail-on', 'new');
	expect(rows).toContain('Future,new,');
	expect(code).toBe(7);
});

test('does not take a date long before the other reports for an earlier report', async () => {
	const path = writeCrashes([...usual, ['1970-01-01', 'Fresh'], ['2009-01-01', 'Fresh']]);
	const {rows, stderr} = await top(path, ...marks, '--mark', 'new,back');
	expect(rows).toEqual(['Fresh,new,']);
	expect(stderr).toContain(
		'2 crash reports are dated before 2025-05-01 (1970-01-01 to 2009-01-01): the clocks of the computers were wrong\n',
	);
	const short = writeCrashes([
		['1970-01-01', 'Old'],
		['2026-06-29', 'Fresh'],
	]);
	expect((await top(short, ...marks, '--mark', 'new')).stderr).toContain('no group can be new, gone or back');
});

test('says nothing about dates that can be right', async () => {
	const {stderr, code} = await top(writeCrashes([...usual, ['2026-06-30', 'Old']]), '--strict');
	expect(stderr).not.toContain('dated');
	expect(code).toBe(0);
});

test('counts wrong dates in every command that reads reports', async () => {
	const path = writeCrashes([...usual, ['2027-01-01', 'Future']]);
	const note = '1 crash report is dated after today (2027-01-01)';
	expect((await top(path, '--by', 'version')).stderr).toContain(note);
	const [fingerprint = ''] = (await top(path, '--fields', 'fingerprint')).rows;
	const show = ['exceptions', 'show', path, fingerprint, '--today', '2026-06-30', '--strict'];
	const {stderr, exitCode: code} = await usagectl(show);
	expect(stderr).toContain(note);
	expect(code).toBe(7);
});
