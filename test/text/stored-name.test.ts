import fc from 'fast-check';
import {expect, test} from 'vitest';
import {toStoredName} from '../../src/text/stored-name.ts';

/** Names of events and categories, as the client library stores them (docs/service.md#help-event-names). */

test.each([
	['Open', 'Open'],
	['  Find  &\tReplace\r\n', 'Find  &Replace'],
	['no\u00a0break\u2028s', 'nobreaks'],
	['😀'.repeat(129), '😀'.repeat(128)],
	[`${'x'.repeat(128)} y`, 'x'.repeat(128)],
])('%j is stored as %j', (name, stored) => {
	expect(toStoredName(name)).toBe(stored);
});

test('what is cut stays the beginning, and has no white space except spaces', () => {
	const odd = fc.constantFrom(' ', '\t', '\n', '\u3000', 'a', 'ß', '😀');
	fc.assert(
		fc.property(fc.string({unit: odd, maxLength: 300}), name => {
			const stored = toStoredName(name);
			expect([...stored].length).toBeLessThanOrEqual(128);
			expect(stored).not.toMatch(/[^\S ]/);
			expect(
				name
					.replaceAll(/[^\S ]/g, '')
					.trim()
					.startsWith(stored),
			).toBe(true);
		}),
	);
});
