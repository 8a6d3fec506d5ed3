import {expect, test} from 'vitest';
import {getUnpackedName} from '../../../src/archive/download/place-file.ts';
import type {ZipEntry} from '../../../src/archive/zip/zip-entry.ts';

const entry = (path: string): ZipEntry => ({
	path: path.replace(/\/$/, '').split('/'),
	folder: path.endsWith('/'),
	isMetadata: false,
	stored: true,
	crc: 0,
	compressedSize: 0,
	size: 0,
	dataStart: 0,
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

test('removes only the last extension', () => {
	expect(getUnpackedName('a.b.zip', [])).toEqual({name: 'a.b', isFolder: true});
	expect(getUnpackedName('a.b.zip', [entry('a.b.csv')])).toEqual({name: 'a.b.csv', isFolder: false});
});
