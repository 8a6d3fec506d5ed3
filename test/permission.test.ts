import {spawnSync} from 'node:child_process';
import {chmodSync, existsSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from './support/disk/folders.ts';
import {shell} from './support/program/child.ts';
import {hostileServer, ok} from './support/service/hostile-server.ts';

/** The program under Node's permission model, as docs/security.md gives it. Older Nodes than 24 have none that is stable. */

const root = resolve(import.meta.dirname, '..');
const isNew = (node: string) => Number(/^v(\d+)/.exec(spawnSync(node, ['--version']).stdout?.toString())?.[1]) >= 24;
const node = [process.execPath, process.env.NODE_24 ?? 'node24'].find(isNew);

async function run(line: string, address: string) {
	const state = temporaryFolder();
	const password = join(state, 'password');
	writeFileSync(password, 'canary-password\n');
	chmodSync(password, 0o600);
	const rights = `--allow-fs-read='${root}' --allow-fs-read='${state}' --allow-fs-write='${state}'`;
	const ended = await shell(`cd '${state}'; '${node}' --permission ${rights} '${root}/bin/usagectl.js' ${line}`, {
		NODE_OPTIONS: '',
		USAGECTL_CONFIG_DIR: state,
		USAGECTL_BASE_URL: address,
		USAGECTL_USER: 'ada',
		USAGECTL_PASSWORD_FILE: password,
		USAGECTL_PRODUCT: '7',
	});
	return {...ended, state};
}

const signedIn = ok({sessionId: 'canary-session'});

test.runIf(node).each([
	['keys list', ok({matchingKeysCount: 0, returnedKeysCount: 0, results: []}), 'licenseKey,'],
	['report current --from 2026-01-01', ok({results: {new: 1, active: 2}}), '1,2'],
	['report churn days --from 2026-01-01 --lost-after 30', ok({results: {'1': 7}}), '1,7'],
])('%s writes only to the state folder', async (line, answer, row) => {
	const {address} = await hostileServer(signedIn, answer);
	const {code, stdout, stderr} = await run(`${line} -o csv`, address);
	expect({code, stderr}).toMatchObject({code: 0, stderr: expect.not.stringContaining('error')});
	expect(stdout).toContain(row);
});

test.runIf(node)('what is to be written elsewhere is refused in plain words', async () => {
	const {address} = await hostileServer(signedIn, ok({results: {new: 1, active: 2}}));
	const elsewhere = join(temporaryFolder(), 'report.csv');
	const {code, stderr} = await run(`report current --from 2026-01-01 --out '${elsewhere}'`, address);
	expect(code).toBe(10);
	expect(stderr).toContain(`cannot write ${elsewhere}: Node runs with --permission`);
	expect(existsSync(elsewhere)).toBe(false);
});
