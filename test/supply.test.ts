import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {readAll} from './support/disk/folders.ts';

/** What comes with the tool, and what goes out as the tool (test/faults.md, Z). */

const root = resolve(import.meta.dirname, '..');
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
type Package = {
	readonly version: string;
	readonly integrity?: string;
	readonly resolved?: string;
	readonly license?: string;
	readonly dev?: true;
	readonly optional?: true;
	readonly hasInstallScript?: true;
};
const manifest = readJson('package.json');
const locked = Object.entries(readJson('package-lock.json').packages as Record<string, Package>)
	.filter(([path]) => path !== '')
	.map(([path, found]) => ({name: path.replace(/^.*node_modules\//, ''), ...found}));
const needed = locked.filter(({dev}) => !dev);

test('every version is exact', () => {
	const wanted = {...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies};
	expect(Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual(
		[],
	);
});

test('every package of the lock file has a checksum and the same registry', () => {
	expect(locked.length).toBeGreaterThan(50);
	expect(locked.filter(({integrity}) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')).map(({name}) => name)).toEqual(
		[],
	);
	// No address: the registry is the user's own, and no package comes from elsewhere.
	expect(locked.filter(({resolved}) => resolved !== undefined).map(({name}) => name)).toEqual([]);
});

test('few packages are required, and none runs scripts on installation', () => {
	expect(needed.filter(({optional}) => !optional).length).toBeLessThanOrEqual(67);
	expect(needed.filter(({hasInstallScript}) => hasInstallScript).map(({name}) => name)).toEqual([]);
	const native = needed.filter(({name}) => /bindings/.test(name));
	expect(native.every(({name, optional}) => optional && name.startsWith('@duckdb/'))).toBe(true);
});

const free = ['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'CC0-1.0'];
/** Of tools that are not shipped. */
const tools = [...free, 'MPL-2.0', 'BlueOak-1.0.0', 'CC-BY-3.0', 'CC-BY-4.0', 'PSF-2.0', 'Unlicense'];
test('every license is free', () => {
	const words = (license = 'none') => license.replace(/[()]/g, '').split(/ (?:OR|AND) /);
	expect(
		locked.filter(({license}) => !words(license).every(word => tools.includes(word))).map(({name}) => name),
	).toEqual([]);
	expect(
		needed.filter(({license}) => !words(license).every(word => free.includes(word))).map(({name}) => name),
	).toEqual([]);
});

test('the bill of materials lists exactly the required packages, with version, license and checksum', async () => {
	const {stdout} = await promisify(execFile)('npm', ['run', '-s', 'sbom'], {cwd: root, maxBuffer: 2 ** 24});
	type Component = {
		readonly name: string;
		readonly group?: string;
		readonly version: string;
		readonly licenses?: unknown;
		readonly hashes?: unknown;
	};
	const {bomFormat, components} = JSON.parse(stdout) as {bomFormat: string; components: readonly Component[]};
	const nameOf = ({group, name, version}: Component) => `${group ? `${group}/` : ''}${name}@${version}`;
	expect(bomFormat).toBe('CycloneDX');
	expect(components.map(nameOf).sort()).toEqual(needed.map(({name, version}) => `${name}@${version}`).sort());
	expect(components.filter(({licenses, hashes}) => !licenses || !hashes).map(nameOf)).toEqual([]);
});

test.each([
	['undici', [7, 18, 2]],
	['yauzl', [3, 2, 1]],
	['csv-parse', [7, 0, 0]],
	['fast-uri', [3, 1, 0]],
	['nodemailer', [9, 1, 1]],
])('every package is newer than the fix of its known vulnerabilities: %s', (name, floor) => {
	const parts = (locked.find(found => found.name === name)?.version ?? '0').split('.').map(Number);
	const order = floor.map((least, at) => Math.sign((parts[at] ?? 0) - least)).find(Boolean) ?? 0;
	expect(order).toBeGreaterThanOrEqual(0);
});

test('no published file names the machine that built it', () => {
	const naming = Object.entries(readAll(join(root, 'dist'))).filter(([, bytes]) => bytes.includes(root));
	expect(naming.map(([path]) => path)).toEqual([]);
});
