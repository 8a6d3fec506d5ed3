import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {start} from '../support/program/child.ts';

/** FIFOs that a repository contains. In a process of its own, because a thread that waits in `open` keeps a process alive. */

const sandbox = await started();

test.each([
	['the filter of a question', 'f.txt', 'questions run --file FOLDER/usagectl.yaml', 2],
	['a crash file', 'crashes.csv', 'exceptions top FOLDER/crashes.csv', 10],
	['a plan of failures', 'faults.json', 'sandbox serve --faults FOLDER/faults.json', 2],
	['a manifest', '.usagectl-manifest.ndjson', `exceptions sync FOLDER -p ${sandbox.product}`, 8],
])('a FIFO as %s is an error at once', async (_, name, words, status) => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'usagectl.yaml'), "questions: {filtered: {ask: 'report current --filter @f.txt'}}\n");
	execFileSync('mkfifo', [join(folder, name)]);
	const {code, stderr} = await start(words.replaceAll('FOLDER', folder).split(' '), {
		env: {...sandbox.env, USAGECTL_CONFIG_DIR: temporaryFolder()},
	}).ended;
	expect({code, stderr}).toEqual({
		code: status,
		stderr: expect.stringMatching(/it is a device, FIFO or socket|is a link or a special file/),
	});
});
