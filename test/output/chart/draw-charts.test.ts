import {stripVTControlCharacters} from 'node:util';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Chart, Heatmap, LineChart, Waterfall} from '../../../src/output/chart/chart.ts';
import {chooseCharts} from '../../../src/output/chart/choose-charts.ts';
import {drawCharts} from '../../../src/output/chart/draw-charts.ts';
import type {Cell, ColumnKind} from '../../../src/output/dataset.ts';
import {displayWidth} from '../../../src/output/display-width.ts';
import {drawFigure} from '../../../src/output/page/page-figure.ts';
import {table} from '../../../src/output/page/page-table.ts';
import {drawSvg} from '../../../src/output/page/svg-chart.ts';
import {laws} from '../../support/laws/laws.ts';

const column = (key: string, kind: ColumnKind) => ({key, title: key, kind});
const month = (number: number) => `2026-${String(number).padStart(2, '0')}-01`;

const cohorts = Array.from({length: 8}, (_, cohort) =>
	Array.from({length: 8 - cohort}, (_, period): Cell[] => {
		const engaged = Math.round(1000 * 0.8 ** period) - cohort;
		return [month(cohort + 1), String(period), engaged, engaged / 10, 1000 - engaged, 100 - engaged / 10];
	}),
).flat();
const retention = chooseCharts(
	[
		column('installationMonth', 'label'),
		column('period', 'period'),
		column('engaged', 'count'),
		column('engagedPercent', 'percent'),
		column('lost', 'count'),
		column('lostPercent', 'percent'),
	],
	cohorts,
	{title: 'Percent of installations still engaged', figures: ['engagedPercent'], size: 'engaged'},
);
const current = chooseCharts(
	[column('prodEdition', 'label'), column('os.version', 'label'), column('new', 'count'), column('active', 'count')],
	[
		['Pro', 'Windows 11', 12, 400],
		['Pro', '日本語日本語日本語日本語日本語日本語日本語日本語', 1, 90],
		['Home \u001b[31mred\u202e', '<NULL>', 120, 4000],
		['', 'x'.repeat(300), null, 7],
	],
	{title: 'Installations'},
);
const histogram = chooseCharts(
	[column('bin', 'bin'), column('installations', 'count')],
	[
		['≤ 1', 14],
		['2', 9],
		['3 - 5', 0],
		['≥ 6', 220_000],
	],
	{title: 'Lost installations by active days'},
);
const days = (series: number) =>
	chooseCharts(
		[
			column('date', 'date'),
			column('category', 'text'),
			column('name', 'text'),
			{key: 'value', title: 'Uses', kind: 'count'},
		],
		Array.from({length: 40 * series}, (_, at): Cell[] => [
			new Date(Date.UTC(2026, 0, 1 + Math.floor(at / series))).toISOString().slice(0, 10),
			'Files',
			`Open ${at % series}`,
			at % 11 === 0 ? null : Math.round(100 + 60 * Math.sin(at / 9 / series)) * ((at % series) + 1),
		]),
		{title: 'Events over time'},
	);
const all = [...retention, ...current, ...histogram, ...days(2), ...days(5)];

test.each([60, 100, 200])('reads well at %i columns', async width => {
	await expect(drawCharts(all, {width, depth: 1})).toMatchFileSnapshot(`../../transcripts/charts-${width}.txt`);
});

test.each([4, 8] as const)('shows the same in %i bits of color', depth => {
	const stripped = stripVTControlCharacters(drawCharts(current, {width: 100, depth}));
	expect(stripped).toBe(drawCharts(current, {width: 100, depth: 1}));
	expect(drawCharts(retention, {width: 100, depth})).toContain('\u001b[4');
});

test('keeps the service’s order of bins and mentions a logarithmic scale', () => {
	const lines = drawCharts(histogram, {width: 60, depth: 1}).split('\n');
	expect(lines.slice(1, 5).map(line => line.slice(0, 5).trim())).toEqual(['≤ 1', '2', '3 - 5', '≥ 6']);
	expect(lines).toContain('logarithmic scale');
});

test('does not draw a missing figure as zero', () => {
	expect(drawCharts(current, {width: 100, depth: 1})).toMatch(/new +– *$/m);
});

