import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createMask} from '../../src/client/mask.ts';

test('hides a secret in every spelling', () => {
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

test('a password that is a word of a rejection hides only itself', () => {
	const mask = createMask();
	mask.add('wrong');
	expect(mask.text('not signed in: wrong user or password')).toBe('not signed in: wrong user or password');
	for (const text of ['{"password":"wrong"}', 'query=%7B%22password%22%3A%22wrong%22%7D', 'password=wrong&user=ada'])
		expect(mask.text(text)).not.toContain('wrong');
});

test('hides a secret of a million characters', () => {
	const mask = createMask();
	const secret = 'a"b c/ü '.repeat(125_000);
	mask.add(secret);
	for (const text of [secret, JSON.stringify(secret), encodeURIComponent(secret)])
		expect(mask.text(text).length).toBeLessThan(20);
});

test('hides each spelling to its last character', () => {
	const mask = createMask();
	mask.add('a"b c/ü');
	for (const text of ['a"b c/ü', 'a\\"b c/ü', 'a%22b%20c%2F%C3%BC', 'a%5C%22b%20c%2F%C3%BC', 'a%22b+c%2F%C3%BC'])
		expect(mask.text(`<${text}>`)).toBe('<********>');
	mask.add('half \ud83d pair');
	expect(mask.text('<half%20%EF%BF%BD%20pair>')).toBe('<********>');
});

const escaped = (text: string, toHex: (hex: string) => string) =>
	text.replace(/./gs, one => `\\u${toHex(one.charCodeAt(0).toString(16).padStart(4, '0'))}`);

test.each(['canary-session-0123', 'pässwörd', 'a"b\\c/ü', 'ÿÿÿÿÿÿÿ?>'])('hides a reflected secret: %j', secret => {
	const mask = createMask();
	mask.add(secret);
	const bytes = Buffer.from(secret);
	const latin1 = Buffer.from(secret, 'latin1');
	const spelt = [
		escaped(secret, hex => hex),
		escaped(secret, hex => hex.toUpperCase()),
		JSON.stringify(secret).replace(/[^ -~]/g, one => escaped(one, hex => hex)),
		bytes.toString('latin1'),
		latin1.toString(),
		bytes.toString('base64'),
		bytes.toString('base64url'),
		latin1.toString('base64'),
	];
	for (const text of spelt) expect(mask.text(`<${text}>`), text).toContain('********');
	for (const user of ['a', 'ab', 'abc', 'ada@example.com']) {
		const basic = Buffer.from(`${user}:${secret}`).toString('base64');
		const shown = mask.text(basic);
		expect(shown).toContain('********');
		// What is left of it says nothing but a part of its first or last character.
		expect(Buffer.from(shown.split('********').at(-1) ?? '', 'base64').length).toBeLessThan(2);
	}
});

test('hides a secret within a secret', () => {
	const mask = createMask();
	mask.add('name');
	mask.add('name:pass-word');
	mask.add('pass');
	expect(mask.text('<name:pass-word> <name> <pass>')).toBe('<********> <********> <********>');
});

test('leaves other texts and very short secrets unchanged', () => {
	const mask = createMask();
	mask.add('a');
	mask.add('');
	expect(mask.text('a banana')).toBe('a banana');
});

test('hides a secret of any length', () => {
	for (const length of [300, 301, 100_000]) {
		const mask = createMask();
		mask.add('x"'.repeat(length));
		expect(mask.text(`<${'x"'.repeat(length)}> <${JSON.stringify('x"'.repeat(length))}>`)).toBe(
			'<********> <"********">',
		);
	}
});
