import {expect, test} from 'vitest';
import type {ChartRule} from '../../../src/output/chart/chart.ts';
import {chooseCharts, chooseComparison} from '../../../src/output/chart/choose-charts.ts';
import {type Cell, type Column, type ColumnKind, isFigure} from '../../../src/output/dataset.ts';
import {compareRows} from '../../../src/output/rows/compare-rows.ts';
import {comparisonColumns} from '../../../src/output/rows/comparison-columns.ts';

/** What a comparison draws: one figure, as it is in the range and in the baseline. */

const column = (key: string, kind: ColumnKind): Column => ({key, title: key, kind});
const compared = (columns: readonly Column[], now: Cell[][], then: Cell[][], rule: ChartRule) => {
	const side = (rows: Cell[][]) => ({
		columns,
		rows,
		range: () => ({first: '2026-06-01', last: '2026-06-30'}),
		doubt: () => undefined,
	});
	const figures = {keys: rule.figures ?? columns.filter(isFigure).map(({key}) => key), isNamed: false};
	return chooseComparison(comparisonColumns(columns, figures), compareRows(side(now), side(then), figures), rule);
};

test('draws retention as lines of percentages over the periods, without other figures or a heat map', () => {
	const columns = [
		column('prodEdition', 'label'),
		column('period', 'period'),
		column('engaged', 'count'),
		column('engagedPercent', 'percent'),
		column('lost', 'count'),
	];
	const rows = (last: number): Cell[][] => [
		['Pro', 0, 50, 100, 0],
		['Pro', 1, 40, last, 10],
	];
	expect(
		compared(columns, rows(80), rows(70), {
			title: 'Percent of installations still engaged',
			figures: ['engagedPercent'],
		}),
	).toEqual([
		{
			shape: 'lines',
			title: 'Percent of installations still engaged, compared',
			dates: ['0', '1'],
			series: [
				{name: 'Pro / Now %', values: [100, 80]},
				{name: 'Pro / Before %', values: [100, 70]},
			],
			percent: true,
			isPaired: true,
		},
	]);
});

test('names in the title what every label would repeat, and in the labels the only name there is', () => {
	const columns = [
		column('country', 'label'),
		column('category', 'text'),
		column('name', 'text'),
		column('combiLabel', 'text'),
		column('used', 'count'),
	];
	const rows: Cell[][] = [
		['DE', 'Files', 'Open', null, 5],
		['US', 'Files', 'Open', null, 7],
	];
	expect(chooseCharts(columns, rows, {title: 'Used'})).toMatchObject([
		{title: 'Used (Files / Open)', categories: ['DE', 'US']},
	]);
	expect(chooseCharts(columns, rows.slice(0, 1), {title: 'Used'})).toMatchObject([
		{title: 'Used', categories: ['DE / Files / Open']},
	]);
	const other: Cell[][] = [...rows, ['US', 'Files', 'Save', null, 7]];
	expect(chooseCharts(columns, other, {title: 'Used'})).toMatchObject([
		{title: 'Used', categories: ['DE / Files / Open', 'US / Files / Open', 'US / Files / Save']},
	]);
	const dated = rows.flatMap(row => ['2026-01', '2026-02'].map(date => [date, ...row]));
	expect(chooseCharts([column('date', 'date'), ...columns], dated, {title: 'Used'})).toMatchObject([
		{title: 'Used (Files / Open): used', series: [{name: 'DE'}, {name: 'US'}]},
	]);
});

test('draws counts of cohorts as lines: only percentages have a shade', () => {
	const columns = [column('cohort', 'label'), column('period', 'period'), column('engaged', 'count')];
	const rows: Cell[][] = [
		['May', 0, 50],
		['May', 1, 40],
	];
	expect(chooseCharts(columns, rows, {title: 'Saved'})).toMatchObject([
		{shape: 'lines', dates: ['0', '1'], series: [{name: 'May', values: [50, 40]}]},
	]);
});

test('draws bars of both sides of a histogram, and no zero for what one side lacks', () => {
	const columns = [column('bin', 'bin'), column('installations', 'count')];
	const now: Cell[][] = [
		['1', 5],
		['2', 7],
	];
	expect(compared(columns, now, [['1', 9]], {title: 'Lost installations by active days'})).toEqual([
		{
			shape: 'bars',
			title: 'Lost installations by active days, compared',
			categories: ['1', '2'],
			series: [
				{name: 'Now', values: [5, 7]},
				{name: 'Before', values: [9, null]},
			],
			percent: false,
		},
	]);
});

test('draws a timeline over the dates of the range, and omits a date that only the baseline has', () => {
	const columns = [column('date', 'date'), column('name', 'text'), column('value', 'count')];
	const [chart] = compared(
		columns,
		[['2026-03-01', 'Open', 5]],
		[
			['2026-02-01', 'Open', 6],
			['2026-02-02', 'Open', 7],
		],
		{title: 'Events over time'},
	);
	expect(chart).toMatchObject({
		shape: 'lines',
		dates: ['2026-03-01'],
		series: [
			{name: 'Open / Now', values: [5]},
			{name: 'Open / Before', values: [6]},
		],
	});
});

test("draws the report's figure of a table, and nothing without rows", () => {
	const columns = [
		column('name', 'text'),
		column('cumulativeUsageCount', 'count'),
		column('averageCountPerUser', 'number'),
	];
	const uses = {title: 'Uses', figures: ['cumulativeUsageCount']};
	const charts = compared(columns, [['Open', 5, 0.5]], [['Open', 4, 0.4]], uses);
	expect(charts).toMatchObject([
		{title: 'Uses, compared', categories: ['Open'], series: [{values: [5]}, {values: [4]}]},
	]);
	expect(compared(columns, [], [], uses)).toEqual([]);
	expect(chooseCharts(columns, [], uses)).toEqual([]);
});

test('names products as such', () => {
	const columns = [column('product', 'text'), column('prodEdition', 'label'), column('active', 'count')];
	expect(chooseCharts(columns, [['7', 'Pro', 5]], {title: 'Installations'})).toMatchObject([
		{categories: ['product 7 / Pro']},
	]);
});