const label = fc.oneof(
	fc.string({unit: 'binary', maxLength: 40}),
	fc.constantFrom('', '<NULL>', '\u001b[2J', 'e\u0301'.repeat(50), '👩‍👩‍👧'.repeat(20), '\u202eabc', 'a\nb\tc'),
);
const value = fc.oneof(
	fc.integer({min: -5, max: 10_000_000}),
	fc.double({noNaN: true, min: 0, max: 1e9}),
	fc.constant(null),
);
const number = fc.double({noNaN: true, min: -1e9, max: 1e9});
const chart: fc.Arbitrary<Chart> = fc.integer({min: 1, max: 8}).chain(size => {
	const labels = fc.array(label, {minLength: size, maxLength: size});
	const values = fc.array(value, {minLength: size, maxLength: size});
	const series = fc.array(fc.record({name: label, values}), {minLength: 1, maxLength: 5});
	return fc.oneof(
		fc.record({shape: fc.constant('bars' as const), title: label, categories: labels, series, percent: fc.boolean()}),
		fc.record({shape: fc.constant('lines' as const), title: label, dates: labels, series, percent: fc.boolean()}),
		fc.record({
			shape: fc.constant('heatmap' as const),
			title: label,
			columns: labels,
			rows: fc.array(
				fc.record({
					name: label,
					values: fc.array(fc.oneof(fc.double({min: 0, max: 100, noNaN: true}), fc.constant(null)), {maxLength: 8}),
					size: value,
				}),
				{minLength: size, maxLength: size},
			),
		}),
		fc.record({
			shape: fc.constant('waterfall' as const),
			title: label,
			steps: fc.array(fc.record({name: label, from: number, to: number}), {minLength: size, maxLength: size}),
		}),
	);
});

test('keeps any label from widening a line or reaching the terminal as a control', () => {
	fc.assert(
		fc.property(chart, fc.integer({min: 40, max: 220}), (one, width) => {
			const text = drawCharts([one], {width, depth: 1});
			expect(text).not.toMatch(/[^\P{Cc}\n]/u);
			for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
		}),
		laws(150),
	);
});

describe('percentages of few installations', () => {
	const proportion = {part: 'engaged', of: ['engaged', 'lost']};
	const columns = [
		column('country', 'label'),
		column('period', 'period'),
		column('engaged', 'count'),
		{...column('engagedPercent', 'percent'), proportion},
		column('lost', 'count'),
	];
	const rows: Cell[][] = [
		['US', '0', 40, 100, 0],
		['US', '1', 2, 67, 1],
		['IS', '0', 1, 100, 0],
	];
	const charts = chooseCharts(columns, rows, {title: 'Engaged', figures: ['engagedPercent'], size: 'engaged'});

	test('have no shade in a heat map, and their base if there is room', () => {
		expect(drawCharts(charts, {width: 40, depth: 1}).split('\n')).toEqual([
			'Engaged',
			'    n    0        1',
			'US 40  100█      67 n=3',
			'IS  1  100 n=1',
			'',
		]);
		expect(drawCharts(charts, {width: 20, depth: 1}).split('\n')).toEqual([
			'Engaged',
			'    n    0    1',
			'US 40  100█  67?',
			'IS  1  100?',
			'? fewer than 30 ins…',
			'',
		]);
	});

	test('have their base where losses are incomplete, too', () => {
		const [heatmap] = charts as [Heatmap];
		const incomplete = [
			[null, 'losses'],
			['losses', null],
		];
		const open = {...heatmap, rows: heatmap.rows.map((row, at) => ({...row, incomplete: incomplete[at] ?? []}))};
		const draw = (width: number) => drawCharts([open], {width, depth: 1}).split('\n').slice(1, -1);
		expect(draw(40)).toEqual(['    n    0         1', 'US 40  100█       67 n=3*', 'IS  1  100 n=1*']);
		expect(draw(20)).toEqual(['    n    0    1', 'US 40  100█ 67?*', 'IS  1 100?*', '? fewer than 30 ins…']);
		expect(drawSvg(open)).toContain('67  n = 3');
	});

	test('are gray on pages', () => {
		const svg = drawSvg(charts[0] as Chart);
		expect(svg.match(/var\(--few\)/g)).toHaveLength(2);
		expect(svg).toContain('67  n = 3');
		const page = table(columns, rows);
		expect(page).toContain('<td class="n k few">67 <small>n = 3</small></td>');
		expect(page).toContain('<td class="n k">100</td>');
		expect(drawFigure(charts[0] as Chart, drawSvg)).toContain('Gray: fewer than 30 installations.');
	});

	test('have their base beside a bar', () => {
		const bars = chooseCharts(columns.toSpliced(1, 1), [['IS', 1, 100, 0]], {
			title: 'Engaged',
			figures: ['engagedPercent'],
		});
		expect(drawCharts(bars, {width: 40, depth: 1})).toContain('100 % n = 1');
		expect(drawSvg(bars[0] as Chart)).toContain('100  n = 1');
	});
});

