import {randomBytes} from 'node:crypto';
import {open, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {readDirectory} from '../../../src/archive/zip/directory.ts';
import {getLimits} from '../../../src/archive/zip/limits.ts';
import {isSame, unpackStream} from '../../../src/archive/zip/unpack-stream.ts';
import {writeNewFile} from '../../../src/files/write.ts';
import {temporaryFolder} from '../../support/folders.ts';
import {hostileZips} from '../../support/hostile-zips.ts';
import {createRandom, mutate} from '../../support/mutate.ts';
import {writeZip} from '../../support/zip-writer.ts';

async function* inPieces(bytes: Buffer, length: number) {
	for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const limits = getLimits(4000);
/** Unpacks on the way and compares with the directory of the whole. */
const unpack = async (bytes: Buffer, pieces: number, folder = temporaryFolder()) => {
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
	const folder = temporaryFolder();
	expect(await unpack(bytes, 1000, folder)).toBeUndefined();
	for (const name of await readdir(folder))
		expect((await readFile(join(folder, name))).length).toBeLessThanOrEqual(limits.bytes);
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

/** What it says by itself, before any directory is read, and the contents that it handed out. */
const stream = async (bytes: Buffer, changes: Partial<typeof limits> = {}) => {
	const saved: number[] = [];
	const save = async (content: AsyncIterable<Uint8Array>) => {
		const at = saved.push(0) - 1;
		for await (const chunk of content) saved[at] = (saved[at] ?? 0) + chunk.length;
	};
	const entries = await unpackStream(inPieces(bytes, 1000), {limits: {...limits, ...changes}, save});
	return {entries, saved};
};
const small = Buffer.from('a,b\r\n');

test.each([
	['encrypted', {flags: 0x801}],
	['patched', {flags: 0x820}],
	['packed by another method', {method: 9, packed: Buffer.from('x')}],
	['stored, its sizes behind the data', {method: 0, descriptor: {}}],
])('what is %s is not even begun', async (_, spec) => {
	expect(await stream(writeZip([{name: 'a.csv', data: small, ...spec}]))).toEqual({entries: undefined, saved: []});
});

test('how hard a packer tried, and names in UTF-8, are nothing against it', async () => {
	for (const flags of [0, 2, 4, 6, 0x800, 0x806])
		expect((await stream(writeZip([{name: 'a.csv', data: small, flags}]))).saved).toEqual([small.length]);
});

test('fills the ceiling of all entries together to the byte', async () => {
	const bytes = writeZip(['a', 'b', 'c'].map(name => ({name, data: text})));
	const room = 3 * text.length;
	expect((await stream(bytes, {bytes: room})).entries).toHaveLength(3);
	expect((await stream(bytes, {bytes: room - 1})).entries).toBeUndefined();
});

test('hands out no more entries than there may be', async () => {
	const bytes = writeZip(['a', 'b', 'c'].map(name => ({name, data: small})));
	expect((await stream(bytes, {entries: 3})).saved).toHaveLength(3);
	expect((await stream(bytes, {entries: 2})).saved).toHaveLength(2);
});

test('a descriptor that says another thing ends it', async () => {
	const bytes = writeZip([{name: 'a.csv', data: small, descriptor: {crc: 1}}]);
	expect((await stream(bytes)).entries).toBeUndefined();
});

test('packed data end where the header says: not a byte more is taken for them', async () => {
	const whole = writeZip([{name: 'a.csv', data: small}]);
	const packed = whole.readUInt32LE(18);
	const short = writeZip([{name: 'a.csv', data: small, local: {compressedSize: packed - 1}}]);
	expect((await stream(whole)).entries).toEqual([
		expect.objectContaining({compressedSize: packed, size: small.length, dataStart: 35}),
	]);
	expect((await stream(short)).entries).toBeUndefined();
});

test.each(Object.entries(layouts))('cut anywhere, nothing comes of it: %s', async (_, bytes) => {
	for (const length of [0, 1, 29, 30, 34, 36, 500, 2000, bytes.length - 30].filter(each => each < bytes.length))
		expect(await unpack(bytes.subarray(0, length), 1000), String(length)).toBeUndefined();
});

test('is the same as the directory only entry by entry, whatever their order in it', () => {
	const at = (dataStart: number) => ({dataStart, crc: dataStart + 1, compressedSize: 2, size: 3});
	const listed = (dataStart: number) => ({...at(dataStart), path: ['a'], folder: false, stored: true});
	const streamed = [at(10), at(200), at(3000)];
	expect(isSame(streamed, [listed(3000), listed(10), listed(200)])).toBe(true);
	expect(isSame(streamed, [listed(10), listed(200)])).toBe(false);
	expect(isSame(streamed.slice(0, 2), [listed(10), listed(200), listed(3000)])).toBe(false);
	for (const field of ['dataStart', 'crc', 'compressedSize', 'size'] as const)
		expect(isSame(streamed, [listed(10), {...listed(200), [field]: 77}, listed(3000)]), field).toBe(false);
});
