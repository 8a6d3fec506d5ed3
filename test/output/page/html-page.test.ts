import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {ChartRule} from '../../../src/output/chart/chart.ts';
import {chooseCharts} from '../../../src/output/chart/choose-charts.ts';
import type {Cell, ColumnKind} from '../../../src/output/dataset.ts';
import {pageFrame, renderPage} from '../../../src/output/page/html-page.ts';
import {script} from '../../../src/output/page/page-script.ts';
import {table} from '../../../src/output/page/page-table.ts';
import {createDraw, drawSvg} from '../../../src/output/page/svg-chart.ts';
import {browserPath, launchBrowser} from '../../support/program/browser.ts';

const column = (key: string, kind: ColumnKind) => ({key, title: key, kind});
const hostile = '</script><script>globalThis.broken=1</script><img src=x onerror="globalThis.broken=1">';
const labels = [hostile, '', '<NULL>', `e\u0301${'x'.repeat(300)}`, 'a\u001b[31m\u0000b', '\u202eabc', '日本語'];
const columns = [column('prodEdition', 'label'), column('new', 'count'), column('active', 'count')];
const rows: Cell[][] = labels.map((label, index) => [label, index * 10, index === 3 ? null : 1000 - index]);

const periods = [
	column('prodVersion', 'label'),
	column('period', 'period'),
	column('engaged', 'count'),
	column('engagedPercent', 'percent'),
];
const cohorts = labels.flatMap(label =>
	[0, 1, 2].map((period): Cell[] => [label, String(period), 90 - period, 100 - 30 * period]),
);
const dates = [column('date', 'date'), column('name', 'text'), column('value', 'number')];
const days = labels.flatMap(label =>
	[1, 2, 3].map((day): Cell[] => [`2026-03-0${day}`, label, day === 2 ? null : day * 7]),
);

const page = renderPage(
	{
		title: 'report current',
		scope: [`filter ${hostile}`],
		answer: {figure: hostile, text: hostile},
		facts: [['Filter', `prodEdition="${hostile}"`]],
		notes: [`groups under 30: ${hostile}`],
		charts: [
			...chooseCharts(columns, rows, {title: 'Installations'}),
			...chooseCharts(periods, cohorts, {
				title: 'Percent of installations still engaged',
				figures: ['engagedPercent'],
				size: 'engaged',
			}),
			...chooseCharts(dates, days, {title: 'Events over time'}),
		],
		columns,
		rows,
		csv: `prodEdition,new,active\n"${hostile.replaceAll('"', '""')}",1,2\n`,
		made: 'Created 2026-03-04 05:06 UTC',
	},
	createDraw(),
);

test('shows the figures of a column with the same number of decimals', () => {
	const html = table(
		[column('average', 'number'), column('new', 'count')],
		[
			[100, 3],
			[65.8, null],
			[45.25, 1200],
		],
	);
	const cells = [...html.matchAll(/<td[^>]*>([^<]*)/g)].map(([, shown]) => shown);
	expect(cells).toEqual(['100.00', '3', '65.80', '–', '45.25', '1,200']);
});

