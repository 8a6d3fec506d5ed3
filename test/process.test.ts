import {cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {temporaryFolder} from './support/disk/folders.ts';
import {isLong} from './support/laws/laws.ts';
import {shell, start} from './support/program/child.ts';
import {buildProgram} from './support/program/endless-program.ts';

/** What only a process of its own can show: pipes, disks, signals, terminals (test/faults.md). */

const folder = mkdtempSync(join(tmpdir(), 'usagectl-'));
let program: string;
beforeAll(async () => {
	program = `node ${await buildProgram(folder)}`;
});
afterAll(() => rmSync(folder, {recursive: true}));
const env = () => ({USAGECTL_CONFIG_DIR: temporaryFolder()});

/** Starts a command, does something when a line of stderr holds `when`, and waits for the end. */
async function interrupt(words: readonly string[], when: string, ...signals: readonly NodeJS.Signals[]) {
	let acted = false;
	const run = start(words, {
		program: program.split(' ')[1] ?? '',
		env: env(),
		onError: stderr => {
			if (acted || !stderr.includes(when)) return;
			acted = true;
			// Sent at once, they are heard in any order.
			for (const [index, signal] of signals.entries()) setTimeout(() => run.kill(signal), 300 * index);
		},
	});
	return run.ended;
}

/** One that streams, one that ends with a bracket, one that is built whole; in long runs all. */
const formats = isLong ? ['csv', 'json', 'ndjson', 'tsv', 'md', 'table'] : ['csv', 'table'];

describe('a reader that exits', () => {
	test.each(formats)('ends %s quietly with 141', async format => {
		const {stdout, stderr, code} = await shell(
			`${program} test rows 200000 -o ${format} | head -c 100 >/dev/null; echo "\${PIPESTATUS[0]}"`,
			env(),
		);
		expect({stdout, stderr, code}).toEqual({stdout: '141\n', stderr: '', code: 0});
	});

	test('causes no further block to be created', async () => {
		const {stderr} = await shell(`${program} test watched 10000000 -o csv | head -1 >/dev/null`, env());
		expect(stderr.trim().split('\n').length).toBeLessThan(20);
	});
});

describe('a full disk', () => {
	test.each(formats)('never ends %s with 0', async format => {
		const {stderr, code} = await shell(`${program} test rows 3 -o ${format} >/dev/full`, env());
		expect(code).toBe(10);
		expect(stderr).toMatch(/cannot write stdout: the disk is full.+free some space/s);
	});

	test('is detected if it fills in the middle of the last write', async () => {
		const out = join(temporaryFolder(), 'out.csv');
		const {stderr, code} = await shell(`ulimit -f 16; ${program} test rows 250 -o csv >'${out}'`, env());
		expect(code).toBe(10);
		expect(stderr).toContain('limit on file sizes');
	});

	test('leaves the old file of --out unchanged, and no other file', async () => {
		const folder = temporaryFolder();
		const out = join(folder, 'out.csv');
		writeFileSync(out, 'old\n');
		const {code} = await shell(`ulimit -f 16; ${program} test rows 10000 -o csv --out '${out}'`, env());
		expect(code).toBe(10);
		expect(readFileSync(out, 'utf8')).toBe('old\n');
		expect(readdirSync(folder)).toEqual(['out.csv']);
	});
});

describe('--out', () => {
	test('writes the same bytes as stdout, with the usual mode', async () => {
		const folder = temporaryFolder();
		const {stdout} = await shell(`${program} test rows 2000 -o csv`, env());
		const {code, stdout: nothing} = await shell(
			`umask 027; ${program} test rows 2000 -o csv --out '${folder}/a.csv'`,
			env(),
		);
		expect({code, nothing}).toEqual({code: 0, nothing: ''});
		expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe(stdout);
		expect(statSync(join(folder, 'a.csv')).mode & 0o777).toBe(0o640);
	});

	test('creates no file if the run fails', async () => {
		const folder = temporaryFolder();
		const {code} = await shell(`${program} test fail -o csv --out '${folder}/a.csv'`, env());
		expect(code).toBe(1);
		expect(readdirSync(folder)).toEqual([]);
	});

	test.each([
		['a folder', '.', 2, 'is a folder'],
		['a folder that is not there', './none/a.csv', 10, 'there is no such file or folder'],
	])('rejects %s', async (_name, path, expected, message) => {
		const {code, stderr} = await shell(`cd '${temporaryFolder()}'; ${program} test rows 1 --out ${path}`, env());
		expect(code).toBe(expected);
		expect(stderr).toContain(message);
	});

	test('fails if no program reads a FIFO, and a signal ends the wait', async () => {
		const folder = temporaryFolder();
		await shell(`mkfifo '${folder}/p'`);
		const line = `test rows 2 -o csv --out '${folder}/p'`;
		const [alone, stopped] = await Promise.all([
			shell(`${program} ${line}`, env()),
			shell(`${program} ${line} & sleep 2; kill -TERM $!; wait $!`, env()),
		]);
		expect(alone).toMatchObject({code: 10, stderr: expect.stringContaining('no program reads this FIFO')});
		expect(stopped.code).toBe(143);
	});

	test('a signal ends a write into a FIFO whose reader has stopped', async () => {
		const folder = temporaryFolder();
		const {code} = await shell(
			`mkfifo '${folder}/p'; sleep 8 <'${folder}/p' & ${program} test rows 100000 -o csv --out '${folder}/p' & sleep 3; kill -TERM $!; wait $!`,
			env(),
		);
		expect(code).toBe(143);
	});

	test('writes directly to a named pipe', async () => {
		const folder = temporaryFolder();
		const {stdout} = await shell(
			`mkfifo '${folder}/p'; ${program} test rows 2 -o csv --no-header --fields row --out '${folder}/p' & cat '${folder}/p'`,
			env(),
		);
		expect(stdout).toBe('0\n1\n');
		expect(existsSync(join(folder, 'p'))).toBe(true);
	});

	test('writes to /dev/stdout where it is a pipe', async () => {
		const {stdout} = await shell(
			`${program} test rows 2 -o csv --no-header --fields row --out /dev/stdout | cat`,
			env(),
		);
		expect(stdout).toBe('0\n1\n');
	});
});

// Real signals on a busy machine: once more before it counts as broken.
describe('signals', {retry: 1}, () => {
	test.each([
		['SIGINT', 130],
		['SIGTERM', 143],
		['SIGHUP', 129],
	] as const)('%s ends with %i and says how to go on', async (signal, expected) => {
		const {code, stderr} = await interrupt(['test', 'hang'], 'hanging', signal);
		expect(code).toBe(expected);
		expect(stderr).toMatch(/^hanging\nerror: stopped by SIG\w+\nhint: .+\n$/);
	});

	test('end a run that does not react', async () => {
		const {code} = await interrupt(['test', 'deaf'], 'hanging', 'SIGTERM');
		expect(code).toBe(143);
	});

	test('a second one ends the run at once', async () => {
		// The code is that of the one that ended it.
		const {code} = await interrupt(['test', 'deaf'], 'hanging', 'SIGINT', 'SIGTERM');
		expect(code).toBe(143);
	});

	test('mask the message of a forced end like every message', async () => {
		const {code, stderr} = await shell(`${program} test tell`, env());
		expect(code).toBe(1);
		expect(stderr).toContain('failed with ********');
		expect(stderr).not.toContain('canary');
	});

	test('do not truncate earlier output', async () => {
		const {code, stdout} = await shell(`${program} test rows 100000 -o csv --no-header | (sleep 0.5; wc -l)`, env());
		expect({code, stdout: stdout.trim()}).toEqual({code: 0, stdout: '100000'});
	});
});

describe('unexpected errors', () => {
	test.each(['throw', 'reject', 'pending'])('%s exits with status 1 and reports a bug', async name => {
		const {code, stderr} = await shell(`${program} test ${name}`, env());
		expect(code).toBe(1);
		expect(stderr).toMatch(/^error: a bug in usagectl: .+\nhint: .+--debug.+\n$/);
	});

	test('a program that lost parts of itself while it ran exits with status 1', async () => {
		const copy = temporaryFolder();
		for (const name of ['bin', 'dist', 'package.json'])
			cpSync(join(import.meta.dirname, '..', name), join(copy, name), {recursive: true});
		const chunks = join(copy, 'dist/chunks');
		for (const name of readdirSync(chunks)) if (name.startsWith('wrap-message')) rmSync(join(chunks, name));
		const {code, stderr} = await shell(`exec node ${join(copy, 'bin/usagectl.js')} nosuch`, env());
		expect({code, stderr}).toEqual({code: 1, stderr: expect.stringContaining('error: ')});
	});

	test('a failure midway leaves JSON that is recognizably incomplete', async () => {
		const {code, stdout} = await shell(`${program} test fail -o json`, env());
		expect(code).toBe(1);
		expect(() => JSON.parse(stdout)).toThrow();
	});
});
