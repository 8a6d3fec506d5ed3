import {join} from 'node:path';
import {expect, test} from 'vitest';
import {connected} from '../../mcp/support/connected.ts';
import {syncTable} from '../../support/data/sync-table.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {daily} from '../../support/service/log-service.ts';

test('the rows of an archive that cannot be read are told, and count under --strict', async () => {
	const folder = join(temporaryFolder(), 'crashes');
	const content = 'no header\nat all\n';
	const file = daily('2026-06-29');
	const bytes = writeZip([{name: '7_exc_2026-06-29.csv', data: content}]);
	await syncTable(folder, [daily('2026-06-28', 1), {...file, bytes, unpacked: content.length}]);
	const {stdout} = await usagectl(['exceptions', 'top', folder, '-o', 'csv', '--no-header', '--fields', 'fingerprint']);
	const {call} = await connected(['mcp', '--crashes', folder]);
	expect((await call('crashes', {action: 'top'})).text).toMatch(/2 rows of 1 file in .*crashes cannot be read/);
	for (const line of [
		['exceptions', 'top', folder],
		['exceptions', 'show', folder, stdout.trim()],
		['query', '--archive', folder, 'SELECT count(*) FROM crashes'],
	]) {
		const {exitCode, stdout: table, stderr} = await usagectl([...line, '--strict']);
		expect(table + stderr).toMatch(/2 rows of 1 file in .*crashes cannot be read: 7_exc_2026-06-29\.zip \(2\)/);
		expect(exitCode).toBe(7);
	}
});