test('escapes tags, scripts and control characters in text from the service', () => {
	expect(page.replace(`<script>${script}</script>`, '')).not.toMatch(/<script|<img|onerror="globalThis/);
	expect(page).toContain('&lt;/script&gt;&lt;script&gt;');
	expect(page).not.toMatch(/[^\P{Cc}\n\t]/u);
});

test('loads nothing from elsewhere', () => {
	expect(page.match(/(?:src|href|url\()=?["']?(?!data:|#|http:\/\/www\.w3\.org)[^"' >)]{3,}/g) ?? []).toEqual([]);
	expect(page).toContain("default-src 'none'");
});

test('draws every shape of chart', () => {
	expect(page.match(/<figure>/g)).toHaveLength(3);
	expect(page.match(/<svg aria-hidden="true"/g)).toHaveLength(6);
});

test('reserves a line for the names of several series, and none for a single one', () => {
	const bars = (...names: readonly string[]) => {
		const series = names.map(name => ({name, values: [1]}));
		const svg = drawSvg({shape: 'bars', title: '', percent: false, categories: ['Home'], series});
		const [, height] = /viewBox="0 0 960 (\d+)"/.exec(svg) ?? [];
		return {height: Number(height), names: names.filter(name => svg.includes(`>${name}<`))};
	};
	const [one, two, three] = [bars('new'), bars('new', 'active'), bars('new', 'active', 'lost')];
	expect(one.names).toEqual([]);
	expect(two).toEqual({height: one.height + 14 + 30, names: ['new', 'active']});
	expect(three).toEqual({height: two.height + 14, names: ['new', 'active', 'lost']});
	const long = 'a long name that takes a third of it';
	const four = ['1', '2', '3', '4'].map(each => `${each} ${long}`.slice(0, 28));
	expect(bars(...four).height).toBe(one.height + 3 * 14 + 2 * 30);
});

test('treats names that every object inherits like other labels', () => {
	const inherited = ['__proto__', 'constructor', 'toString', 'valueOf'];
	const before = Object.getOwnPropertyNames(Object.prototype);
	const series = inherited.map((name, at) => ({name, values: inherited.map((_, place) => at + place)}));
	const svg = drawSvg({shape: 'bars', title: '', percent: false, categories: inherited, series});
	expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
	expect(Object.keys(Object)).toEqual([]);
	for (const name of inherited) expect(svg).toContain(`${name}<`);
});

const pageOf = (own: readonly ReturnType<typeof column>[], cells: Cell[][], rule: ChartRule) =>
	renderPage(
		{
			title: rule.title,
			scope: [],
			facts: [],
			notes: [],
			charts: chooseCharts(own, cells, rule),
			columns: own,
			rows: cells,
			csv: '',
			made: '',
		},
		createDraw(),
	);

test('cuts a chart to a legible size and says so, while the table has all rows', () => {
	const many = Array.from({length: 75}, (_, at): Cell[] => [`v${at}`, at, 2 * at]);
	const text = pageOf(columns, many, {title: 'Installations'});
	expect(text).toContain('The first 60 of 75; the table below contains all.');
	const [figure, table] = text.split('</figure>');
	expect([figure?.includes('>v59<'), figure?.includes('>v60<'), table?.includes('>v74<')]).toEqual([true, false, true]);
	expect(pageOf(columns, many.slice(0, 60), {title: 'Installations'})).not.toContain('The first');

	const series = Array.from({length: 30}, (_, at): Cell[] => ['2026-03-01', `e${at}`, at]);
	expect(pageOf(dates, series, {title: 'Events over time'})).toContain(
		'The 24 largest of 30; the table below contains all.',
	);
});

test('mentions a logarithmic scale', () => {
	const bins = [column('bin', 'bin'), column('installations', 'count')];
	const rowsTo = (top: number): Cell[][] => [
		['1', 3],
		['2', 4],
		['3', 5],
		['≥ 4', top],
	];
	expect(pageOf(bins, rowsTo(90_000), {title: 'Lost installations by active days'})).toContain('Logarithmic scale.');
	expect(pageOf(bins, rowsTo(90), {title: 'Lost installations by active days'})).not.toContain('Logarithmic scale.');
});

describe.runIf(browserPath)('in a browser', () => {
	let browser: Browser;
	const folder = mkdtempSync(join(tmpdir(), 'page-'));
	const address = pathToFileURL(join(folder, 'page.html')).href;
	beforeAll(async () => {
		writeFileSync(join(folder, 'page.html'), page);
		browser = await launchBrowser();
	});
	afterAll(async () => {
		await browser.close();
		rmSync(folder, {recursive: true});
	});
	const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

	test.each([
		['light', 1100],
		['dark', 1100],
		['light', 360],
	] as const)('is usable by all, makes no request and runs nothing: %s, %i pixels', async (colorScheme, width) => {
		const context = await browser.newContext({colorScheme, viewport: {width, height: 900}, bypassCSP: true});
		const view = await context.newPage();
		const requests: string[] = [];
		view.on('request', request => requests.push(request.url()));
		await view.goto(address);
		await view.evaluate(axe);
		const found = (await view.evaluate('axe.run()')) as {violations: {id: string; impact: string}[]};
		expect(found.violations.filter(({impact}) => impact === 'serious' || impact === 'critical')).toEqual([]);
		expect(requests).toEqual([address]);
		expect(await view.evaluate('globalThis.broken')).toBeUndefined();
		expect(await view.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
		expect(await view.locator('td', {hasText: '</script><script>'}).count()).toBe(1);
		await context.close();
	});

	const views = {
		wide: [1600, 'wide'],
		'a table': [820, 'wide'],
		narrow: [400, 'narrow'],
		'the narrowest': [360, 'narrow'],
	} as const;
	test.each(Object.entries(views))('shows one drawing of each chart, whole: %s', async (_, [width, shown]) => {
		const view = await browser.newPage({viewport: {width, height: 800}});
		await view.goto(address);
		for (const name of ['wide', 'narrow']) {
			expect(await view.locator(`figure .${name}`).first().isVisible(), name).toBe(name === shown);
		}
		const boxes = await view.evaluate(
			`[...document.querySelectorAll('figure .${shown} svg')].map(each => each.getBoundingClientRect().right)`,
		);
		for (const right of boxes as number[]) expect(right).toBeLessThanOrEqual(width);
		const [first] = await view.locator(`figure .${shown} svg`).all();
		expect((await first?.boundingBox())?.y).toBeLessThan(600);
		await view.close();
	});

	test('sorts by a heading, filters what is typed, and has neither without JavaScript', async () => {
		const path = join(folder, 'sorted.html');
		const many = Array.from({length: 12}, (_, at): Cell[] => [`4.${at}`, at === 3 ? null : 1000 * at, at]);
		writeFileSync(path, pageFrame('Rows', table(columns, many)));
		const address = pathToFileURL(path).href;
		const view = await browser.newPage();
		await view.goto(address);
		const firstCells = async () => view.locator('tbody tr:not([hidden]) td:first-child').allTextContents();
		await view.getByRole('button', {name: 'new'}).click();
		expect((await firstCells()).slice(0, 2)).toEqual(['4.11', '4.10']);
		expect((await firstCells()).at(-1)).toBe('4.3');
		await view.getByRole('button', {name: 'new'}).click();
		expect([(await firstCells())[0], (await firstCells()).at(-1)]).toEqual(['4.0', '4.3']);
		await view.getByRole('button', {name: 'prodEdition'}).click();
		expect((await firstCells()).slice(1, 4)).toEqual(['4.1', '4.2', '4.3']);
		await view.getByRole('searchbox').fill('4.1');
		expect(await firstCells()).toEqual(['4.1', '4.10', '4.11']);
		expect(await view.locator('output').textContent()).toBe('3 of 12 rows');
		await view.close();
		const plain = await browser.newContext({javaScriptEnabled: false});
		const without = await plain.newPage();
		await without.goto(address);
		expect(await without.locator('button, input').count()).toBe(0);
		expect(await without.locator('tbody tr').count()).toBe(12);
		await plain.close();
	});

	test('breaks only long words on paper, however many columns there are', async () => {
		const path = join(folder, 'wide.html');
		const names = Array.from({length: 16}, (_, at) => column(`Uses per session ${at}`, at === 0 ? 'text' : 'number'));
		writeFileSync(
			path,
			pageFrame(
				'Rows',
				table(names, [
					['Export', 1.25],
					['x'.repeat(200), 1.25],
				]),
			),
		);
		const view = await browser.newPage({viewport: {width: 718, height: 900}});
		await view.emulateMedia({media: 'print'});
		await view.goto(pathToFileURL(path).href);
		const heights = '[...document.querySelectorAll("tbody tr")].map(row => row.cells[0].getClientRects()[0].height)';
		const words = `[...document.querySelectorAll('th button')].flatMap(cell => {
			const range = document.createRange();
			return [...cell.textContent.matchAll(/[a-z]+/gi)].map(({0: word, index}) => {
				range.setStart(cell.firstChild, index);
				range.setEnd(cell.firstChild, index + word.length);
				return range.getClientRects().length;
			});
		})`;
		expect(new Set((await view.evaluate(words)) as number[])).toEqual(new Set([1]));
		const [short = 0, long = 0] = (await view.evaluate(heights)) as number[];
		expect(long).toBeGreaterThan(2 * short);
		await view.close();
	});

	test('saves the rows as CSV with the button', async () => {
		const view = await browser.newPage();
		await view.goto(address);
		const [download] = await Promise.all([view.waitForEvent('download'), view.getByText('Save as CSV').press('Enter')]);
		expect(download.suggestedFilename()).toBe('report-current.csv');
		expect(readFileSync(await download.path(), 'utf8')).toContain('prodEdition,new,active\n');
		await view.close();
	});
});

test.each([
	[
		[1, 1],
		['0', '1'],
	],
	[
		[0.5, 1],
		['0', '0.2', '0.4', '0.6', '0.8', '1'],
	],
])('has no fractions on the axis of counts: %j', (values, ticks) => {
	const categories = ['DE', 'US'];
	const svg = drawSvg({shape: 'bars', title: 'New', percent: false, categories, series: [{name: 'New', values}]});
	const texts = [...svg.matchAll(/text-anchor="middle"[^>]*>([^<]*)</g)].map(([, text]) => text);
	expect(texts).toEqual(ticks);
});

test('shows the whole label of a method and its class next to its bar', () => {
	const label = 'Aurora.Canvas.Renderer.Draw / System.NullReferenceException';
	const svg = drawSvg({
		shape: 'bars',
		title: 'Lines',
		percent: false,
		categories: [label],
		series: [{name: 'Lines', values: [3]}],
	});
	expect(svg).toContain(label);
});
