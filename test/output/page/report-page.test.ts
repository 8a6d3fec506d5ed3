import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {ChartRule} from '../../../src/output/chart/chart.ts';
import {createCharts} from '../../../src/output/chart/dataset-charts.ts';
import type {WholeDataset} from '../../../src/output/dataset.ts';
import {findAnswer} from '../../../src/output/page/page-answer.ts';
import {type PageOptions, renderReportPage} from '../../../src/output/page/report-page.ts';
import {laws} from '../../support/laws/laws.ts';

/** Text of the page without its marks. */
const textOf = (data: WholeDataset, rule: ChartRule, options: Partial<PageOptions> = {}) =>
	renderReportPage(data, rule, {now: new Date('2026-06-30T12:00:00Z'), notes: [], ...options})
		.html.replace(/<(style|script|svg)[\s\S]*?<\/\1>/g, '')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();

test('says that data of the sandbox is synthetic', () => {
	const data: WholeDataset = {columns: [], about: {title: 'Installations'}, blocks: [[]]};
	expect(textOf(data, {title: 'Installations'}, {isSynthetic: true})).toMatch(
		/^Installations Installations Synthetic data from the sandbox of usagectl/,
	);
});

test('says the days below the title, and a note of the answer only once', () => {
	const about = {
		title: '5.0 compared with 4.10: ok',
		products: [7],
		facts: [['Days', '2026-06-10 to 2026-06-30 (21 days)'] as const],
		answer: {figure: '5 %', text: 'of the installations; it falls below 4 % in May'},
	};
	const notes = ['it falls below 4 % in May', 'in May'];
	const told = textOf({columns: [], about, blocks: [[]]}, {title: 'T'}, {notes});
	expect(told).toContain(
		'5.0 compared with 4.10: ok 2026-06-10 to 2026-06-30 (21 days) · Product 7 5 % of the installations; it falls below 4 % in May in May ',
	);
});

