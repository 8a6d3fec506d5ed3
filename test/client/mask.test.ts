import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createMask} from '../../src/client/mask.ts';

test('a secret shows in none of the spellings it takes on its way', () => {
	const secret = fc.string({unit: 'binary', minLength: 4, maxLength: 20});
	fc.assert(
		fc.property(secret, value => {
			const mask = createMask();
			mask.add(value);
			const spelt = [
				value,
				JSON.stringify({p: value}),
				encodeURIComponent(JSON.stringify({p: value})),
				`${new URLSearchParams({p: value})}`,
			];
			for (const text of spelt) expect(mask.text(`<${text}>`)).toContain('********');
			expect(mask.text(`<${value}>`)).toBe('<********>');
		}),
	);
});

test('what is no secret stays as it is, and so does what would hide everything', () => {
	const mask = createMask();
	mask.add('a');
	mask.add('');
	expect(mask.text('a banana')).toBe('a banana');
});
