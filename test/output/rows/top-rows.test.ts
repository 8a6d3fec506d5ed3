import {expect, test} from 'vitest';
import type {Cell, Column, Row} from '../../../src/output/dataset.ts';
import {addShares, findShareBase, findTop, keepTop, shareColumns} from '../../../src/output/rows/top-rows.ts';

const keep = (
	columns: readonly Column[],
	rows: readonly Row[],
	{across, ...options}: {readonly count: number; readonly size: string; readonly across?: string},
) => keepTop({columns, rows}, findTop({columns, rows}, {...options, across}), {across});
const share = (columns: readonly Column[], rows: readonly Row[], base: Column | undefined) =>
	addShares({columns, rows}, base, {columns, rows});

const edition: Column = {key: 'prodEdition', title: 'Edition', kind: 'label'};
const country: Column = {key: 'country', title: 'Country', kind: 'label'};
const uses: Column = {key: 'uses', title: 'Uses', kind: 'count'};
const active: Column = {key: 'active', title: 'Active', kind: 'count', unit: 'installations'};
const average: Column = {key: 'average', title: 'Average', kind: 'number'};
const rows: Cell[][] = [
	['Home', 1, 2],
	['Pro', 6, 3],
	['Team', null, null],
	['Lite', 3, 1],
];

test('keeps the largest rows and one for the others: totals are added up, averages have no sum', () => {
	const columns = [edition, uses, average];
	expect(keep(columns, rows, {count: 2, size: 'uses'})).toEqual([
		['Pro', 6, 3],
		['Lite', 3, 1],
		['other', 1, null],
	]);
	expect(keep(columns, rows, {count: 9, size: 'uses'})).toHaveLength(4);
});

test('computes shares of a total, and none without a figure', () => {
	const columns = [edition, uses, average];
	expect(share(columns, rows, uses).map(row => row[3])).toEqual([10, 60, null, 30]);
	expect(addShares({columns, rows}, uses, {columns: [uses], rows: [[20]]}).map(row => row.slice(3))).toEqual([
		[5, 20],
		[30, 20],
		[null, 20],
		[15, 20],
	]);
	expect(share(columns, [['Home', 0, 0]], uses)).toEqual([['Home', 0, 0, null, 0]]);
});

const dated: readonly Column[] = [
	{key: 'date', title: 'Date', kind: 'date', unit: 'month'},
	edition,
	active,
	{key: 'complete', title: 'Period', kind: 'boolean', marksIncomplete: true},
];

test('the largest of all dates have a row on each date, and the rest is added up by date', () => {
	const months = [
		['2026-04-01', 'Home', 9, true],
		['2026-04-01', 'Pro', 5, true],
		['2026-04-01', 'Lite', 4, true],
		['2026-05-01', 'Home', 1, false],
		['2026-05-01', 'Pro', 8, false],
		['2026-05-01', 'Team', 2, false],
	];
	expect(keep(dated, months, {count: 1, size: 'active'})).toEqual([
		['2026-04-01', 'Pro', 5, true],
		['2026-04-01', 'other', 13, true],
		['2026-05-01', 'Pro', 8, false],
		['2026-05-01', 'other', 3, false],
	]);
});

const twoLevels = [
	['US', 'Pro', 9],
	['US', 'Home', 2],
	['DE', 'Pro', 3],
	['DE', 'Home', 5],
	['FR', 'Pro', 4],
];

test('the rest of two levels is named in the first', () => {
	expect(keep([country, edition, active], twoLevels, {count: 2, size: 'active'})).toEqual([
		['US', 'Pro', 9],
		['DE', 'Home', 5],
		['other', null, 9],
	]);
});

test('in a wide table the rest is a row with all its columns, and of a single level a column', () => {
	expect(keep([country, edition, active], twoLevels, {count: 1, size: 'active', across: 'prodEdition'})).toEqual([
		['US', 'Pro', 9],
		['US', 'Home', 2],
		['other', 'Pro', 7],
		['other', 'Home', 5],
	]);
	const single = keep(
		[edition, active],
		[
			['Pro', 9],
			['Home', 2],
		],
		{count: 1, size: 'active', across: 'prodEdition'},
	);
	expect(single).toEqual([
		['Pro', 9],
		['other', 2],
	]);
});

test('does not add up installations over events, because each may have used them all', () => {
	const columns: readonly Column[] = [
		{key: 'eventCategory', title: 'Category', kind: 'text'},
		{key: 'eventName', title: 'Event', kind: 'text'},
		uses,
		{key: 'users', title: 'Used it', kind: 'count', unit: 'installations'},
	];
	const events = [
		['Files', 'A', 6, 5],
		['Files', 'B', 3, 5],
		['', 'C', 1, 4],
	];
	expect(keep(columns, events, {count: 1, size: 'users'}).at(-1)).toEqual([null, 'other', 4, null]);
	const base = findShareBase(columns, 'users', true);
	expect(shareColumns(base)[0]?.title).toBe('Share of uses %');
	expect(share(columns, events, base).map(row => row[4])).toEqual([60, 30, 10]);
});

test('names what a share is a part of', () => {
	const titleOf = (column: Partial<Column>) =>
		shareColumns(findShareBase([{key: 'a', title: 'Active', kind: 'count', ...column}], 'a', false))[0]?.title;
	expect(titleOf({})).toBe('Share of active %');
	expect(titleOf({title: 'Used it', noun: 'users'})).toBe('Share of users %');
	expect(titleOf({kind: 'number'})).toBe('Share %');
});

test('computes the share of the rest from its sum, not from rounded shares', () => {
	// Each of the small shares is rounded from 0.0385 to 0.04.
	const small = [['A', 9_999_600], ...Array.from({length: 100}, (_, at) => [`small ${at}`, 4004])];
	const kept = keep([edition, uses], small, {count: 1, size: 'uses'});
	expect(share([edition, uses], kept, uses).map(row => row.slice(0, 3))).toEqual([
		['A', 9_999_600, 96.15],
		['other', 400_400, 3.85],
	]);
});

test('gives the rest no sum of what its rows may count twice', () => {
	const columns = [edition, uses, active];
	const found = [
		['Pro', 6, 3],
		['Home', 2, 2],
		['Lite', 1, 2],
	];
	const grouping = {across: undefined, canSum: ({unit}: Column) => unit !== 'installations'};
	expect(
		keepTop({columns, rows: found}, findTop({columns, rows: found}, {...grouping, count: 1, size: 'uses'}), grouping),
	).toEqual([
		['Pro', 6, 3],
		['other', 3, null],
	]);
});
