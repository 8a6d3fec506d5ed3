import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Cell, Column} from '../../../src/output/dataset.ts';
import {orderRows, sortRows} from '../../../src/output/rows/order-rows.ts';

const edition: Column = {key: 'edition', title: 'Edition', kind: 'label'};
const version: Column = {key: 'version', title: 'Version', kind: 'label', isVersion: true};
const uses: Column = {key: 'uses', title: 'Uses', kind: 'count'};

describe('the requested order', () => {
	const columns = [version, uses];
	const rows: Cell[][] = [
		['4.10', 1],
		['4.2', null],
		['<NULL>', 30],
		['4.9', 4],
	];
	test('sorts versions by their parts, and missing values last in both directions', () => {
		const labels = (isDescending: boolean) =>
			sortRows(columns, rows, {key: 'version', isDescending}).map(([label]) => label);
		expect(labels(false)).toEqual(['4.2', '4.9', '4.10', '<NULL>']);
		expect(labels(true)).toEqual(['4.10', '4.9', '4.2', '<NULL>']);
	});
	test('sorts figures by size, and missing ones last', () => {
		const figures = (isDescending: boolean) =>
			sortRows(columns, rows, {key: 'uses', isDescending}).map(([, figure]) => figure);
		expect(figures(false)).toEqual([1, 4, 30, null]);
		expect(figures(true)).toEqual([30, 4, 1, null]);
	});
});

describe('the order for people', () => {
	const levels = (...keys: string[]) => keys.map(key => ({keys: [key]}));
	test.each([
		['asc', ['4.2', '4.10', '<NULL>']],
		['desc', ['4.10', '4.2', '<NULL>']],
	] as const)(
		'an alphabetical order sorts versions by their parts, %s, and other labels as the service does, but (none) last',
		(sortsVersions, labels) => {
			const order = (key: string) => ({levels: [{keys: [key], isGiven: true, sortsVersions}], size: 'uses'});
			const rows: Cell[][] = [
				['4.2', 1],
				['<NULL>', 2],
				['4.10', 3],
			];
			expect(orderRows([version, uses], rows, order('version')).map(([label]) => label)).toEqual(labels);
			expect(orderRows([edition, uses], rows, order('edition'))).toEqual([rows[0], rows[2], rows[1]]);
		},
	);
	test('sorts each level by the size of its groups, and versions by version', () => {
		const rows: Cell[][] = [
			['Home', '4.10', 5],
			['Home', '4.2', 1],
			['Pro', '4.10', 9],
			['Pro', '4.9', 9],
		];
		expect(orderRows([edition, version, uses], rows, {levels: levels('edition', 'version'), size: 'uses'})).toEqual([
			['Pro', '4.9', 9],
			['Pro', '4.10', 9],
			['Home', '4.2', 1],
			['Home', '4.10', 5],
		]);
	});
	test('sorts versions for programs too, and leaves everything else in the order of the service', () => {
		const rows: Cell[][] = [
			['Home', '4.10', 5],
			['Home', '4.2', 1],
			['Pro', '4.10', 9],
			['Pro', '4.9', 9],
		];
		const order = {levels: levels('edition', 'version'), size: 'uses', forPeople: false};
		expect(orderRows([edition, version, uses], rows, order)).toEqual([
			['Home', '4.2', 1],
			['Home', '4.10', 5],
			['Pro', '4.9', 9],
			['Pro', '4.10', 9],
		]);
	});
	test('puts a group before its members, and keeps a typed order', () => {
		const rows: Cell[][] = [
			['Home', null, 6],
			['Home', 'x', 2],
			['Home', 'y', 4],
			['Pro', null, 18],
			['Pro', 'x', 18],
		];
		const columns = [edition, {...edition, key: 'os'}, uses];
		expect(
			orderRows(columns, rows, {levels: levels('edition', 'os'), size: 'uses'}).map(row => row.slice(0, 2)),
		).toEqual([
			['Pro', null],
			['Pro', 'x'],
			['Home', null],
			['Home', 'y'],
			['Home', 'x'],
		]);
		const given = [
			{keys: ['edition'], isGiven: true},
			{keys: ['os'], isGiven: true},
		];
		expect(orderRows(columns, rows, {levels: given, size: 'uses'})).toEqual(rows);
	});
	test('keeps labels in the typed order', () => {
		const typed = [
			['Old', null, 1],
			['New', null, 2],
		] as const;
		const sorted = (...labels: string[]) =>
			orderRows([edition, version, uses], typed, {levels: [{keys: ['edition'], labels}], size: 'uses'}).map(
				([label]) => label,
			);
		expect([sorted('Old', 'New'), sorted('New', 'Old')]).toEqual([
			['Old', 'New'],
			['New', 'Old'],
		]);
	});
	test('takes the size of a cohort from its first period', () => {
		const period = {key: 'period', title: 'Month', kind: 'period'} as const;
		const rows = [
			['Home', 0, 5],
			['Home', 1, 4],
			['Pro', 0, 6],
		] as const;
		const ordered = orderRows([edition, period, uses], rows, {levels: levels('edition'), size: 'uses'});
		expect(ordered.map(([label]) => label)).toEqual(['Pro', 'Home', 'Home']);
	});
	test('neither loses nor adds rows', () => {
		const row = fc.tuple(fc.constantFrom('a', 'b', '__proto__', null), fc.constantFrom('4.2', '4.10', null), fc.nat(9));
		fc.assert(
			fc.property(fc.array(row), rows => {
				const ordered = orderRows([edition, version, uses], rows, {levels: levels('edition', 'version'), size: 'uses'});
				const texts = (list: readonly (readonly Cell[])[]) => list.map(each => JSON.stringify(each)).sort();
				expect(texts(ordered)).toEqual(texts(rows));
			}),
		);
	});
});
