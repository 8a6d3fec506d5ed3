import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {addDays} from '../../../src/calendar.ts';
import type {Cell, Column, ColumnKind} from '../../../src/output/dataset.ts';
import {compareRows, type Side} from '../../../src/output/rows/compare-rows.ts';
import {comparisonColumns} from '../../../src/output/rows/comparison-columns.ts';

const column = (key: string, kind: ColumnKind) => ({key, title: key, kind});
const columns = [column('date', 'date'), column('name', 'text'), column('uses', 'count'), column('share', 'percent')];
const side = (rows: Cell[][], days = 30, doubt?: string) => ({
	columns,
	rows,
	range: () => ({first: '2026-03-01', last: addDays('2026-03-01', days - 1)}),
	doubt: () => doubt,
});
const all = {keys: ['uses', 'share'], isNamed: true};
const asObjects = (rows: readonly (readonly Cell[])[]) =>
	rows.map(row => Object.fromEntries(comparisonColumns(columns, all).map(({key}, index) => [key, row[index]])));

test('compares dates by position, and computes delta and percent by figure', () => {
	const rows = compareRows(
		side([
			['2026-03-01', 'Open', 30, 50],
			['2026-03-02', 'Open', 10, 20],
		]),
		side([
			['2026-02-01', 'Open', 20, 40],
			['2026-02-02', 'Open', 0, null],
		]),
		all,
	);
	expect(asObjects(rows)).toEqual([
		{
			date: '2026-03-01',
			name: 'Open',
			baselineDate: '2026-02-01',
			figure: 'uses',
			value: 30,
			baseline: 20,
			delta: 10,
			deltaPercent: 50,
			reason: null,
		},
		{
			date: '2026-03-01',
			name: 'Open',
			baselineDate: '2026-02-01',
			figure: 'share',
			value: 50,
			baseline: 40,
			delta: 10,
			deltaPercent: 25,
			reason: null,
		},
		{
			date: '2026-03-02',
			name: 'Open',
			baselineDate: '2026-02-02',
			figure: 'uses',
			value: 10,
			baseline: 0,
			delta: 10,
			deltaPercent: null,
			reason: 'the baseline is 0',
		},
		{
			date: '2026-03-02',
			name: 'Open',
			baselineDate: '2026-02-02',
			figure: 'share',
			value: 20,
			baseline: null,
			delta: null,
			deltaPercent: null,
			reason: 'no figure in the baseline',
		},
	]);
});

test('marks what only one side has, and does not show it as zero', () => {
	const rows = asObjects(compareRows(side([['2026-03-01', 'New', 5, 1]]), side([['2026-02-01', 'Gone', 7, 1]]), all));
	expect(rows.map(({name, value, baseline, delta, reason}) => [name, value, baseline, delta, reason])).toEqual([
		['New', 5, null, null, 'no figure in the baseline'],
		['New', 1, null, null, 'no figure in the baseline'],
		['Gone', null, 7, null, 'no figure in the range'],
		['Gone', null, 1, null, 'no figure in the range'],
	]);
});

test('compares shares but not counts of ranges of different lengths', () => {
	const rows = asObjects(
		compareRows(side([['2026-03-01', 'Open', 31, 10]], 31), side([['2026-02-01', 'Open', 28, 8]], 28), all),
	);
	expect(rows.map(({figure, delta, reason}) => [figure, delta, reason])).toEqual([
		['uses', null, '31 days compared with 28'],
		['share', 2, null],
	]);
});

test('does not compare totals that are incomplete on one side, and omits what neither side has', () => {
	const whole = side([['2026-03-01', 'Open', 31, null]]);
	const open = side([['2026-02-01', 'Open', 28, null]], 30, 'today is not over');
	for (const [now, then] of [
		[whole, open],
		[open, whole],
	] as const) {
		expect(asObjects(compareRows(now, then, all)).map(({figure, delta, reason}) => [figure, delta, reason])).toEqual([
			['uses', null, 'today is not over'],
		]);
	}
});

test('keeps every figure of both sides, and delta is their difference', () => {
	const rows = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', '__proto__', '10', '9'), fc.nat(1000)), {
		selector: ([name]) => name,
		maxLength: 5,
	});
	fc.assert(
		fc.property(rows, rows, (mine, theirs) => {
			const [own, other] = [mine, theirs].map(list =>
				list.map(([name, uses]): Cell[] => ['2026-01-01', name, uses, null]),
			) as [Cell[][], Cell[][]];
			const outcome = asObjects(compareRows(side(own), side(other), all)).filter(({figure}) => figure === 'uses');
			const total = (key: 'value' | 'baseline') => outcome.reduce((sum, row) => sum + Number(row[key] ?? 0), 0);
			expect(total('value')).toBe(mine.reduce((sum, [, uses]) => sum + uses, 0));
			expect(total('baseline')).toBe(theirs.reduce((sum, [, uses]) => sum + uses, 0));
			for (const row of outcome)
				if (row.delta !== null) expect(row.delta).toBe(Number(row.value) - Number(row.baseline));
		}),
	);
});

