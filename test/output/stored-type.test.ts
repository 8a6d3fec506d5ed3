import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openEngine} from '../../src/archive/sql/engine.ts';
import {createToParquet} from '../../src/archive/sql/write-parquet.ts';
import {disk} from '../../src/files/disk.ts';
import {type Cell, type Column, type ColumnKind, dataset} from '../../src/output/dataset.ts';
import {started} from '../sandbox/support/started.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** The types of columns in files for other programs: declared, so that the files of several runs fit together. */

const {signal} = new AbortController();
let files = 0;
const sandbox = await started();
const folder = join(sandbox.stateDir, 'files');
mkdirSync(folder);

async function readAll(sql: string): Promise<readonly (readonly Cell[])[]> {
	const engine = await openEngine({temp: temporaryFolder(), folders: [folder], signal});
	return engine.rows(sql).finally(engine.close);
}
const readTypes = async (name: string) =>
	Object.fromEntries(await readAll(`SELECT column_name, column_type FROM (DESCRIBE FROM '${join(folder, name)}')`));

const kinds: readonly ColumnKind[] = ['text', 'date', 'count', 'sum', 'number', 'percent', 'boolean'];
const columns = kinds.map((kind): Column => ({key: kind, title: kind, kind}));

async function write(name: string, rows: readonly (readonly Cell[])[], given: readonly Column[] = columns) {
	const {chunks} = createToParquet({stateDir: temporaryFolder(), signal})(dataset(given, rows), {header: true});
	await disk.writeNew(join(folder, name), chunks, 0o600);
}

test('columns have the types of their kinds, whatever their values', async () => {
	const files: Readonly<Record<string, readonly (readonly Cell[])[]>> = {
		'none.parquet': [],
		'null.parquet': [kinds.map(() => null)],
		'whole.parquet': [['1', '2026-06-01', 1, -163, 1, 50, true]],
		'fractions.parquet': [['1.5', '2026-06-02', 2, -0.57, 1.5, 0.5, false]],
	};
	for (const [name, rows] of Object.entries(files)) {
		await write(name, rows);
		expect(await readTypes(name), name).toEqual({
			...{text: 'VARCHAR', date: 'DATE', count: 'BIGINT', sum: 'DOUBLE', number: 'DOUBLE', percent: 'DOUBLE'},
			boolean: 'BOOLEAN',
		});
	}
	expect(await readAll(`SELECT sum("sum") FROM read_parquet('${folder}/*.parquet')`)).toEqual([[-163.57]]);
});

test('a column may declare a type that its kind does not have', async () => {
	const declared: readonly Column[] = [
		{key: 'time', title: 'Time', kind: 'date', storedAs: 'TIMESTAMP'},
		{key: 'large', title: 'Large', kind: 'number', storedAs: 'DECIMAL(38,0)'},
	];
	await write('declared.parquet', [['2026-06-01T10:00:00', '123456789012345678901']], declared);
	expect(await readTypes('declared.parquet')).toEqual({time: 'TIMESTAMP', large: 'DECIMAL(38,0)'});
});

test.each([
	['count', 1.5],
	['count', 'many'],
	['date', '2026-06-01T10:00:00'],
	['date', '2026-02-31'],
	['boolean', 'perhaps'],
] as const)('a %s that its type cannot hold is an error: %j', async (kind, cell) => {
	await expect(write(`misfit${files++}.parquet`, [[cell]], [{key: 'c', title: 'C', kind}])).rejects.toMatchObject({
		kind: 'refused',
		details: {code: 'type', hint: expect.stringContaining('-o csv')},
	});
});

test.each([
	'report current --level prodEdition --share --interval',
	'report current --level prodEdition --compare previous --figures all',
	'report churn retention --interval',
	'report churn days',
])('%s: the columns of a report without values have the types of those with values', async words => {
	for (const [name, filter] of [
		['full.parquet', 'ram>=1GB'],
		['less.parquet', 'ram>=900GB'],
	] as const) {
		const line = [
			...words.split(' '),
			'--from=2026-04',
			'--to=2026-05',
			'--filter',
			filter,
			'--out',
			join(folder, name),
		];
		expect(await usagectl(line, {env: sandbox.env}), name).toMatchObject({exitCode: 0});
	}
	expect(await readTypes('less.parquet')).toEqual(await readTypes('full.parquet'));
});
