import {expect, test} from 'vitest';
import {isCompleteStatement} from '../../src/commands/query.ts';

test.each([
	['SELECT 1;', true],
	['SELECT 1; ', true],
	['SELECT 1', false],
	['', false],
	[`SELECT ';`, false],
	[`SELECT ';';`, true],
	[`SELECT 'it''s;`, false],
	[`SELECT 'it''s';`, true],
	['SELECT ";";', true],
	['SELECT 1 -- one;', false],
	['SELECT 1; -- one', true],
	['SELECT 1 /* ; */', false],
	['SELECT 1 /* ;', false],
	[`SELECT 1 -- it's\n;`, true],
])('a statement typed as %j is complete: %s', (text, expected) => {
	expect(isCompleteStatement(text)).toBe(expected);
});
