import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {describe, expect, test} from 'vitest';
import packageJson from '../package.json' with {type: 'json'};
import {commands, groups} from '../src/commands/table.ts';
import {version} from '../src/version.ts';
import {shell} from './support/child.ts';
import {temporaryFolder} from './support/folders.ts';
import {usagectl} from './support/usagectl.ts';

/** The shipped program: what stands before it, and what it loads. Built once, before all tests. */

const root = resolve(import.meta.dirname, '..');
const bin = `node '${root}/bin/usagectl.js'`;
const text = (name: string) => readFileSync(join(root, 'dist/text', `${name}.txt`), 'utf8');
const isNode20 = process.version.startsWith('v20.');

test('the version is one', async () => {
	expect(version).toBe(packageJson.version);
	expect(await shell(`${bin} --version`)).toEqual({code: 0, stdout: `${version}\n`, stderr: ''});
	expect(await usagectl('--version')).toEqual({exitCode: 0, stdout: `${version}\n`, stderr: ''});
});

test('help that was written at build time is what the program would say', async () => {
	for (const path of ['', ...groups.map(group => group.path), ...commands.map(entry => entry.path)]) {
		const {stdout, exitCode} = await usagectl(`${path} --help`);
		expect({exitCode, stdout}).toEqual({
			exitCode: 0,
			stdout: text(['help', ...path.split(' ')].filter(Boolean).join('-')),
		});
	}
	expect(await shell(`${bin} report current -h`)).toEqual({code: 0, stdout: text('help-report-current'), stderr: ''});
});

test('a full disk or a reader that left is seen by it too', async () => {
	expect((await shell(`${bin} --help >/dev/full`)).code).toBe(10);
	expect((await shell(`${bin} --version | true; exit "\${PIPESTATUS[0]}"`)).code).toBeOneOf([0, 141]);
});

test('with --debug a stack names lines of the source, and only then are the maps read', async () => {
	const {stderr} = await shell(`${bin} report current --jsn --debug`);
	const [, file = '', line] = /at usage \(.*(src\/program\/parse\.ts):(\d+):/.exec(stderr) ?? [];
	expect(readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1]).toContain('new CliError');
	expect((await shell(`${bin} report current --jsn`)).stderr).not.toContain('src/');
});

test.each(['18.20.8', '20.18.0', '14.0.0'])('Node %s is told that it is too old', async old => {
	const script = `Object.defineProperty(process.versions, 'node', {value: '${old}'}); process.argv = ['node', 'usagectl', 'help']; require('${root}/bin/usagectl.js')`;
	const {code, stdout, stderr} = await shell(`node -e "${script}"`);
	expect({code, stdout}).toEqual({code: 1, stdout: ''});
	expect(stderr).toContain(`needs Node 20.18.1 or newer, this is ${old}`);
});

describe.runIf(isNode20)('code that was compiled before', () => {
	const run = (cache: string) =>
		shell(`${bin} help report current`, {XDG_CACHE_HOME: cache, NODE_DISABLE_COMPILE_CACHE: ''});
	const folderOf = (cache: string) => join(cache, 'usagectl', `compiled-${process.version}-${process.arch}`);
	const kept = (cache: string) => readdirSync(folderOf(cache)).map(name => join(folderOf(cache), name));

	test('is kept for its user alone', async () => {
		const cache = temporaryFolder();
		const first = await run(cache);
		expect(first).toMatchObject({code: 0, stderr: ''});
		expect(statSync(folderOf(cache)).mode & 0o777).toBe(0o700);
		expect(kept(cache).map(file => statSync(file).mode & 0o777)).toEqual(kept(cache).map(() => 0o600));
		expect(kept(cache).length).toBeGreaterThan(2);
		const before = kept(cache).map(file => statSync(file).mtimeMs);
		expect(await run(cache)).toEqual(first);
		expect(kept(cache).map(file => statSync(file).mtimeMs)).toEqual(before);
	});

	test('is added to by the first good run of each command, not by a mistake', async () => {
		const cache = temporaryFolder();
		const mistake = () => shell(`${bin} help reprt`, {XDG_CACHE_HOME: cache, NODE_DISABLE_COMPILE_CACHE: ''});
		const sizes = () => kept(cache).map(file => statSync(file).size);
		expect(await mistake()).toMatchObject({code: 2});
		const first = sizes();
		await mistake();
		expect(sizes()).toEqual(first);
		await run(cache);
		const second = sizes();
		expect(Math.max(...second)).toBeGreaterThan(Math.max(...first));
		await run(cache);
		expect(sizes()).toEqual(second);
	});

	test.each<[string, (bytes: Buffer) => Buffer]>([
		['cut', bytes => bytes.subarray(0, bytes.length / 3)],
		['emptied', () => Buffer.alloc(0)],
		['zeroed', bytes => Buffer.alloc(bytes.length)],
		['changed by one bit', bytes => Buffer.from(bytes.map((byte, at) => (at === 999 ? byte ^ 1 : byte)))],
	])('is compiled anew when it was %s', async (_name, damage) => {
		const cache = temporaryFolder();
		const first = await run(cache);
		for (const file of kept(cache)) writeFileSync(file, damage(readFileSync(file)));
		expect(await run(cache)).toEqual(first);
		expect(await run(cache)).toEqual(first);
	});

	test('is not trusted in a folder that others can write to, and not wanted when switched off', async () => {
		const cache = temporaryFolder();
		mkdirSync(folderOf(cache), {recursive: true});
		chmodSync(folderOf(cache), 0o777);
		expect(await run(cache)).toMatchObject({code: 0, stderr: ''});
		expect(kept(cache)).toEqual([]);
		const other = temporaryFolder();
		await shell(`${bin} help`, {XDG_CACHE_HOME: other, NODE_DISABLE_COMPILE_CACHE: '1'});
		expect(existsSync(join(other, 'usagectl'))).toBe(false);
	});

	test('is done without when there is no place for it', async () => {
		const watched = 'NODE_OPTIONS="$NODE_OPTIONS" WITNESS_TO="$WITNESS_TO" "$(command -v node)"';
		expect(await shell(`env -i ${watched} '${root}/bin/usagectl.js' help`)).toMatchObject({code: 0, stderr: ''});
		expect(await run('/dev/null/none')).toMatchObject({code: 0, stderr: ''});
	});
});

