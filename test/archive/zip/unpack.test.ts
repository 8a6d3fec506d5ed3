import {open, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {readDirectory} from '../../../src/archive/zip/directory.ts';
import type {Entry} from '../../../src/archive/zip/entry.ts';
import {getLimits} from '../../../src/archive/zip/limits.ts';
import {testArchive, unpackInto} from '../../../src/archive/zip/unpack.ts';
import {getUnpackedName} from '../../../src/archive/zip/unpacked-name.ts';
import {temporaryFolder} from '../../support/folders.ts';
import {writeZip} from '../../support/zip-writer.ts';

const entry = (path: string): Entry => ({
	path: path.replace(/\/$/, '').split('/'),
	folder: path.endsWith('/'),
	stored: true,
	crc: 0,
	compressedSize: 0,
	size: 0,
	dataStart: 0,
});

test('unpacks not a byte more than the directory says', async () => {
	const folder = temporaryFolder();
	const bytes = writeZip([{name: 'a.csv', data: Buffer.alloc(900_000), size: 700_000}]);
	await writeFile(join(folder, 'a.zip'), bytes);
	const file = await open(join(folder, 'a.zip'));
	try {
		const unpacked = unpackInto(file, await readDirectory(file, getLimits(0)), folder);
		await expect(unpacked).rejects.toThrow('unpacks to more than the directory says');
		expect((await stat(join(folder, 'a.csv'))).size).toBeLessThanOrEqual(700_000);
	} finally {
		await file.close();
	}
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
