import fc from 'fast-check';
import {expect, test} from 'vitest';
import {GrowingBytes} from '../../src/keys/growing-bytes.ts';

test('holds what was added, in order, however much', () => {
	const text = fc.oneof(
		fc.string({unit: 'grapheme', maxLength: 20}),
		fc.constantFrom('é'.repeat(5_000), 'x'.repeat(70_000), ''),
	);
	const piece = fc.oneof(text, fc.record({line: fc.maxSafeNat(), text, before: fc.constantFrom('', 'line\n')}));
	fc.assert(
		fc.property(fc.array(piece, {maxLength: 12}), pieces => {
			const kept = new GrowingBytes();
			for (const each of pieces) {
				if (typeof each === 'string') kept.addText(each);
				else {
					const bytes = Buffer.from(`${each.before}${each.text}\nbehind`);
					kept.addLine({line: each.line, start: each.before.length, end: bytes.lastIndexOf('\n')}, bytes);
				}
			}
			const expected = pieces.map(each => (typeof each === 'string' ? each : `${each.line} ${each.text}\n`)).join('');
			expect(kept.length).toBe(Buffer.byteLength(expected));
			expect(kept.take().toString()).toBe(expected);
			expect(kept.length).toBe(0);
		}),
	);
});