describe('what is loaded', () => {
	/** Node's own modules beyond those of an empty script, and the files of dist by name and size. */
	async function loaded(line: string) {
		const folder = temporaryFolder();
		const probe = join(folder, 'probe.cjs');
		writeFileSync(
			probe,
			`const before = new Set(process.moduleLoadList); process.on('exit', () => require('node:fs').writeFileSync('${folder}/loaded.json', JSON.stringify({
				modules: process.moduleLoadList.filter(name => !before.has(name)).map(name => name.replace(/^\\w+( \\w+)? /, '')),
				files: Object.keys(require.cache).filter(file => file.includes('/dist/')),
			})));`,
		);
		await shell(`node -r '${probe}' '${root}/bin/usagectl.js' ${line}`, {
			NODE_DISABLE_COMPILE_CACHE: '1',
			USAGECTL_CONFIG_DIR: folder,
		});
		const {modules, files} = JSON.parse(readFileSync(join(folder, 'loaded.json'), 'utf8')) as Record<
			'modules' | 'files',
			string[]
		>;
		const names = files.map(file => file.replace(/^.*\//, '').replace(/-[\w-]{8}\.cjs$/, ''));
		return {modules, names, kilobytes: files.reduce((sum, file) => sum + statSync(file).size, 0) / 1024};
	}
	const heavy = [
		'net',
		'tls',
		'http',
		'http2',
		'stream',
		'crypto',
		'zlib',
		'child_process',
		'readline',
		'fs/promises',
		'worker_threads',
	];

	test.each(['--version', '--help', 'report current --help', 'keys --help'])('%s: nothing', async line => {
		expect(await loaded(line)).toEqual({modules: [], names: [], kilobytes: 0});
	});

	test('a command that does not exist: the program, without the parser', async () => {
		const {modules, names, kilobytes} = await loaded('reprt');
		expect(modules.filter(name => heavy.includes(name))).toEqual([]);
		expect(names).not.toContain('execute');
		expect(kilobytes).toBeLessThan(40);
	});

	test('a flag that does not exist: no schemas, no HTTP, no streams, no language', async () => {
		const {modules, names, kilobytes} = await loaded('report current --jsn');
		expect(modules.filter(name => heavy.includes(name))).toEqual([]);
		expect(names.toSorted()).toEqual(['execute', 'program', 'report', 'rolldown-runtime']);
		expect(kilobytes).toBeLessThan(172);
	});

	test('a report as CSV: no table, no spinner, no settings library, no language, no other command, no sandbox', async () => {
		const {modules, names, kilobytes} = await loaded(
			'report churn days --from -30d --lost-after 30 -p 1 --base-url http://127.0.0.1:9 -o csv --retries 0',
		);
		const left = [
			'http',
			'http2',
			'child_process',
			'readline',
			'worker_threads',
			'assert',
			'fs/promises',
			'tls',
			'crypto',
			'zlib',
		];
		expect(modules.filter(name => left.includes(name))).toEqual([]);
		expect(modules).toContain('net');
		expect(names.toSorted()).toEqual(['connect', 'execute', 'program', 'report', 'rolldown-runtime']);
		expect(kilobytes).toBeLessThan(560);
	});

	test('an expression: the language, no schemas', async () => {
		const {modules, names, kilobytes} = await loaded('filter compile country=US');
		// What it prints goes into a pipe, which is a socket to Node.
		expect(modules.filter(name => heavy.includes(name) && !['net', 'stream'].includes(name))).toEqual([]);
		expect(names).not.toContain('connect');
		expect(kilobytes).toBeLessThan(350);
	});
});
