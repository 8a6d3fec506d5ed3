import {expect, test} from 'vitest';
import type {LineChart} from '../../../src/output/chart/chart.ts';
import {withMarks} from '../../../src/output/chart/date-marks.ts';
import {drawCharts} from '../../../src/output/chart/draw-charts.ts';
import type {Column} from '../../../src/output/dataset.ts';
import {drawFigure} from '../../../src/output/page/page-figure.ts';
import {drawSvg} from '../../../src/output/page/svg-chart.ts';

const chartOf = (dates: readonly string[]): LineChart => ({
	shape: 'lines',
	title: 'Installations',
	dates,
	series: [{name: 'Active', values: dates.map((_, at) => at + 1)}],
	percent: false,
});
const columnsBy = (unit: string): readonly Column[] => [{key: 'date', title: 'Date', kind: 'date', unit}];
const marksOf = (dates: readonly string[], unit: string, days: readonly string[]) => {
	const chart = withMarks(
		chartOf(dates),
		days.map((day, at) => ({day, label: `v${at}`})),
		columnsBy(unit),
	);
	return (chart as LineChart).marks?.map(({at, label}) => ({at, label}));
};

test('a mark is at the day, week or month that contains it', () => {
	expect(marksOf(['2026-03-01', '2026-03-02'], 'day', ['2026-03-02', '2026-03-03'])).toEqual([{at: 1, label: 'v0'}]);
	expect(marksOf(['2026-03-02', '2026-03-09'], 'week', ['2026-03-08', '2026-03-09', '2026-03-15'])).toEqual([
		{at: 0, label: 'v0'},
		{at: 1, label: 'v1, v2'},
	]);
	expect(marksOf(['2026-02', '2026-03'], 'month', ['2026-03-31', '2026-02-01', '2026-04-01'])).toEqual([
		{at: 0, label: 'v1'},
		{at: 1, label: 'v0'},
	]);
	expect(marksOf(['2026-03-01'], 'day', ['2026-03-02'])).toBeUndefined();
});

test('shows at most twelve marks, the latest', () => {
	const days = Array.from({length: 20}, (_, at) => `2026-03-${String(at + 1).padStart(2, '0')}`);
	expect(marksOf(days, 'day', days)?.map(({at}) => at)).toEqual(Array.from({length: 12}, (_, at) => at + 8));
});

test('a terminal and a page show marks, and escape their labels', () => {
	const dates = ['2026-03-01', '2026-03-02', '2026-03-03'];
	const hostile = '5.1\u001b[31m<script>{b}';
	const chart = withMarks(chartOf(dates), [{day: '2026-03-02', label: hostile}], columnsBy('day'));
	const drawn = drawCharts([chart], {width: 80, depth: 1});
	const lines = drawn.split('\n');
	expect(lines.find(line => line.trim() === '▲')?.indexOf('▲')).toBeGreaterThan(10);
	expect(drawn).toContain('▲ 2026-03-02 5.1');
	expect(drawn).not.toContain('\u001b[31m');
	const page = drawFigure(chart, drawSvg);
	expect(page).toContain('Marks: 2026-03-02 5.1');
	expect(page).toContain('{b}');
	expect(page).not.toContain('<script');
	expect(page.match(/stroke-dasharray/g)?.length ?? 0).toBeGreaterThan(0);
});
