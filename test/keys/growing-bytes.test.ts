import fc from 'fast-check';
import {expect, test} from 'vitest';
import {GrowingBytes} from '../../src/keys/growing-bytes.ts';

test('holds what was added, in order, however much', () => {
	const piece = fc.oneof(
		fc.string({unit: 'grapheme', maxLength: 20}),
		fc.maxSafeNat(),
		fc.constantFrom('é'.repeat(5_000), 'x'.repeat(70_000), ''),
	);
	fc.assert(
		fc.property(fc.array(piece, {maxLength: 12}), pieces => {
			const bytes = new GrowingBytes();
			for (const each of pieces) {
				if (typeof each === 'number') bytes.addNumber(each);
				else if (each.length % 2 === 0) bytes.addText(each);
				else bytes.addAll(Buffer.from(each));
				bytes.addByte(10);
			}
			const expected = pieces.map(each => `${each}\n`).join('');
			expect(bytes.length).toBe(Buffer.byteLength(expected));
			expect(bytes.take().toString()).toBe(expected);
			expect(bytes.length).toBe(0);
		}),
	);
});
