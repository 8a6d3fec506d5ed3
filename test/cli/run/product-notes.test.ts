import {expect, test} from 'vitest';
import {createProductNotes} from '../../../src/cli/run/product-notes.ts';

test('a note of every product is written once, any other names its product', async () => {
	const written: string[] = [];
	const write = (kind: string) => async (text: string) => void written.push(`${kind}: ${text}`);
	const notes = createProductNotes(
		{
			note: write('note'),
			warn: write('warning'),
			caveat: write('caveat'),
			incomplete: write('caveat'),
			footnote: write('footnote'),
		},
		[101, 102],
	);
	const [one, two] = [notes.of(101), notes.of(102)];
	await one.note('using --lost-after 30 (default)');
	await one.caveat('today is not complete');
	await one.note('showing 5 of 9 rows');
	await two.note('using --lost-after 30 (default)');
	await two.warn('no key has the type x');
	expect(written).toEqual(['warning: product 102: no key has the type x']);
	await notes.flush();
	await two.note('3 files are already complete');
	expect(written.slice(1)).toEqual([
		'note: using --lost-after 30 (default)',
		'caveat: product 101: today is not complete',
		'note: product 101: showing 5 of 9 rows',
		'note: product 102: 3 files are already complete',
	]);
});
