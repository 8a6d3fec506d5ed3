import type {FileHandle} from 'node:fs/promises';
import {expect, test} from 'vitest';
import yauzl from 'yauzl';
import {createZipReader, readExactly} from '../../../src/archive/zip/zip-reader.ts';

const content = Buffer.from('0123456789');
/** A file that gives three bytes at a time, as a disk may. */
const file = {
	read: async (buffer: Buffer, offset: number, length: number, position: number) => {
		// As the system does: -1 goes on where the last reading ended.
		const from = position === -1 ? 0 : position;
		const bytesRead = content.subarray(from, from + Math.min(3, length)).copy(buffer, offset);
		if (offset + length > buffer.length) throw new RangeError('length');
		return {bytesRead, buffer};
	},
} as unknown as FileHandle;
const cut = {kind: 'damaged', message: 'the archive is truncated', details: {code: 'damaged'}};

test('reads exactly the requested bytes, whatever the size of the reads', async () => {
	expect(String(await readExactly(file, 0, 10))).toBe('0123456789');
	expect(String(await readExactly(file, 2, 7))).toBe('2345678');
	expect(String(await readExactly(file, 10, 0))).toBe('');
});

test.each([
	[1, 10],
	[0, 11],
	[10, 1],
	[99, 1],
	[-1, 1],
	[Number.NaN, 1],
	[0.5, 1],
	[2 ** 53 - 1, 1],
	[2 ** 63, 4],
])('rejects a read from %d of %d bytes', async (position, length) => {
	await expect(readExactly(file, position, length)).rejects.toMatchObject(cut);
});

test('fills the buffer of yauzl at its offset, and passes failures on', async () => {
	const reader = createZipReader(yauzl.RandomAccessReader, file);
	const read = (position: number) =>
		new Promise<string>((done, failed) => {
			const buffer = Buffer.from('........');
			reader.read(buffer, 2, 5, position, error => (error ? failed(error) : done(String(buffer))));
		});
	expect(await read(3)).toBe('..34567.');
	await expect(read(6)).rejects.toMatchObject(cut);
});

test("passes exceptions of yauzl's parser to its error handler", async () => {
	const reader = createZipReader(yauzl.RandomAccessReader, file);
	const seen: unknown[] = [];
	await new Promise<void>(done => {
		reader.read(Buffer.alloc(4), 0, 4, 0, error => {
			seen.push(error);
			if (error) done();
			else throw new Error('odd bytes');
		});
	});
	expect(seen).toEqual([null, new Error('odd bytes')]);
});
