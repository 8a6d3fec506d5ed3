import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {deadPid, leftoverOf} from '../../support/disk/fault-fs.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {hostileServer, ok} from '../../support/service/hostile-server.ts';

test('a run that connects removes what killed runs left, even of files that it does not write itself', async () => {
	const {address} = await hostileServer(ok({oldestDate: '2025-07-01'}));
	const folder = temporaryFolder();
	mkdirSync(join(folder, 'state'), {mode: 0o700});
	for (const place of ['.', 'state']) writeFileSync(join(folder, place, leftoverOf(deadPid)), 'half');
	writeFileSync(join(folder, 'state/notes.txt'), 'of one’s own');
	const env = {USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'session'};
	const run = usagectl('api /meta/oldestReportedDate -p 7', {env: {...env, USAGECTL_CONFIG_DIR: folder}});
	expect(await run).toMatchObject({exitCode: 0});
	expect(readdirSync(folder, {recursive: true}).sort()).toEqual(['state', 'state/notes.txt']);
});
