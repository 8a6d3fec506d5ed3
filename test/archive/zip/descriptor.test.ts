import {expect, test} from 'vitest';
import {descriptorSize, findDescriptor} from '../../../src/archive/zip/descriptor.ts';

/** The four forms of a descriptor (APPNOTE 4.3.9), and none that says anything else. */

const entry = {crc: 0x11223344, compressedSize: 0x55, size: 0x66};
const write = ({crc, compressedSize, size}: typeof entry, {signature = [0x08074b50], wide = false} = {}) => {
	const words = (value: number) => (wide ? [value, 0] : [value]);
	const all = [...signature, crc, ...words(compressedSize), ...words(size)];
	return Buffer.from(Uint32Array.from(all).buffer);
};
const forms = [{}, {wide: true}, {signature: []}, {signature: [], wide: true}] satisfies readonly Parameters<
	typeof write
>[1][];

test.each(forms)('%j: found with its length, whatever follows it', form => {
	const bytes = write(entry, form);
	expect(findDescriptor(bytes, entry)).toBe(bytes.length);
	expect(findDescriptor(Buffer.concat([bytes, Buffer.alloc(9, 0xff)]), entry)).toBe(bytes.length);
	expect(bytes.length).toBeLessThanOrEqual(descriptorSize);
});

test.each(forms)('%j: nothing when it is cut, or says another thing', form => {
	const bytes = write(entry, form);
	expect(findDescriptor(bytes.subarray(0, -1), entry)).toBeUndefined();
	for (const field of ['crc', 'compressedSize', 'size'] as const) {
		expect(findDescriptor(bytes, {...entry, [field]: entry[field] + 1}), field).toBeUndefined();
		const other = {crc: 1, compressedSize: 2, size: 3, [field]: entry[field]};
		expect(findDescriptor(bytes, other), `only ${field}`).toBeUndefined();
	}
});

test('another signature is none', () => {
	expect(findDescriptor(write(entry, {signature: [0x08074b51]}), entry)).toBeUndefined();
});

test('sizes beyond 4 GiB', () => {
	const size = 2 ** 33 + 5;
	const bytes = Buffer.alloc(20);
	bytes.writeUInt32LE(7, 0);
	bytes.writeBigUInt64LE(9n, 4);
	bytes.writeBigUInt64LE(BigInt(size), 12);
	expect(findDescriptor(bytes, {crc: 7, compressedSize: 9, size})).toBe(20);
});
