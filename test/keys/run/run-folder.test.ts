import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createWorkFolder} from '../../../src/files/work-folder.ts';
import {readRun} from '../../../src/keys/run/find-run.ts';
import type {RunHeader} from '../../../src/keys/run/journal.ts';
import {createRunName, publishRun} from '../../../src/keys/run/run-folder.ts';
import {getRunsFolder} from '../../../src/keys/store/workspace.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

test('a published run equals the one that a later process reads', async () => {
	const stateDir = temporaryFolder();
	const started = new Date(Date.UTC(2026, 2, 1));
	const header: RunHeader = {
		...{entry: 'run', version: 1, run: createRunName(started, 0.5), started: started.toISOString()},
		...{command: 'update', origin: 'https://service.test', product: 7},
		...{file: '/ключи.csv', digest: '0', options: '', columns: ['licenseKey']},
		...{planBytes: 4, planCrc: 0, batchSize: 10, verify: false, compared: true},
		counts: {rows: 1, insert: 0, change: 1, unseen: 0, same: 0, edited: 0, invalid: 0, merged: 0},
	};
	const {path: work} = await createWorkFolder(getRunsFolder(stateDir));
	for (const name of ['plan', 'left']) writeFileSync(join(work, name), name);
	const run = await publishRun({header}, {workspace: {folder: work}, stateDir});
	expect(await readRun(run.folder)).toEqual(run);
});
