import {crc32} from 'node:zlib';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import yauzl from 'yauzl';
import {repeatingZip, zipStream} from '../../../src/sandbox/files/zip-stream.ts';

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

test.each([false, true])('one member, as another reader finds it (zip64: %s)', async large => {
	const texts = ['héllo ', '≤ world\r\n', 'x'.repeat(300_000)];
	const archive = await collect(zipStream({...member, large}, pieces(texts)));
	const [found, ...others] = await read(archive);
	expect(others).toEqual([]);
	expect([found?.name, found?.text]).toEqual([member.name, texts.join('')]);
	expect(found?.entry.crc32).toBe(crc32(texts.join('')));
	expect(found?.entry.uncompressedSize).toBe(Buffer.byteLength(texts.join('')));
	expect(found?.entry.getLastModDate().toISOString()).toMatch(/^2026-06-29/);
});

test('an empty member', async () => {
	const archive = await collect(zipStream(member, pieces([])));
	expect((await read(archive))[0]).toMatchObject({name: member.name, text: ''});
});

test('any texts; the same ones give the same bytes', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.string({unit: 'grapheme'}), {maxLength: 6}), async texts => {
			const archive = await collect(zipStream(member, pieces(texts)));
			expect((await read(archive))[0]?.text).toBe(texts.join(''));
			expect((await collect(zipStream(member, pieces(texts)))).equals(archive)).toBe(true);
		}),
		{numRuns: 40},
	);
});

test('many texts, more than are deflated at once', async () => {
	const texts = Array.from({length: 3000}, (_, index) => `${index} ${'x'.repeat(index % 997)}\n`);
	const archive = await collect(zipStream(member, pieces(texts)));
	expect((await read(archive))[0]?.text === texts.join('')).toBe(true);
});

test('a reader that stops early stops the source', async () => {
	let made = 0;
	let ended = false;
	async function* source() {
		try {
			for (; made < 100_000; made++) yield `${Math.random()}\n`.repeat(1000);
		} finally {
			ended = true;
		}
	}
	for await (const piece of zipStream(member, source())) if (piece.length > 1000) break;
	await expect.poll(() => ended).toBe(true);
	expect(made).toBeLessThan(1000);
});

test('a source that fails makes the archive fail', async () => {
	async function* failing() {
		yield 'some';
		throw new Error('the database went away');
	}
	await expect(collect(zipStream(member, failing()))).rejects.toThrow('the database went away');
	async function* failingLate() {
		yield 'x'.repeat(1_000_000);
		throw new Error('the database went away');
	}
	await expect(collect(zipStream(member, failingLate()))).rejects.toThrow('the database went away');
});

test.each([0, 1, 3, 40])('a block %i times: the length said before, and every byte', async times => {
	const head = Buffer.from('a,b\r\n');
	const block = Buffer.from(Array.from({length: 2000}, (_, index) => `${index},"x ${index * 7}"\r\n`).join(''));
	const {pieces: made, length, plain} = repeatingZip(member, {head, block, times});
	const archive = await collect(made());
	expect(archive.length).toBe(length);
	const [found] = await read(archive);
	const expected = head.toString() + block.toString().repeat(times);
	expect(found?.text === expected).toBe(true);
	expect([found?.entry.uncompressedSize, found?.entry.crc32]).toEqual([plain, crc32(expected)]);
});