describe('intervals', () => {
	const proportion = {part: 'used', of: ['used', 'never']};
	const columns = [
		column('edition', 'label'),
		column('period', 'period'),
		column('used', 'count'),
		column('never', 'count'),
		{...column('percent', 'percent'), proportion},
		column('percentLow', 'percent'),
		column('percentHigh', 'percent'),
	];
	const rows: Cell[][] = [
		['Home', '0', 81, 182, 31, 26, 37],
		['Home', '1', 15, 133, 10, 6, 16],
	];
	const rule = {title: 'Used it', figures: ['used']};

	test('make a chart draw the percentage with whiskers instead of its count', () => {
		const [bars] = chooseCharts(
			columns.toSpliced(1, 1),
			rows.slice(0, 1).map(row => row.toSpliced(1, 1)),
			rule,
		);
		expect(bars).toMatchObject({title: 'Used it: percent', series: [{values: [31], intervals: [[26, 37]]}]});
		expect(drawFigure(bars as Chart, drawSvg)).toContain('Whiskers: 95 % intervals.');
		expect(drawSvg(bars as Chart).match(/stroke="var\(--ink\)" stroke-width="1.5"/g)).toHaveLength(3);
	});

	test('make lines of periods, but leave a heat map if there are many', () => {
		expect(chooseCharts(columns, rows, rule)).toMatchObject([
			{
				shape: 'lines',
				series: [
					{
						intervals: [
							[26, 37],
							[6, 16],
						],
					},
				],
			},
		]);
		const many = Array.from({length: 7}, (_, at) => [String(at), ...(rows[0] as Cell[]).slice(1)]);
		expect(chooseCharts(columns, many, rule)).toMatchObject([{shape: 'heatmap'}]);
	});
});

const linesOf = (count: number, more: Partial<LineChart> = {}): LineChart => ({
	...{shape: 'lines', title: 'Uses', dates: ['2026-01', '2026-02', '2026-03'], percent: false},
	series: Array.from({length: count}, (_, at) => ({name: `s${at}`, values: [at + 1, 10 * (at + 1), 5]})),
	...more,
});

