import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {expect, test} from 'vitest';
import {
	assumptions,
	changedAssumptions,
	defaultAssumed,
	parseAssumed,
} from '../../../src/sandbox/assumptions/assumption-table.ts';

const document = readFileSync(resolve(import.meta.dirname, '../../../docs/service.md'), 'utf8');

test('every assumption says what is open and what its switch does, and docs/service.md has its anchor', () => {
	for (const row of assumptions) {
		expect(row.question, row.id).toMatch(/\?$/);
		expect(document).toContain(`<a id="${row.source.split('#')[1]}"></a>\`${row.id}\``);
		expect(row.does, row.id).not.toBe('');
		expect(row.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
	}
	expect(new Set(assumptions.map(row => row.id)).size).toBe(assumptions.length);
});

test('settings change what they name and nothing else', () => {
	const assumed = parseAssumed(['error-status=ok', 'values-page=5', 'values-page=7']);
	expect(assumed).toEqual({...defaultAssumed, 'error-status': 'ok', 'values-page': 7});
	expect(changedAssumptions(assumed)).toEqual(['error-status=ok', 'values-page=7']);
	expect(changedAssumptions(parseAssumed([]))).toEqual([]);
});

test.each([
	['no-such-thing=1', /there is no assumption "no-such-thing"/],
	['error-status', /not of the form id=value/],
	['error-status=maybe', /does not take "maybe"/],
	['values-page=0', /does not take "0"/],
	['values-page=1e3', /does not take "1e3"/],
	['values-page=', /does not take ""/],
])('refuses %s', (setting, message) => {
	expect(() => parseAssumed([setting])).toThrow(message);
	expect(() => parseAssumed([setting])).toThrow(expect.objectContaining({kind: 'usage'}));
});
