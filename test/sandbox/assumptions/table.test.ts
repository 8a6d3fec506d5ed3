import {expect, test} from 'vitest';
import {assumptions, changedAssumptions, defaultAssumed, parseAssumed} from '../../../src/sandbox/assumptions/table.ts';

test('every assumption says what is open, where, and what its switch does', () => {
	for (const row of assumptions) {
		expect(row.question, row.id).toMatch(/\?$/);
		expect(row.source, row.id).toMatch(/service-api\.md|wire-facts/);
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