test('the CSV to save has no formulas', () => {
	const columns = [{key: 'class', title: 'Class', kind: 'text'}] as const;
	const data: WholeDataset = {columns, about: {title: 't'}, blocks: [[['=HYPERLINK("x")'], ['plain']]]};
	const {html} = renderReportPage(data, {title: 'T'}, {now: new Date(0), notes: []});
	const [, saved = ''] = /data:text\/csv;charset=utf-8;base64,([^"]*)/.exec(html) ?? [];
	expect(Buffer.from(saved, 'base64').toString()).toBe(`"class"\n"'=HYPERLINK(""x"")"\n"plain"\n`);
});

const answerOf = (
	columns: WholeDataset['columns'],
	rows: WholeDataset['blocks'][0],
	more: Partial<WholeDataset> = {},
) => {
	const answer = findAnswer({columns, about: {title: 't'}, blocks: [rows], ...more}, {title: 'T', size: 'engaged'});
	return answer && `${answer.figure} ${answer.text}`;
};
const date = {key: 'date', title: 'Date', kind: 'date', unit: 'month'} as const;
const complete = {key: 'complete', title: 'Period', kind: 'boolean', marksIncomplete: true} as const;

describe('the answer', () => {
	test('of uses over time is their sum, of installations the last complete date', () => {
		const rows = [
			['2026-05-01', 1200, true],
			['2026-06-01', 34, true],
			['2026-07-01', 5, false],
		] as const;
		const figure = (unit: string) => ({key: 'figure', title: 'Figure', kind: 'count', unit}) as const;
		expect(answerOf([date, figure('uses'), complete], rows)).toBe('1,234 figure in complete months');
		expect(answerOf([date, figure('installations'), complete], rows)).toBe('34 figure installations in 2026-06');
		expect(answerOf([date, figure('uses'), complete], rows.slice(2))).toBeUndefined();
	});

	test('of cohorts is the share of those whose losses are known after one period', () => {
		const columns = [
			{key: 'installationMonth', title: 'Installation month', kind: 'date', unit: 'month'},
			{key: 'period', title: 'Month', kind: 'period'},
			{key: 'engaged', title: 'Engaged', kind: 'count', unit: 'installations'},
			{key: 'lost', title: 'Lost', kind: 'count', unit: 'installations'},
			{key: 'lossesComplete', title: 'Losses', kind: 'boolean', marksIncomplete: ['engaged']},
		] as const;
		const cohorts = [
			['2026-04-01', 0, 100, 0, true],
			['2026-04-01', 1, 60, 40, true],
			['2026-05-01', 0, 300, 0, true],
			['2026-05-01', 1, 150, 150, true],
			['2026-06-01', 0, 90, 0, true],
			['2026-06-01', 1, 89, 1, false],
		] as const;
		expect(answerOf(columns, cohorts)).toBe('52.5 % of 400 installations were still in use after 1 month');
		expect(answerOf(columns, cohorts.slice(4))).toBeUndefined();
	});

	const edition = {key: 'prodEdition', title: 'Edition', kind: 'label'} as const;
	const active = {key: 'active', title: 'Active', kind: 'count', unit: 'installations'} as const;
	const rows = [
		['Pro', 734],
		['Home', 509],
	] as const;

	test('of a list is its sum, unless segments that the user wrote may overlap or rows are missing', () => {
		expect(answerOf([edition, active], rows)).toBe('1,243 active installations');
		expect(answerOf([edition, active], rows, {about: {title: 't', sumDiffers: true}})).toBeUndefined();
		expect(answerOf([edition, active], rows, {isCut: () => true})).toBeUndefined();
	});

	test('of a list with its total is that total, which may differ from the sum of the rows', () => {
		const level = {key: 'level', title: 'Level', kind: 'text'} as const;
		const withTotal = [
			['Pro', 'prodEdition', 734],
			['Home', 'prodEdition', 509],
			[null, 'total', 1250],
		] as const;
		const about = {title: 't', sumDiffers: true};
		expect(answerOf([edition, level, active], withTotal, {about})).toBe('1,250 active installations');
	});

	test('of a comparison is the change', () => {
		const columns = [
			edition,
			{...active, key: 'value', title: 'Active'},
			{...active, key: 'baseline', title: 'Before'},
			{key: 'delta', title: 'Change', kind: 'number'},
		] as const;
		const about = {title: 't', isCompared: true};
		expect(answerOf(columns, [['Pro', 60, 50, 10]], {about})).toBe(
			'+10 active installations (+20 %): 50 before, 60 now',
		);
		const two = [
			['Pro', 60, 50, 10],
			['Home', 1, 21, -20],
		] as const;
		expect(answerOf(columns, [...two, ['Trial', 9, null, null]], {about})).toBeUndefined();
		expect(answerOf(columns, two, {about})).toBe('−10 active installations (−14.08 %): 71 before, 61 now');
	});

	test('is the one that the command gives, if it gives one', () => {
		const about = {title: 't', answer: {figure: 'fail', text: 'crashes 11.6 times as often'}};
		expect(answerOf([edition, active], rows, {about})).toBe('fail crashes 11.6 times as often');
	});
});

/** Rows of labels (outer and inner with `--totals`), or of dates, the last of which may be incomplete. */
const rowsOf = (
	counts: readonly number[],
	{isByDate, hasTotals, isOpen}: {isByDate: boolean; hasTotals: boolean; isOpen: boolean},
): Pick<WholeDataset, 'columns' | 'blocks'> => {
	const uses = {key: 'uses', title: 'Uses', kind: 'count', unit: 'uses'} as const;
	const label = (key: string) => ({key, title: key, kind: 'label'}) as const;
	if (isByDate) {
		const date = {key: 'date', title: 'Date', kind: 'date', unit: 'month'} as const;
		const columns = [date, uses, {key: 'complete', title: 'Period', kind: 'boolean', marksIncomplete: true} as const];
		const month = (at: number) => new Date(Date.UTC(2020, at, 1)).toISOString().slice(0, 10);
		return {columns, blocks: [counts.map((count, at) => [month(at), count, !isOpen || at < counts.length - 1])]};
	}
	if (!hasTotals) return {columns: [label('name'), uses], blocks: [counts.map((count, at) => [`n${at}`, count])]};
	const columns = [label('outer'), label('inner'), {...label('level'), kind: 'text'} as const, uses];
	const total = counts.reduce((sum, count) => sum + count, 0);
	const rows = counts.map((count, at) => ['all', `n${at}`, 'inner', count]);
	return {columns, blocks: [[['all', null, 'outer', total], ...rows]]};
};

test('the answer is the sum of what the chart draws, and a chart that leaves rows out says so', () => {
	fc.assert(
		fc.property(
			fc.array(fc.nat(5000), {minLength: 1, maxLength: 70}),
			fc.record({isByDate: fc.boolean(), hasTotals: fc.boolean(), isOpen: fc.boolean()}),
			(counts, shape) => {
				const data = {...rowsOf(counts, shape), about: {title: 't'}, totalsComplete: true};
				const {html} = renderReportPage(data, {title: 'T'}, {now: new Date(0), notes: []});
				const shown = /<p class="answer"><b>([\d,]+)</.exec(html)?.[1]?.replaceAll(',', '');
				const series = createCharts(data, {title: 'T'}).flatMap(chart => ('series' in chart ? chart.series : []));
				const drawn = series.flatMap(({values, incomplete}) => values.filter((_, at) => !incomplete?.[at]));
				const isNone = shape.isByDate && shape.isOpen && counts.length === 1;
				expect(shown).toBe(isNone ? undefined : String(drawn.reduce<number>((sum, value) => sum + (value ?? 0), 0)));
				expect(/The first 60 of/.test(html)).toBe(!shape.isByDate && counts.length > 60);
			},
		),
		laws(12, 300),
	);
});

test('shows no facts and notes without a description', () => {
	const columns = [
		{key: 'name', title: 'Name', kind: 'text'},
		{key: 'reason', title: 'Left out where nothing is in it', kind: 'text', hiddenWhenEmpty: true},
	] as const;
	const data = {columns, about: {title: 'events top'}, blocks: [[['Open', null]]]} as const;
	expect(textOf(data, {title: 'Lines of each event'})).toBe(
		'events top events top Rows Save as CSV Name Open About this page Created 2026-06-30 12:00 UTC by usagectl',
	);
});
