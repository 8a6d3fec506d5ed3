import fc from 'fast-check';
import {expect, test} from 'vitest';
import {hashText, KeySet} from '../../../src/keys/check/key-set.ts';

test('agrees with a Set', () => {
	fc.assert(
		fc.property(fc.array(fc.string({unit: 'grapheme', maxLength: 3})), texts => {
			const set = new Set<string>();
			const compact = new KeySet();
			for (const text of texts) {
				expect(compact.add(text)).toBe(set.has(text));
				set.add(text);
			}
			expect(compact.size).toBe(set.size);
			for (const text of set) expect(compact.has(text)).toBe(true);
		}),
	);
});

test('distinguishes 300,000 similar keys, and finds each of them', () => {
	const set = new KeySet();
	const key = (index: number) => `AAAA-${String(index).padStart(8, '0')}-BBBB`;
	let falsePositives = 0;
	for (let index = 0; index < 300_000; index++) if (set.add(key(index))) falsePositives++;
	expect(falsePositives).toBe(0);
	for (let index = 0; index < 300_000; index += 97) expect(set.has(key(index))).toBe(true);
	expect(set.has('AAAA-00300000-BBBB')).toBe(false);
});

test('no text hashes to 0, the free slot', () => {
	fc.assert(fc.property(fc.string(), text => hashText(text) > 0 && hashText(text) < 2 ** 48));
});
