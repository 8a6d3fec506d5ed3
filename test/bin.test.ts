import {cpSync, readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import packageJson from '../package.json' with {type: 'json'};
import {version} from '../src/version.ts';
import {temporaryFolder} from './support/disk/folders.ts';
import {shell} from './support/program/child.ts';
import {usagectl} from './support/program/usagectl.ts';

/** The program as it is shipped. It is built once, before all tests. */

const root = resolve(import.meta.dirname, '..');
const bin = `node '${root}/bin/usagectl.js'`;

test('all files have the same version', async () => {
	expect(version).toBe(packageJson.version);
	expect(await shell(`${bin} --version`)).toEqual({code: 0, stdout: `${version}\n`, stderr: ''});
	expect(await usagectl('--version')).toEqual({exitCode: 0, stdout: `${version}\n`, stderr: ''});
});

test('detects a full disk or a closed reader', async () => {
	expect((await shell(`${bin} --help >/dev/full`)).code).toBe(10);
	expect((await shell(`${bin} --version | true; exit "\${PIPESTATUS[0]}"`)).code).toBeOneOf([0, 141]);
});

test('--debug shows source lines in a stack, and only then reads the source maps', async () => {
	const {stderr} = await shell(`${bin} report current --jsn --debug`);
	const [, file = '', line] =
		/at createUnknownFlagError \(.*(src\/cli\/parse\/unknown-flags\.ts):(\d+):/.exec(stderr) ?? [];
	expect(readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1]).toContain('new CliError');
	expect((await shell(`${bin} report current --jsn`)).stderr).not.toContain('src/');
});

test.each(['18.20.8', '20.18.0', '14.0.0'])('tells Node %s that it is too old', async old => {
	const script = `Object.defineProperty(process.versions, 'node', {value: '${old}'}); process.argv = ['node', 'usagectl', 'help']; require('${root}/bin/usagectl.js')`;
	const {code, stdout, stderr} = await shell(`node -e "${script}"`);
	expect({code, stdout}).toEqual({code: 1, stdout: ''});
	expect(stderr).toContain(`needs Node 20.18.1 or newer, this is ${old}`);
});

test('tells how to build a clone that is not built', async () => {
	const folder = temporaryFolder();
	for (const path of ['bin', 'package.json']) cpSync(join(root, path), join(folder, path), {recursive: true});
	for (const words of ['--version', 'keys list']) {
		expect(await shell(`node '${folder}/bin/usagectl.js' ${words}`)).toEqual({
			code: 1,
			stdout: '',
			stderr: `error: usagectl is not built here\nhint: run: node '${folder}/.ci/setup.mjs' --build\n`,
		});
	}
});

/** The modules of Node that a line loads, beyond those of an empty script. */
async function loadedModules(line: string): Promise<readonly string[]> {
	const folder = temporaryFolder();
	const probe = join(folder, 'probe.cjs');
	writeFileSync(
		probe,
		`const before = new Set(process.moduleLoadList); process.on('exit', () => require('node:fs').writeFileSync('${folder}/loaded.json',
			JSON.stringify(process.moduleLoadList.filter(name => !before.has(name)).map(name => name.replace(/^\\w+( \\w+)? /, '')))));`,
	);
	await shell(`node -r '${probe}' '${root}/bin/usagectl.js' ${line}`, {NODE_DISABLE_COMPILE_CACHE: '1'});
	return JSON.parse(readFileSync(join(folder, 'loaded.json'), 'utf8'));
}

const callModules = ['tls', 'http', 'http2', 'crypto', 'zlib'];
test.each(['--version', 'reprt', 'report current --jsn'])(
	'%s is answered without the modules that calls need',
	async line => {
		expect((await loadedModules(line)).filter(name => callModules.includes(name))).toEqual([]);
	},
);
