import {expect, test} from 'vitest';
import {toCliError} from '../../src/output/failure.ts';

test('names the missing database engine in one line', () => {
	for (const code of ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND']) {
		const thrown = Object.assign(new Error("Cannot find module '@duckdb/node-api'\nRequire stack:\n- x"), {code});
		const {kind, message, details} = toCliError(thrown);
		expect({kind, lines: message.split('\n').length}).toEqual({kind: 'usage', lines: 1});
		expect(message).toContain('DuckDB');
		expect(details.hint).toContain('--omit=optional');
	}
});

test('reports any other missing module as a bug', () => {
	expect(toCliError(Object.assign(new Error("Cannot find module './x'"), {code: 'MODULE_NOT_FOUND'})).kind).toBe(
		'internal',
	);
});
