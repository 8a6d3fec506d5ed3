import {copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {syncTable} from '../../support/data/sync-table.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {daily} from '../../support/service/log-service.ts';

const root = mkdtempSync(join(tmpdir(), 'repeated-'));
const at = (name: string) => join(root, name);
const zip = at('crashes/7_exc_2026-11-20.zip');

beforeAll(async () => {
	mkdirSync(at('crashes'));
	await syncTable(at('crashes'), [daily('2026-11-20', 3), daily('2026-11-21', 4)]);
	for (const name of ['7_exc_2026-11-20.zip', '7_exc_2026-11-20 (1).zip', 'renamed.zip']) copyFileSync(zip, at(name));
	symlinkSync(at('crashes'), at('link'));
	cpSync(at('crashes'), at('copy'), {recursive: true});
});
afterAll(() => rmSync(root, {recursive: true, force: true}));

const cases: readonly (readonly [what: string, names: readonly string[], count: number, note: string])[] = [
	["a browser's second copy", ['7_exc_2026-11-20.zip', '7_exc_2026-11-20 (1).zip'], 3, '7_exc_2026-11-20 (1).zip'],
	['a renamed copy', ['renamed.zip', '7_exc_2026-11-20.zip'], 3, '7_exc_2026-11-20.zip'],
	['a file named twice', ['renamed.zip', 'renamed.zip'], 3, 'renamed.zip'],
	['a zip of the archive', ['crashes', 'renamed.zip'], 7, 'renamed.zip'],
	['an archive named twice', ['crashes', 'crashes'], 7, 'crashes'],
	['an archive and a link to it', ['crashes', 'link'], 7, 'link'],
	['an archive and its copy', ['crashes', 'copy'], 7, 'copy'],
];
test.each(cases)('counts %s once', async (_what, names, count, skipped) => {
	const line = ['exceptions', 'top', ...names.map(at), '--today', '2026-11-22', '-o', 'json', '--fields', 'count'];
	const {stdout, stderr} = await usagectl(line);
	expect(JSON.parse(stdout).reduce((sum: number, row: {count: number}) => sum + row.count, 0)).toBe(count);
	expect(stderr).toContain(`${at(skipped)} skipped: its records are in `);
});

test('query counts an archive that is named twice once', async () => {
	const archives = ['crashes', 'link'].flatMap(name => ['--archive', at(name)]);
	const {stdout} = await usagectl(['query', ...archives, 'SELECT count(*) FROM crashes', '-o', 'csv', '--no-header']);
	expect(stdout).toBe('7\n');
});
