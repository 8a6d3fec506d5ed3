import {mkdir, open, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {readDirectory} from '../../../src/archive/zip/directory.ts';
import type {Entry} from '../../../src/archive/zip/entry.ts';
import {getLimits} from '../../../src/archive/zip/limits.ts';
import {nameUnpacked, testArchive} from '../../../src/archive/zip/unpack.ts';
import {getUnpackedName} from '../../../src/archive/zip/unpacked-name.ts';
import {temporaryFolder} from '../../support/folders.ts';
import {writeZip} from '../../support/zip-writer.ts';

const entry = (path: string, dataStart = 0): Entry => ({
	path: path.replace(/\/$/, '').split('/'),
	folder: path.endsWith('/'),
	stored: true,
	crc: 0,
	compressedSize: 0,
	size: 0,
	dataStart,
});

test('what was unpacked on the way gets the directory’s names, in the order of the bytes', async () => {
	const root = temporaryFolder();
	const [numbered, target] = [join(root, 'numbered'), join(root, 'target')];
	await mkdir(numbered);
	for (const [number, text] of ['first', 'a folder', 'third', 'fourth'].entries())
		await writeFile(join(numbered, String(number)), text);
	const entries = [entry('d/c.csv', 300), entry('b.csv', 40), entry('e/', 200), entry('d/a.csv', 1000)];
	await nameUnpacked(numbered, entries, target);
	const read = (name: string) => readFile(join(target, name), 'utf8');
	expect(await Promise.all(['b.csv', 'd/c.csv', 'd/a.csv'].map(read))).toEqual(['first', 'third', 'fourth']);
	expect((await readdir(target)).sort()).toEqual(['b.csv', 'd']);
});

test('an archive is tested to its last entry', async () => {
	const verdict = async (crc: number | undefined) => {
		const path = join(temporaryFolder(), 'a.zip');
		const last = {name: 'b.csv', data: 'b', ...(crc === undefined ? {} : {crc})};
		await writeFile(path, writeZip([{name: 'a.csv', data: 'a'}, last]));
		const file = await open(path);
		try {
			await testArchive(file, await readDirectory(file, getLimits(0)));
			return 'whole';
		} catch (error) {
			return (error as Error).message;
		} finally {
			await file.close();
		}
	};
	expect(await verdict(undefined)).toBe('whole');
	expect(await verdict(7)).toBe('the check sum (CRC-32) of an entry is wrong');
});

test.each<[readonly string[], string, boolean]>([
	[['7_exc_2026-11.csv'], '7_exc_2026-11.csv', false],
	[['7_exc_2026-11.v2.csv'], '7_exc_2026-11', true],
	[['7_exc_2026-11'], '7_exc_2026-11', false],
	[['7_exc_2026-12.csv'], '7_exc_2026-11', true],
	[['d/', '7_exc_2026-11.csv'], '7_exc_2026-11.csv', false],
	[['7_exc_2026-11/a.csv'], '7_exc_2026-11', true],
	[['7_exc_2026-11.csv', 'b.csv'], '7_exc_2026-11', true],
	[['7_exc_2026-11.csv/b.csv'], '7_exc_2026-11', true],
	[[], '7_exc_2026-11', true],
	[['d/'], '7_exc_2026-11', true],
])('7_exc_2026-11.zip with %j goes to %s (a folder: %s)', (paths, name, isFolder) => {
	expect(
		getUnpackedName(
			'7_exc_2026-11.zip',
			paths.map(path => entry(path)),
		),
	).toEqual({name, isFolder});
});

test('only the last extension goes', () => {
	expect(getUnpackedName('a.b.zip', [])).toEqual({name: 'a.b', isFolder: true});
	expect(getUnpackedName('a.b.zip', [entry('a.b.csv')])).toEqual({name: 'a.b.csv', isFolder: false});
});
