import {expect, test} from 'vitest';
import {chooseFootnotes, type Footnote} from '../../src/output/footnotes.ts';

const of = (kind: Footnote['kind'], text: string): Footnote => ({kind, text});
const caveats = [of('caveat', 'first'), of('caveat', 'second'), of('caveat', 'third')];
const hidden = [of('view', '9 more rows: --limit'), of('view', '4 more columns: -o csv')];
const choose = (footnotes: readonly Footnote[], all = false) => chooseFootnotes(footnotes, {isMarked: true, all});

test('shows two footnotes and counts the others', () => {
	expect(choose(caveats)).toEqual(['first', 'second', '+ 1 more: --notes']);
	expect(choose(caveats, true)).toEqual(['first', 'second', 'third']);
	expect(choose([...caveats, of('mark', 'today')])).toEqual(['* today', 'first', '+ 2 more: --notes']);
});

test('always says which rows and columns are not shown', () => {
	const text = '9 more rows: --limit; 4 more columns: -o csv';
	expect(choose(hidden)).toEqual([text]);
	expect(choose([...hidden, ...caveats.slice(1)])).toEqual(['second', 'third', text]);
	expect(choose([...hidden, ...caveats, of('note', 'remark')])).toEqual([
		'first',
		'second',
		`${text}; + 2 more: --notes`,
	]);
});
