import {expect, test} from 'vitest';
import {addDays} from '../../../src/calendar.ts';
import {planFiles} from '../../../src/sandbox/files/file-plan.ts';
import {parseOptions} from '../../../src/sandbox/options/option-table.ts';

const every = (from: string, to: string) => {
	const days: string[] = [];
	for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
	return days;
};

const plan = (today: string, days: readonly string[], settings: readonly string[] = []) =>
	planFiles({kind: 'exceptions', product: 7, today, days, options: parseOptions(settings)});
const names = (files: ReturnType<typeof plan>, form: string) =>
	files.filter(file => file.form === form).map(file => file.fileName);

test('plans an open file for today, daily files before it, and monthly files until yesterday', () => {
	const files = plan('2026-03-10', every('2026-02-26', '2026-03-10'), ['file-days=10']);
	expect(names(files, 'open')).toEqual(['7_exc_2026-03-10.zip']);
	expect(names(files, 'daily')).toEqual(every('2026-03-01', '2026-03-09').map(day => `7_exc_${day}.zip`));
	expect(names(files, 'monthly')).toEqual(['7_exc_2026-03-01_to_2026-03-09.zip']);
});

test('keeps the whole first month of the kept days', () => {
	const files = plan('2026-03-10', every('2026-01-01', '2026-03-10'), ['file-days=12']);
	expect(names(files, 'daily')[0]).toBe('7_exc_2026-02-27.zip');
	expect(names(files, 'monthly')).toEqual(['7_exc_2026-02-01_to_2026-02-28.zip', '7_exc_2026-03-01_to_2026-03-09.zip']);
});

test('an option limits monthly files to months that are over', () => {
	const settings = ['file-days=12', 'month-file=complete'];
	const files = plan('2026-03-10', every('2026-01-01', '2026-03-10'), settings);
	expect(names(files, 'monthly')).toEqual(['7_exc_2026-02-01_to_2026-02-28.zip']);
});

test('plans no file for days and months without records, nor for a month on its first day', () => {
	const files = plan('2026-03-01', ['2025-12-30', '2026-02-03', '2026-02-27'], ['file-days=90']);
	expect(names(files, 'open')).toEqual(['7_exc_2026-03-01.zip']);
	expect(names(files, 'daily')).toEqual(['2025-12-30', '2026-02-03', '2026-02-27'].map(day => `7_exc_${day}.zip`));
	expect(names(files, 'monthly')).toEqual(['7_exc_2025-12-01_to_2025-12-31.zip', '7_exc_2026-02-01_to_2026-02-28.zip']);
});

test('plans a leap February, and nothing for a product without records', () => {
	expect(names(plan('2028-03-02', ['2028-02-29'], ['file-days=5']), 'monthly')).toEqual([
		'7_exc_2028-02-01_to_2028-02-29.zip',
	]);
	expect(plan('2026-03-10', [])).toEqual([]);
});
