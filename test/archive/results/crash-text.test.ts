import {expect, test} from 'vitest';
import type {CrashDetail} from '../../../src/archive/crashes/crash-detail.ts';
import {formatCrash} from '../../../src/archive/results/crash-text.ts';

const describeReports = (reports: number, installations: number, top: number | undefined) => {
	const crash: CrashDetail = {
		fingerprint: '0123456789abcdef',
		class: 'RangeError',
		method: 'parse()',
		message: '',
		stack: '',
		reports,
		installations,
		topInstallation: top === undefined ? undefined : {clientId: 'A1\u001b[2J', reports: top},
		firstDay: '2026-10-01',
		lastDay: '2026-10-09',
		variants: 1,
		breakdown: [],
	};
	return formatCrash(crash).split('\n').slice(1, 3).filter(Boolean);
};
const days = ', 2026-10-01 to 2026-10-09';

test('names the installation that sent a large part of a crash group', () => {
	expect(describeReports(1500, 900, 500)).toEqual([
		`1,500 crash reports from 900 installations${days}`,
		'33 % of the reports come from one installation: A1\\u{1b}[2J sent 500 reports',
	]);
	expect(describeReports(25, 21, 5)).toHaveLength(2);
});

test('never rounds the share of one installation among several up to 100 %', () => {
	expect(describeReports(1000, 2, 999)[1]).toMatch(/^99 % /);
});

test('names the only installation without a percentage', () => {
	expect(describeReports(8, 1, 8)).toEqual([
		`8 crash reports from 1 installation${days}`,
		'The installation is A1\\u{1b}[2J',
	]);
});

test.each([
	['a small share', 100, 50, 19],
	['few reports', 8, 5, 4],
	['no client IDs', 30, 0, undefined],
])('names no installation with %s', (_, reports, installations, top) => {
	expect(describeReports(reports, installations, top)).toHaveLength(1);
});
