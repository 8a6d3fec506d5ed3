import {expect, test} from 'vitest';
import {explainSqlError} from '../../../src/archive/sql/sql-error.ts';

const where = (sql: string) => `\n\nLINE 1: ${sql}\n               ^`;
const noColumn = (name: string, candidates: string) =>
	`Binder Error: Referenced column "${name}" not found in FROM clause!\nCandidate bindings: ${candidates}`;

/** What the engine says of a statement, and what we say. */
test.each<[string, string, string, string | undefined]>([
	[
		'SELECT exceptionClass FROM lines',
		noColumn('exceptionClass', '"fingerprint"'),
		'there is no column exceptionClass',
		'did you mean exception_class?',
	],
	[
		'SELECT my_colum FROM lines',
		noColumn('my_colum', '"my_column", "exception_class"'),
		'there is no column my_colum',
		'did you mean my_column?',
	],
	['SELECT clas FROM lines', noColumn('clas', '"kind"'), 'there is no column clas', 'did you mean exception_class?'],
	['SELECT zzzzqqq FROM lines', noColumn('zzzzqqq', '"kind"'), 'there is no column zzzzqqq', undefined],
	[
		'SELECT os.version FROM lines',
		'Binder Error: Referenced table "os" not found!\nCandidate tables: "lines"',
		'there is no column os.version',
		'did you mean os_version?',
	],
	[
		'SELECT uper(file) FROM lines',
		'Catalog Error: Scalar Function with name uper does not exist!\nDid you mean "upper"?',
		'Scalar Function with name uper does not exist!',
		'did you mean upper?',
	],
	['SELEC 1', 'Parser Error: syntax error at or near "SELEC"', 'syntax error at or near "SELEC"', undefined],
	[
		`SELECT CAST('x' AS INTEGER)`,
		`Conversion Error: Could not convert string 'x' to INT32`,
		`Conversion Error: Could not convert string 'x' to INT32`,
		undefined,
	],
])('%s', (sql, said, message, hint) => {
	expect(explainSqlError(new Error(said + where(sql)), sql)).toEqual({message, hint});
});