test('writes one row per unit for one figure, with its name as the heading', () => {
	const one = {keys: ['uses'], isNamed: false};
	const rows = compareRows(
		side([
			['2026-03-01', 'Open', 30, 50],
			['2026-03-01', 'Never', null, null],
		]),
		side([['2026-02-01', 'Open', 20, 40]]),
		one,
	);
	expect(rows).toEqual([['2026-03-01', 'Open', '2026-02-01', 'uses', 20, 30, 10, 50, null]]);
	expect(comparisonColumns(columns, one).map(({key, title}) => [key, title])).toEqual([
		['date', 'date'],
		['name', 'name'],
		['baselineDate', 'Date before'],
		['figure', 'Figure'],
		['baseline', 'Before'],
		['value', 'Now'],
		['delta', 'Change'],
		['deltaPercent', 'Change %'],
		['reason', 'Not comparable'],
	]);
});

test('is complete if both sides are', () => {
	const telling: readonly Column[] = [
		column('name', 'text'),
		column('uses', 'count'),
		{key: 'complete', title: 'Period', kind: 'boolean', marksIncomplete: true},
	];
	const sideOf = (marks: readonly boolean[]): Side => ({
		columns: telling,
		rows: marks.map((mark, at) => [`row ${at}`, 1, mark]),
		range: () => ({first: '2026-06-01', last: '2026-06-30'}),
		doubt: () => undefined,
	});
	const one = {keys: ['uses'], isNamed: false};
	const rows = compareRows(sideOf([true, true, false]), sideOf([true, false]), one);
	expect(comparisonColumns(telling, one).at(-1)?.key).toBe('complete');
	expect(rows.map(row => row.at(-1))).toEqual([true, false, false]);
	const ofLosses = telling.map(each => (each.marksIncomplete ? {...each, marksIncomplete: ['lost']} : each));
	const open = {...sideOf([false]), columns: ofLosses};
	expect(compareRows(open, open, one)[0]?.at(-1)).toBe(true);
});

describe('percentages with their counts', () => {
	const counted: readonly Column[] = [
		{key: 'name', title: 'Name', kind: 'label'},
		{key: 'used', title: 'Used', kind: 'count'},
		{key: 'never', title: 'Never', kind: 'count'},
		{key: 'percent', title: '%', kind: 'percent', proportion: {part: 'used', of: ['used', 'never']}},
	];
	const sideOf = (rows: Cell[][], isOpen = false): Side => ({
		columns: counted,
		rows,
		range: () => ({first: '2026-06-01', last: '2026-06-30'}),
		doubt: () => undefined,
		isOpen: (_, {key}) => isOpen && key === 'percent',
	});
	const one = {keys: ['percent'], isNamed: false};
	/** Newcombe's examples: 56 of 70 and 48 of 80 differ, 5 of 56 and 0 of 29 do not. */
	const now = [
		['a', 56, 14, 80],
		['b', 5, 51, 8.93],
		['c', null, null, 50],
	];
	const then = [
		['a', 48, 32, 60],
		['b', 0, 29, 0],
		['c', 1, 1, 50],
	];

	test('carry their bases, and differ within or beyond noise', () => {
		const rows = compareRows(sideOf(now), sideOf(then), one).map(row => row.slice(-3));
		expect(rows).toEqual([
			[70, 80, 'beyond noise'],
			[56, 29, 'within noise'],
			[null, 2, null],
		]);
		expect(comparisonColumns(counted, one).map(({key}) => key)).toEqual(
			expect.arrayContaining(['valueBase', 'baselineBase', 'difference']),
		);
		expect(compareRows(sideOf(now), sideOf(then), {keys: ['used'], isNamed: false})[0]?.at(-1)).toBeNull();
	});

	test('have intervals, as their difference has', () => {
		const bounded = {...one, hasIntervals: true};
		const keys = comparisonColumns(counted, bounded).map(({key}) => key);
		const [row = []] = compareRows(sideOf(now), sideOf(then), bounded);
		const cells = Object.fromEntries(keys.map((key, place) => [key, row[place]]));
		expect(row).toHaveLength(keys.length);
		// Newcombe 1998, table II, row a, method 10: 0.0524 to 0.3339.
		expect(cells).toMatchObject({value: 80, baseline: 60, delta: 20, deltaLow: 5.24, deltaHigh: 33.39});
		expect(cells).toMatchObject({valueLow: 69.18, valueHigh: 87.7, baselineLow: 49.05, baselineHigh: 70.04});
		const open = compareRows(sideOf(now, true), sideOf(then), bounded)[0]?.slice(-3);
		expect(open).toEqual([null, null, null]);
	});

	test('are not compared if they will still change', () => {
		expect(compareRows(sideOf(now, true), sideOf(then), one)[0]?.slice(1)).toEqual([
			'percent',
			...[60, 80, null, null, 'losses are incomplete'],
			...[70, 80, null],
		]);
	});
});
