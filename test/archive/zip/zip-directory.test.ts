import {open, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {readDirectory} from '../../../src/archive/zip/zip-directory.ts';
import {getZipLimits, type ZipLimits} from '../../../src/archive/zip/zip-limits.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';

/** What a directory may say of an archive, where the hostile ones stand well beside it. */

const read = async (bytes: Buffer, limits: Partial<ZipLimits> = {}) => {
	const path = join(temporaryFolder(), 'a.zip');
	await writeFile(path, bytes);
	const file = await open(path);
	try {
		return await readDirectory(file, {...getZipLimits(0), ...limits});
	} finally {
		await file.close();
	}
};
const three = ['a', 'b', 'c'].map(name => ({name: `${name}.csv`, data: name}));

test('accepts as many entries as the limit and not one more', async () => {
	expect(await read(writeZip(three), {entries: 3})).toHaveLength(3);
	await expect(read(writeZip(three), {entries: 2})).rejects.toMatchObject({
		message: 'the archive has more than 2 entries',
		details: {code: 'unsafe'},
	});
});

const ends = {message: 'the directory of the archive ends at the wrong place', details: {code: 'unsafe'}};
const wideEnd = (bytes: Buffer) => bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 6, 6]));

test('requires a zip64 directory to end at its end record, and that at the plain one', async () => {
	const good = writeZip(three, {zip64: {}});
	expect(await read(good)).toHaveLength(3);
	for (const length of [43n, 45n, 2n ** 40n]) {
		const bytes = Buffer.from(good);
		bytes.writeBigUInt64LE(length, wideEnd(bytes) + 4);
		await expect(read(bytes), String(length)).rejects.toMatchObject(ends);
	}
});

test('does not take bytes between directory and end for a zip64 end record', async () => {
	for (const length of [1, 11, 12, 56])
		await expect(read(writeZip(three, {gap: Buffer.alloc(length)})), String(length)).rejects.toMatchObject({
			kind: 'damaged',
		});
});

test('does not parse the comment after the end', async () => {
	expect(await read(writeZip(three, {comment: Buffer.from('PK\u0006\u0006')}))).toHaveLength(3);
});
