import {expect, test} from 'vitest';
import {toLocalHeader} from '../../../src/archive/zip/zip-entry.ts';

/** Sizes of 8 bytes as APPNOTE 4.5.3 has them. */

const absent = 0xffffffff;
const field = (id: number, data: Buffer) => {
	const head = Buffer.alloc(4);
	head.writeUInt16LE(id, 0);
	head.writeUInt16LE(data.length, 2);
	return Buffer.concat([head, data]);
};
const wide = (...sizes: readonly bigint[]) => field(1, Buffer.from(BigUint64Array.from(sizes).buffer));
type Lies = {readonly size?: number; readonly compressedSize?: number; readonly extra?: Buffer};
const sizes = async ({size = 4, compressedSize = 4, extra = Buffer.alloc(0)}: Lies) => {
	const {default: zip} = await import('yauzl');
	const header = {...new zip.LocalFileHeader(), fileDataStart: 35, uncompressedSize: size, compressedSize};
	const found = toLocalHeader(header, zip.parseExtraFields(extra));
	return [found.size, found.compressedSize];
};

test.each<[string, Lies, readonly number[]]>([
	['both sizes', {size: absent, compressedSize: absent, extra: wide(2n ** 33n, 7n)}, [2 ** 33, 7]],
	['only the size', {size: absent, extra: wide(2n ** 33n)}, [2 ** 33, 4]],
	['only the packed size', {compressedSize: absent, extra: wide(2n ** 33n)}, [4, 2 ** 33]],
	['sizes that need none', {extra: wide(1n, 2n)}, [4, 4]],
	['too short a field', {size: absent, compressedSize: absent, extra: wide(8n)}, [8, absent]],
	['an empty field', {size: absent, extra: field(1, Buffer.alloc(0))}, [absent, 4]],
	['none', {size: absent}, [absent, 4]],
	['another field', {size: absent, extra: field(2, Buffer.alloc(8))}, [absent, 4]],
	['it behind another', {size: absent, extra: Buffer.concat([field(2, Buffer.alloc(3)), wide(5n)])}, [5, 4]],
	['it behind an empty one', {size: absent, extra: Buffer.concat([field(2, Buffer.alloc(0)), wide(5n)])}, [5, 4]],
	['it before what is cut', {size: absent, extra: Buffer.concat([wide(5n), Buffer.alloc(3)])}, [5, 4]],
	['what is cut alone', {size: absent, extra: Buffer.alloc(3)}, [absent, 4]],
])('an extra field with %s', async (_, local, expected) => {
	expect(await sizes(local)).toEqual(expected);
});
