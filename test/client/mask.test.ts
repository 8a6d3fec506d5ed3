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

test('each spelling is hidden to its last character', () => {
	const mask = createMask();
	mask.add('a"b c/ü');
	for (const text of ['a"b c/ü', 'a\\"b c/ü', 'a%22b%20c%2F%C3%BC', 'a%5C%22b%20c%2F%C3%BC', 'a%22b+c%2F%C3%BC'])
		expect(mask.text(`<${text}>`)).toBe('<********>');
	mask.add('half \ud83d pair');
	expect(mask.text('<half%20%EF%BF%BD%20pair>')).toBe('<********>');
});

test('of a secret within a secret nothing is left', () => {
	const mask = createMask();
	mask.add('user');
	mask.add('user:pass-word');
	mask.add('pass');
	expect(mask.text('<user:pass-word> <user> <pass>')).toBe('<********> <********> <********>');
});

test('what is no secret stays as it is, and so does what would hide everything', () => {
	const mask = createMask();
	mask.add('a');
	mask.add('');
	expect(mask.text('a banana')).toBe('a banana');
});
