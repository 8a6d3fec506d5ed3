import {expect, test} from 'vitest';
import type {CrashDetail} from '../../../src/archive/crashes/crash-detail.ts';
import {formatCrash} from '../../../src/archive/results/crash-text.ts';

const describeInstallations = (...sent: readonly (readonly [clientId: string, reports: number])[]) => {
	const crash: CrashDetail = {
		fingerprint: '0123456789abcdef',
		class: 'RangeError',
		method: 'parse()',
		message: '',
		stack: '',
		reports: sent.reduce((sum, [, reports]) => sum + reports, 0),
		installations: sent.filter(([clientId]) => clientId !== '').length,
		firstDay: '2026-10-01',
		lastDay: '2026-10-09',
		variants: 1,
		breakdown: sent.map(([value, reports]) => ({part: 'clientId', value, reports, installations: 1})),
	};
	const lines = formatCrash(crash).split('\n');
	return lines.slice(lines.findIndex(line => line.startsWith('  Client ID')));
};

test('names the installations with a crash, however few reports they sent', () => {
	expect(describeInstallations(['A1\u001b[2J', 2], ['B2', 1], ['', 1])).toEqual([
		'  Client ID     Reports',
		'  A1\\u{1b}[2J         2',
		'  B2                  1',
		'  (none)              1',
		'',
	]);
});

test('names the ten installations that sent the most, and says how to see the others', () => {
	const many = Array.from({length: 1234}, (_, at) => [`C${at}`, 2000 - at] as const);
	const lines = describeInstallations(...many);
	expect(lines).toHaveLength(13);
	expect(lines.at(-2)).toBe('  … and 1,224 more: -o csv');
});
