import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {ColumnLayout} from '../../../src/output/column-layout.ts';
import type {Column} from '../../../src/output/dataset.ts';
import {fitColumns} from '../../../src/output/formats/table-layout.ts';
import {laws} from '../../support/laws/laws.ts';

const text = (key: string, layout: ColumnLayout = {}): Column => ({key, title: key, kind: 'text', layout});
const crash: readonly Column[] = [
	text('fingerprint', {priority: 1, minWidth: 16}),
	text('mark'),
	{key: 'count', title: 'Lines', kind: 'count', layout: {priority: 1}},
	{key: 'installations', title: 'Installations', kind: 'count'},
	text('class', {priority: 1, minWidth: 22, cut: 'start'}),
	text('method', {minWidth: 14, cut: 'start'}),
	text('message', {priority: 1, minWidth: 24, cut: 'lines'}),
	{key: 'firstDay', title: 'First day', kind: 'date', layout: {priority: 3}},
	{key: 'trend', title: 'Trend', kind: 'percent', layout: {priority: 3}},
];
const natural = [16, 4, 5, 13, 31, 31, 80, 10, 5];
const shownAt = (width: number | undefined) =>
	fitColumns(crash, natural, width).shown.map(({index, width: own}) => `${crash[index]?.key} ${own}`);

test.each<[number | undefined, readonly string[]]>([
	[60, ['fingerprint 16', 'count 5', 'class 31']],
	[80, ['fingerprint 16', 'mark 4', 'count 5', 'class 23', 'message 24']],
	[100, ['fingerprint 16', 'mark 4', 'count 5', 'installations 13', 'class 26', 'message 26']],
	[120, ['fingerprint 16', 'mark 4', 'count 5', 'installations 13', 'class 23', 'method 23', 'message 24']],
	[undefined, crash.map(({key}, index) => `${key} ${natural[index]}`)],
])(
	'shows crashes in %s columns and hides the last columns before class and message become unreadable',
	(width, expected) => {
		expect(shownAt(width)).toEqual(expected);
	},
);

test('hides columns without a priority from the right', () => {
	const columns = ['a', 'b', 'c', 'd'].map(key => text(key));
	const {shown, hidden} = fitColumns(columns, [40, 20, 20, 20], 54);
	expect(shown.map(({index}) => index)).toEqual([0, 1, 2]);
	expect(hidden).toBe(1);
});

test('a wider terminal never hides a column that a narrower one shows', () => {
	const law = fc.asyncProperty(
		fc.array(fc.integer({min: 1, max: 60}), {minLength: crash.length, maxLength: crash.length}),
		fc.integer({min: 1, max: 250}),
		async (widths, width) => {
			const keysAt = (columns: number) => fitColumns(crash, widths, columns).shown.map(({index}) => index);
			expect(keysAt(width + 1)).toEqual(expect.arrayContaining([...keysAt(width)]));
		},
	);
	return fc.assert(law, laws(100));
});

test('keeps the first column and the one that rows are sorted by', () => {
	const columns = ['a', 'b', 'c', 'd'].map(key => text(key)).with(3, {...text('d'), layout: {priority: 0}});
	expect(fitColumns(columns, [40, 20, 20, 20], 54).shown.map(({index}) => index)).toEqual([0, 1, 3]);
	expect(fitColumns(columns, [40, 20, 20, 20], 42).shown.map(({index}) => index)).toEqual([0, 3]);
});

test('hides the oldest of dates first, even if they are the only columns', () => {
	const months = ['2026-01', '2026-02', '2026-03'].map(
		(key): Column => ({key, title: key, kind: 'count', layout: {keepsRight: true}}),
	);
	const shownOf = (columns: readonly Column[], width: number) =>
		fitColumns(
			columns,
			columns.map(() => 7),
			width,
		).shown.map(({index}) => columns[index]?.key);
	expect(shownOf([text('who'), text('figure'), ...months], 36)).toEqual(['who', 'figure', '2026-02', '2026-03']);
	expect(shownOf(months, 16)).toEqual(['2026-02', '2026-03']);
});
