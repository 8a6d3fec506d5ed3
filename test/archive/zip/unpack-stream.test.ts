import {randomBytes} from 'node:crypto';
import {mkdir, mkdtemp, open, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {writeNewFile} from '../../../src/archive/write-file.ts';
import {readDirectory} from '../../../src/archive/zip/directory.ts';
import {getLimits} from '../../../src/archive/zip/limits.ts';
import {isSame, unpackStream} from '../../../src/archive/zip/unpack-stream.ts';
import {hostileZips} from '../../support/hostile-zips.ts';
import {createRandom, mutate} from '../../support/mutate.ts';
import {writeZip} from '../../support/zip-writer.ts';

let root = '';
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), 'usagectl-stream-'));
});
afterAll(() => rm(root, {recursive: true}));

async function* inPieces(bytes: Buffer, length: number) {
	for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const limits = getLimits(4000);
let runs = 0;
/** Unpacks on the way and compares with the directory of the whole. */
const unpack = async (bytes: Buffer, pieces: number) => {
	const folder = join(root, String(runs++));
	await mkdir(folder);
	const streamed = await unpackStream(inPieces(bytes, pieces), {
		limits,
		save: (content, at) => writeNewFile(join(folder, String(at)), content),
	});
	if (!streamed) return undefined;
	await writeFile(join(folder, 'archive.zip'), bytes);
	const file = await open(join(folder, 'archive.zip'));
	try {
		return isSame(streamed, await readDirectory(file, limits))
			? Promise.all(streamed.map((_, at) => readFile(join(folder, String(at)))))
			: undefined;
	} catch {
		return undefined;
	} finally {
		await file.close();
	}
};

const text = Buffer.from('timestamp,clientId\r\n2026-10-01T00:00:00,0011AABB22CC33DD\r\n'.repeat(4000));
const noise = randomBytes(300_000);
const layouts = {
	'sizes in the header': writeZip([{name: 'a.csv', data: text}]),
	'sizes behind the data': writeZip([{name: 'a.csv', data: text, descriptor: {}}]),
	'sizes behind the data, without signature': writeZip([{name: 'a.csv', data: text, descriptor: {signature: false}}]),
	'sizes of 8 bytes behind the data': writeZip([{name: 'a.csv', data: text, descriptor: {wide: true}}]),
	'not compressed': writeZip([{name: 'a.csv', data: text, method: 0}]),
	zip64: writeZip([{name: 'a.csv', data: text, zip64: true}], {zip64: {}}),
};

test.each(Object.entries(layouts))('unpacks while it arrives: %s', async (_, bytes) => {
	for (const pieces of [1000, 65_536, 10_000_000]) {
		const [found] = (await unpack(bytes, pieces)) ?? [];
		expect(found?.equals(text)).toBe(true);
	}
});

test('finds the end of several entries whose sizes come last, wherever the pieces end', async () => {
	const spec = {descriptor: {}};
	const small = Buffer.from('a\r\n');
	const bytes = writeZip(
		[small, noise.subarray(0, 700), small, Buffer.alloc(0), text.subarray(0, 2000)].map((data, at) => ({
			name: `${at}.csv`,
			data,
			...spec,
		})),
	);
	for (const pieces of [1, 2, 3, 7, 64, 1000, bytes.length])
		expect((await unpack(bytes, pieces))?.map(each => each.length)).toEqual([3, 700, 3, 0, 2000]);
});

test('leaves a stored entry of unknown length to the directory', async () => {
	expect(await unpack(writeZip([{name: 'a.csv', data: text, method: 0, descriptor: {}}]), 1000)).toBeUndefined();
});

test('stops writing at the ceiling, though it reads on', async () => {
	const bytes = writeZip([{name: 'a.csv', data: Buffer.alloc(8_000_000)}]);
	expect(await unpack(bytes, 1000)).toBeUndefined();
	const written = (await readdir(join(root, String(runs - 1)))).map(name => join(root, String(runs - 1), name));
	for (const name of written) expect((await readFile(name)).length).toBeLessThanOrEqual(limits.bytes);
});

test('lets nothing through that the directory refuses', async () => {
	for (const {verdict, bytes} of hostileZips.filter(each => each.bytes.length < 200_000))
		if (verdict !== 'ok') expect(await unpack(bytes, 1000)).toBeUndefined();
});

test('ends with whole members or none for 200 mutated archives', async () => {
	const random = createRandom(7);
	const content = text.subarray(0, 3000);
	const good = writeZip([
		{name: 'a.csv', data: content, descriptor: {}},
		{name: 'b.csv', data: content},
	]);
	for (let at = 0; at < 200; at++) {
		const found = await unpack(mutate(good, random), 1 + random.below(2000));
		if (found) expect(found.every(each => each.equals(content))).toBe(true);
	}
});

test('passes on what the transfer throws', async () => {
	async function* broken() {
		yield layouts['sizes in the header'].subarray(0, 200);
		throw new Error('connection reset');
	}
	const save = async (content: AsyncIterable<Uint8Array>) => {
		for await (const _ of content);
	};
	await expect(unpackStream(broken(), {limits, save})).rejects.toThrow('connection reset');
});
