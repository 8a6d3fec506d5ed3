import {expect, test} from 'vitest';
import {getHeaderLength, parseLocalHeader} from '../../../src/archive/zip/local-header.ts';
import {writeZip} from '../../support/zip-writer.ts';

/** Headers as APPNOTE 4.3.7 has them, sizes of 8 bytes as 4.5.3. */

const absent = 0xffffffff;
const field = (id: number, data: Buffer) => {
	const head = Buffer.alloc(4);
	head.writeUInt16LE(id, 0);
	head.writeUInt16LE(data.length, 2);
	return Buffer.concat([head, data]);
};
const wide = (...sizes: readonly bigint[]) => field(1, Buffer.from(BigUint64Array.from(sizes).buffer));
type Lies = {readonly size?: number; readonly compressedSize?: number; readonly extra?: Buffer};
/** The header alone, cut off before the data. */
const header = (local: Lies) => {
	const bytes = writeZip([{name: 'a.csv', data: 'text', method: 0, crc: 9, local}]);
	return bytes.subarray(0, getHeaderLength(bytes.subarray(0, 30)));
};
const sizes = (local: Lies) => {
	const {size, compressedSize} = parseLocalHeader(header(local));
	return [size, compressedSize];
};

test('says flags, method, check sum, sizes and name, and how long it is', () => {
	const bytes = header({extra: field(0x5455, Buffer.from('time'))});
	expect(parseLocalHeader(bytes)).toEqual({
		flags: 0x800,
		method: 0,
		crc: 9,
		size: 4,
		compressedSize: 4,
		name: Buffer.from('a.csv'),
		length: 30 + 5 + 8,
	});
	expect(bytes).toHaveLength(43);
});

test('begins with its signature and is 30 bytes long at least', () => {
	const bytes = header({});
	expect(getHeaderLength(bytes.subarray(0, 30))).toBe(35);
	expect(getHeaderLength(bytes.subarray(0, 29))).toBeUndefined();
	expect(getHeaderLength(Buffer.concat([Buffer.from('P'), bytes]))).toBeUndefined();
});

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
	['a field longer than the header', {size: absent, extra: Buffer.from([1, 0, 99, 0, 5])}, [absent, 4]],
])('an extra field with %s', (_, local, expected) => {
	expect(sizes(local)).toEqual(expected);
});
