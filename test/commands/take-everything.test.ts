import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {shell} from '../support/program/child.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** The script of docs/take-everything.md: a shell runs it with a program that notes its calls, which then run one by one. */

const page = readFileSync(new URL('../../docs/take-everything.md', import.meta.url), 'utf8');
const script = /```sh\n(.*?)```/s.exec(page)?.[1] ?? '';

// Files of few days: each of them is zipped to be listed.
const sandbox = await started({assume: ['file-days=9']});

/** Exits with `failing`'s second member for the calls that begin with its first. */
async function runScript([failing, exitCode]: readonly [string, number] = ['none', 0]) {
	const home = temporaryFolder();
	const write = (name: string, text: string) => writeFileSync(join(home, name), text, {mode: 0o755});
	write('take-everything.sh', script);
	write(
		'usagectl',
		`#!/bin/sh
for word; do printf "'%s' " "$word"; done >>'${home}/calls'; echo >>'${home}/calls'
case "$*" in
*"--fields name,dataType"*) echo prodVersion,string; echo os,special; echo os.version,string ;;
"${failing}"*) exit ${exitCode} ;;
esac
`,
	);
	const {code} = await shell(`cd '${home}' && PATH='${home}':"$PATH" sh take-everything.sh saved`);
	return {code, lines: readFileSync(join(home, 'calls'), 'utf8').trim().split(' \n')};
}

test('stops at the first error, and goes on where an older server has no list', async () => {
	const {lines} = await runScript();
	expect(await runScript(['clients list', 4])).toMatchObject({code: 0, lines});
	const stopped = await runScript(['clients list', 3]);
	expect(stopped).toMatchObject({code: 3, lines: lines.slice(0, stopped.lines.length)});
	expect(await runScript(['keys list', 4])).toMatchObject({code: 4, lines: lines.slice(0, 1)});
});

test('saves keys, files, installations and reports', async () => {
	const folder = temporaryFolder();
	const {env} = sandbox;
	mkdirSync(join(folder, 'reports'));
	const home = process.cwd();
	process.chdir(folder);
	onTestFinished(() => process.chdir(home));
	for (const line of (await runScript()).lines) {
		const {exitCode, stderr} = await usagectl(line, {env});
		expect({line, exitCode, stderr}).toEqual({line, exitCode: 0, stderr: ''});
		const [, file] = /'--out' '(.*?)'/.exec(line) ?? [];
		if (file) expect(readFileSync(file, 'utf8').split('\n').length, file).toBeGreaterThan(5);
	}
	for (const archive of ['crashes', 'events', 'raw-events'])
		expect(readdirSync(archive).some(name => name.endsWith('.zip'))).toBe(true);
	expect(existsSync('crashes/lines/kind=exceptions/_delta_log')).toBe(true);
	expect(readFileSync('clients.csv', 'utf8')).toMatch(/^clientId,prodVersion,os\.version\n/);
});
