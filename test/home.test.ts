import {spawnSync} from 'node:child_process';
import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {userInfo} from 'node:os';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from './support/disk/folders.ts';
import {usagectl} from './support/program/usagectl.ts';

/** Where the program keeps its files if HOME is odd, if nobody knows the home, and if it cannot be made. */

const program = resolve(import.meta.dirname, '../bin/usagectl.js');
/** A user ID without an entry in the user database, as containers have; only root can run as it. */
const nobody = 61_003;
const isRoot = process.getuid?.() === 0;

type Options = {readonly env?: Readonly<Record<string, string>>; readonly uid?: number};

/** Runs the program in an empty folder, and returns what it left there. */
function runIn(words: string, {env = {}, uid}: Options = {}) {
	const folder = temporaryFolder();
	const {status, stdout, stderr} = spawnSync(process.execPath, [program, ...words.split(' ')], {
		cwd: uid === undefined ? folder : '/',
		env: {PATH: process.env.PATH, TZ: 'UTC', ...env},
		encoding: 'utf8',
		timeout: 20_000,
		...(uid === undefined ? {} : {uid, gid: uid}),
	});
	return {status, stdout, stderr, left: readdirSync(folder)};
}

test.each([
	['', 'HOME is not set'],
	['.', 'HOME is not an absolute path'],
	['~', 'HOME is not an absolute path'],
])('with HOME=%j, stores nothing in the current folder and uses the home of the user database', (HOME, note) => {
	const {status, stderr, left} = runIn('profile list', {env: {HOME}});
	expect({status, stderr, left}).toEqual({
		status: 0,
		stderr: `note: ${note}: using ${userInfo().homedir}/.config/usagectl\n`,
		left: [],
	});
});

const unknownHome = `error: the home folder is unknown: HOME is not set, and the user database has no entry for this user
hint: set HOME or USAGECTL_CONFIG_DIR to a folder
`;

test.runIf(isRoot).each([
	['api --list', {}, 2, unknownHome],
	['filter check nonsense', {}, 2, unknownHome],
	['api --list', {HOME: 'relative'}, 2, unknownHome.replace('not set', 'not an absolute path')],
	['reprt', {}, 2, expect.stringContaining("there is no command 'usagectl reprt'")],
	['filter check nonsense', {}, 2, expect.stringMatching(/^error: /)],
	['api --nothing', {XDG_CONFIG_HOME: '/nowhere', XDG_STATE_HOME: '/nowhere'}, 2, expect.stringContaining('--nothing')],
	['api --list', {XDG_CONFIG_HOME: '/nowhere', XDG_STATE_HOME: '/nowhere'}, 0, ''],
	['api --list', {USAGECTL_CONFIG_DIR: '/nowhere'}, 0, ''],
] as const)(
	'without HOME and an entry in the user database, `%s` with %j exits with status %i',
	(words, env, status, stderr) => {
		expect(runIn(words, {env, uid: nobody})).toMatchObject({status, stderr});
	},
);

test.each(['profile set default -o csv', '--sandbox report current', 'keys list -p 1 --sandbox --lock x'])(
	'in a home that cannot be made, `%s` exits with status 10',
	words => {
		const {status, stderr} = runIn(words, {env: {HOME: '/proc/no-home'}});
		expect({status, stderr}).toEqual({status: 10, stderr: expect.stringContaining('/proc/no-home')});
	},
);

test('in a home that cannot be made, crash files are read, in the temporary folder of the system', () => {
	const temporary = temporaryFolder();
	const file = join(temporaryFolder(), 'crashes.csv');
	writeFileSync(file, 'timestamp,clientId,exception.class\n2026-06-29T12:00:00,A,Boom\n');
	const env = {HOME: '/proc/no-home', TMPDIR: temporary};
	const top = `exceptions top ${file} -o csv --no-header --fields class,count -q`;
	expect(runIn(top, {env})).toMatchObject({status: 0, stdout: 'Boom,1\n'});
	expect(runIn(`${top} --where true`, {env})).toMatchObject({status: 0, stdout: 'Boom,1\n'});
	expect(runIn(`${top} --out ${join(temporary, 'top.parquet')}`, {env})).toMatchObject({status: 0});
	expect(readdirSync(temporary)).toEqual(['top.parquet']);
});

test('marks a folder of the program that is inside a repository', async () => {
	const repository = temporaryFolder();
	mkdirSync(join(repository, '.git'));
	const folder = join(repository, 'config');
	const {stdout} = await usagectl('doctor -o json', {env: {USAGECTL_CONFIG_DIR: folder}});
	const found = JSON.parse(stdout).filter((each: {check: string}) => /^(config|state) folder$/.test(each.check));
	expect(found).toHaveLength(2);
	for (const each of found) expect(JSON.stringify(each)).toContain(`in the repository ${repository}`);
});
