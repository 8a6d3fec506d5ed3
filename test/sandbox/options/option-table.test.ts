import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {expect, test} from 'vitest';
import {changedOptions, defaultOptions, optionTable, parseOptions} from '../../../src/sandbox/options/option-table.ts';

const document = readFileSync(resolve(import.meta.dirname, '../../../docs/service.md'), 'utf8');

test('every option has a question, an effect and an anchor in docs/service.md', () => {
	for (const row of optionTable) {
		expect(row.question, row.id).toMatch(/\?$/);
		expect(document).toContain(`<a id="${row.source.split('#')[1]}"></a>\`${row.id}\``);
		expect(row.does, row.id).not.toBe('');
		expect(row.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
	}
	expect(new Set(optionTable.map(row => row.id)).size).toBe(optionTable.length);
});

test('settings change only the options that they name', () => {
	const options = parseOptions(['error-status=ok', 'values-page=5', 'values-page=7']);
	expect(options).toEqual({...defaultOptions, 'error-status': 'ok', 'values-page': 7});
	expect(changedOptions(options)).toEqual(['error-status=ok', 'values-page=7']);
	expect(changedOptions(parseOptions([]))).toEqual([]);
});

test.each([
	['no-such-thing=1', /there is no sandbox option 'no-such-thing'/],
	['error-status', /not an option of the form id=value/],
	['error-status=maybe', /cannot be 'maybe'/],
	['values-page=0', /cannot be '0'/],
	['values-page=1e3', /cannot be '1e3'/],
	['values-page=', /cannot be ''/],
])('rejects %s', (setting, message) => {
	expect(() => parseOptions([setting])).toThrow(message);
	expect(() => parseOptions([setting])).toThrow(expect.objectContaining({kind: 'usage'}));
});
