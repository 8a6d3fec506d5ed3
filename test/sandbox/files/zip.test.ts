import {crc32} from 'node:zlib';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import yauzl from 'yauzl';
import {createZip} from '../../../src/sandbox/files/zip.ts';

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
	const all: Buffer[] = [];
	for await (const piece of pieces) all.push(piece);
	return Buffer.concat(all);
}
async function* pieces(texts: readonly string[]) {
	yield* texts;
}

/** What an independent reader finds in the archive. */
async function read(archive: Buffer) {
	const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
		yauzl.fromBuffer(archive, {lazyEntries: true}, (error, file) => (error ? reject(error) : resolve(file))),
	);
	return new Promise<{name: string; text: string; entry: yauzl.Entry}[]>((resolve, reject) => {
		const found: {name: string; text: string; entry: yauzl.Entry}[] = [];
		zip.on('end', () => resolve(found));
		zip.on('error', reject);
		zip.on('entry', (entry: yauzl.Entry) =>
			zip.openReadStream(entry, async (error, stream) => {
				if (error) return reject(error);
				const bytes: Buffer[] = [];
				for await (const chunk of stream) bytes.push(chunk as Buffer);
				found.push({name: entry.fileName, text: Buffer.concat(bytes).toString(), entry});
				zip.readEntry();
			}),
		);
		zip.readEntry();
	});
}

const member = {name: '5000000101_exc_2026-06-29.csv', day: '2026-06-29'};

test('another zip reader finds the one member', async () => {
	const texts = ['héllo ', '≤ world\r\n', 'x'.repeat(300_000)];
	const archive = await collect(createZip(member, pieces(texts)));
	const [found, ...others] = await read(archive);
	expect(others).toEqual([]);
	expect([found?.name, found?.text]).toEqual([member.name, texts.join('')]);
	expect(found?.entry.crc32).toBe(crc32(texts.join('')));
	expect(found?.entry.uncompressedSize).toBe(Buffer.byteLength(texts.join('')));
	expect(found?.entry.getLastModDate().toISOString()).toMatch(/^2026-06-29/);
});

test('writes an empty member', async () => {
	const archive = await collect(createZip(member, pieces([])));
	expect((await read(archive))[0]).toMatchObject({name: member.name, text: ''});
});

test('writes any texts, and the same bytes for the same texts', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.string({unit: 'grapheme'}), {maxLength: 6}), async texts => {
			const archive = await collect(createZip(member, pieces(texts)));
			expect((await read(archive))[0]?.text).toBe(texts.join(''));
			expect((await collect(createZip(member, pieces(texts)))).equals(archive)).toBe(true);
		}),
		{numRuns: 40},
	);
});

test('writes more text than the stream buffers', async () => {
	const texts = Array.from({length: 3000}, (_, index) => `${index} ${'x'.repeat(index % 997)}\n`);
	const archive = await collect(createZip(member, pieces(texts)));
	expect((await read(archive))[0]?.text === texts.join('')).toBe(true);
});

test('stops the source when the reader stops early', async () => {
	let made = 0;
	let ended = false;
	async function* source() {
		try {
			for (; made < 100_000; made++) yield `${Math.random()}\n`.repeat(1000);
		} finally {
			ended = true;
		}
	}
	for await (const piece of createZip(member, source())) if (piece.length > 1000) break;
	await expect.poll(() => ended).toBe(true);
	expect(made).toBeLessThan(1000);
});

test('fails when the source fails', async () => {
	async function* failing() {
		yield 'some';
		throw new Error('the database went away');
	}
	await expect(collect(createZip(member, failing()))).rejects.toThrow('the database went away');
	async function* failingLate() {
		yield 'x'.repeat(1_000_000);
		throw new Error('the database went away');
	}
	await expect(collect(createZip(member, failingLate()))).rejects.toThrow('the database went away');
});