describe('time charts', () => {
	test.each([60, 80, 120, 200])('use a terminal of %i columns up to its edge, with dates between the ends', width => {
		const lines = drawCharts([linesOf(2)], {width, depth: 1}).split('\n');
		expect(Math.max(...lines.map(displayWidth))).toBe(width);
		expect(lines.at(-2)?.trim().split(/ +/)).toEqual(['2026-01', '2026-02', '2026-03']);
	});

	test('write dates at equal distances, without touching each other', () => {
		const dates = Array.from({length: 90}, (_, at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10));
		fc.assert(
			fc.property(fc.integer({min: 40, max: 240}), fc.integer({min: 2, max: 90}), (width, count) => {
				const series = [{name: 'a', values: dates.slice(0, count).map((_, at) => at)}];
				const text = drawCharts([linesOf(1, {dates: dates.slice(0, count), series})], {width, depth: 1});
				const shown = (text.split('\n').at(-2) ?? '').trim().split(/ {2,}| … /);
				expect([shown[0], shown.at(-1)]).toEqual([dates[0], dates[count - 1]]);
				const places = shown.map(date => dates.indexOf(date));
				const steps = places.slice(1).map((at, index) => at - (places[index] ?? 0));
				expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
			}),
			laws(60),
		);
	});

	test('draw each series as high as its own largest figure if asked to', () => {
		const series = [
			{name: 'new', values: [1, 2]},
			{name: 'active', values: [50, 100]},
		];
		const draw = (isOwnScale: boolean) => drawCharts([linesOf(2, {series, isOwnScale})], {width: 60, depth: 1});
		const newest = (text: string) => text.split('\n').slice(1, 7).join('');
		expect(newest(draw(true))).toContain('█');
		expect(newest(draw(false))).not.toContain('█');
		expect(draw(true)).toContain('each series on its own scale');
		expect(draw(false)).not.toContain('scale');
	});

	test('draw a baseline on the scale of its range', () => {
		const series = [
			{name: 'now', values: [2, 2]},
			{name: 'before', values: [1, 1]},
		];
		const text = drawCharts([linesOf(2, {series, isPaired: true, isOwnScale: true})], {width: 60, depth: 1});
		expect(text.split('\n').slice(7, 10).join('')).not.toContain('█');
	});

	test.each([
		[1, 4, 1],
		[8, 4, 8],
		[8, 8, 8],
		[9, 8, 1],
	] as const)('of %i series have in %i bits of color %i colors', (count, depth, colors) => {
		const text = drawCharts([linesOf(count)], {width: 80, depth});
		const codes = text.split('\u001b').flatMap(part => /^\[([\d;]+)m/.exec(part)?.[1] ?? []);
		// Reset, bold and faint are no colors.
		expect(new Set(codes.filter(code => !['0', '1', '2'].includes(code))).size).toBe(colors);
	});

	test('of up to eight series have a color for each on a page; more are small charts with a title', () => {
		const colors = (svg: string) => new Set(svg.match(/var\(--s\d\)/g)).size;
		expect(colors(drawSvg(linesOf(8)))).toBe(8);
		const svg = drawSvg(linesOf(10));
		expect(colors(svg)).toBe(1);
		for (let at = 0; at < 10; at++) expect(svg).toContain(`>s${at}<`);
	});

	test('keep the largest of too many series, in their order', () => {
		const text = drawCharts([linesOf(30)], {width: 80, depth: 1});
		expect(text).not.toContain('s5 ');
		expect(text.indexOf('s6 ')).toBeLessThan(text.indexOf('s29 '));
		expect(text).toContain('… 6 smaller series; -o csv shows all');
	});
});

describe('what is hollow in lines', () => {
	const columns = [
		column('date', 'date'),
		column('active', 'count'),
		column('lost', 'count'),
		{...column('losses', 'boolean'), marksIncomplete: ['lost']},
		{...column('period', 'boolean'), marksIncomplete: true as const},
	];
	const rows: Cell[][] = [
		['2026-05-01', 8, 4, true, true],
		['2026-06-01', 8, 0, false, true],
		['2026-07-01', 1, 0, false, false],
	];
	const [counts] = chooseCharts(columns, rows, {title: 'Installations'}) as [LineChart];
	const percentages: LineChart = {
		...{shape: 'lines', title: 'Engaged', dates: ['0', '1', '2'], percent: true},
		series: [{name: 'Pro', values: [100, 50, 0], bases: [40, 30, 2]}],
	};
	const draw = (chart: LineChart, width = 40) => drawCharts([chart], {width, depth: 1}).split('\n');

	test('is each figure that is incomplete, even one of 0, and the summary leaves it out', () => {
		expect(draw(counts)).toEqual([
			'Installations',
			'active █████████████████████           8',
			'       █████████████████████',
			'       █████████████████████',
			'       █████████████████████',
			'       █████████████████████',
			'       █████████████████████░░░░░░░░░░',
			'lost                                   4',
			'',
			'',
			'       ███████████',
			'       ███████████',
			'       ███████████░░░░░░░░░░░░░░░░░░░░',
			'       2026-05-01          2026-07-01',
			'░ incomplete period or losses',
			'',
		]);
		expect(drawFigure(counts, drawSvg)).toContain('Dashed and hollow: incomplete period or losses.');
		expect(drawSvg(counts).match(/fill="var\(--ground\)"/g)).toHaveLength(3);
	});

	test('is each percentage of few installations', () => {
		const text = draw(percentages, 60);
		expect(text[1]).toMatch(new RegExp(` 50–100 %, ${percentages.dates[1]}: 50 %$`));
		expect(text[6]).toMatch(/█░+$/);
		expect(text.at(-2)).toBe('░ fewer than 30 installations (n = 2)');
		const svg = drawSvg(percentages);
		expect(svg).toContain('>n = 2<');
		expect(svg).not.toContain('>n = 30<');
		expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
	});

	test('has its number of installations in the summary if nothing else is there', () => {
		const series = [{name: 'Pro', values: [100, 0], bases: [7, 2]}];
		expect(draw({...percentages, dates: ['0', '1'], series}, 60)[1]).toMatch(/ 0–100 %, last 0 % n = 2$/);
	});

	test('is not the zero beside it, nor a gap, which has dots', () => {
		const series = [{name: 'a', values: [4, 0, null, 4]}];
		const text = draw({...percentages, dates: ['1', '2', '3', '4'], percent: false, series}, 30);
		expect(text.slice(6, 9)).toEqual(['  ████    ····████', '   1   2   3   4', '· no figure']);
		const alone = Array.from({length: 40}, (_, at) => (at === 20 ? 1 : null));
		const dates = alone.map((_, at) => String(at));
		const svg = drawSvg({...percentages, dates, percent: false, series: [{name: 'a', values: alone}]});
		expect(svg.match(/fill="var\(--s0\)"/g)).toHaveLength(1);
	});
});

describe('a waterfall', () => {
	const columns = [column('property', 'label'), column('value', 'label'), column('change', 'number')];
	const waterfall = {
		change: 'change',
		name: 'value',
		division: 'property',
		isOutside: (name: string) => name === 'pair',
	};
	const choose = (rows: readonly Cell[][]) =>
		chooseCharts(columns, rows, {title: 'Change', waterfall}) as readonly Waterfall[];

	test('has the parts of the first division, each from the sum of those before it', () => {
		const [drawn] = choose([
			['pair', 'DE + Pro', 90],
			['country', 'US', -10],
			['edition', 'Pro', 70],
			['country', 'DE', 80],
		]);
		expect(drawn).toMatchObject({
			title: 'Change by country',
			steps: [
				{name: 'DE', from: 0, to: 80},
				{name: 'US', from: 80, to: 70},
				{name: 'total', from: 0, to: 70, isTotal: true},
			],
		});
		expect(drawCharts([drawn as Chart], {width: 20, depth: 1}).split('\n')).toEqual([
			'Change by country',
			'DE    ▓▓▓▓▓▓▓▓▓▓ +80',
			'US             ░ -10',
			'total █████████  +70',
			'',
		]);
		expect(choose([['pair', 'DE + Pro', 90]])).toEqual([]);
	});

	test('joins small parts and ends with the sum of all', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({min: -50, max: 50}), {minLength: 1, maxLength: 40}), changes => {
				const [drawn] = choose(changes.map((change, at) => ['country', String(at), change]));
				const steps = drawn?.steps ?? [];
				expect(steps.length).toBeLessThanOrEqual(11);
				for (const [at, {from}] of steps.slice(1, -1).entries()) expect(from).toBe(steps[at]?.to);
				const total = changes.reduce((sum, change) => sum + change, 0);
				expect(steps.at(-1)).toMatchObject({from: 0, to: total, isTotal: true});
				expect(steps.at(-2)?.to).toBe(total);
			}),
			laws(100),
		);
	});

	test('names each change on a page', () => {
		const [drawn] = choose([
			['country', 'DE', 80],
			['country', 'US', -10],
		]);
		const figure = drawFigure(drawn as Chart, drawSvg);
		expect(figure).toContain('Change by country');
		expect(figure).toContain('>DE  +80<');
		expect(new Set(figure.match(/fill="var\(--s\d\)"/g))).toEqual(new Set(['fill="var(--s0)"', 'fill="var(--s1)"']));
	});
});
