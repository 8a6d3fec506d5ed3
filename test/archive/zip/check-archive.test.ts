import {open, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {checkArchive} from '../../../src/archive/zip/check-archive.ts';
import {getZipLimits} from '../../../src/archive/zip/zip-limits.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';

test('unpacks no more bytes than the directory says', async () => {
	const folder = temporaryFolder();
	const bytes = writeZip([{name: 'a.csv', data: Buffer.alloc(900_000), size: 700_000}]);
	await writeFile(join(folder, 'a.zip'), bytes);
	const file = await open(join(folder, 'a.zip'));
	try {
		const unpacked = checkArchive(file, getZipLimits(0), folder);
		await expect(unpacked).rejects.toThrow('unpacks to more bytes than the directory says');
		expect((await stat(join(folder, 'a.csv'))).size).toBeLessThanOrEqual(700_000);
	} finally {
		await file.close();
	}
});

test('tests all entries of an archive', async () => {
	const verdict = async (crc: number | undefined) => {
		const path = join(temporaryFolder(), 'a.zip');
		const last = {name: 'b.csv', data: 'b', ...(crc === undefined ? {} : {crc})};
		await writeFile(path, writeZip([{name: 'a.csv', data: 'a'}, last]));
		const file = await open(path);
		try {
			await checkArchive(file, getZipLimits(0));
			return 'whole';
		} catch (error) {
			return (error as Error).message;
		} finally {
			await file.close();
		}
	};
	expect(await verdict(undefined)).toBe('whole');
	expect(await verdict(7)).toBe('the checksum (CRC-32) of an entry is wrong');
});
