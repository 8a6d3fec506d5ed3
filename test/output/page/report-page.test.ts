import {expect, test} from 'vitest';
import type {ChartRule} from '../../../src/output/chart/chart.ts';
import type {WholeDataset} from '../../../src/output/dataset.ts';
import {type PageOptions, renderReportPage} from '../../../src/output/page/report-page.ts';

/** Text of the page without its marks. */
const textOf = (data: WholeDataset, rule: ChartRule, options: Partial<PageOptions> = {}) =>
	renderReportPage(data, rule, {now: new Date('2026-06-30T12:00:00Z'), ...options})
		.html.replace(/<(style|script|svg)[\s\S]*?<\/\1>/g, '')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();

test('says that data of the sandbox is synthetic', () => {
	const data: WholeDataset = {columns: [], about: {title: 'Installations'}, blocks: [[]]};
	expect(textOf(data, {title: 'Installations'}, {isSynthetic: true})).toMatch(
		/^Installations Synthetic data from the sandbox of usagectl/,
	);
});

test('the CSV to save has no formulas', () => {
	const columns = [{key: 'class', title: 'Class', kind: 'text'}] as const;
	const data: WholeDataset = {columns, about: {title: 't'}, blocks: [[['=HYPERLINK("x")'], ['plain']]]};
	const {html} = renderReportPage(data, {title: 'T'}, {now: new Date(0)});
	const [, saved = ''] = /data:text\/csv;charset=utf-8;base64,([^"]*)/.exec(html) ?? [];
	expect(Buffer.from(saved, 'base64').toString()).toBe(`"class"\n"'=HYPERLINK(""x"")"\n"plain"\n`);
});

test('adds up uses over time, but counts installations only once', () => {
	const date = {key: 'date', title: 'Date', kind: 'date', unit: 'month'} as const;
	const totalsOf = (unit: string) => {
		const columns = [date, {key: 'figure', title: 'Figure', kind: 'count', unit}] as const;
		const rows = [
			['2026-05-01', 1200],
			['2026-06-01', 34],
		] as const;
		return textOf({columns, about: {title: 't'}, blocks: [rows]}, {title: 'T'});
	};
	expect(totalsOf('uses')).toMatch(/usagectl Figure 1,234 T: Figure Rows .* 2026-05 1,200 2026-06 34$/);
	expect(totalsOf('installations')).toMatch(/usagectl T: Figure Rows /);
});

test('totals leave out incomplete dates, but not the size of a cohort that still grows', () => {
	const complete = {key: 'complete', title: 'Period', kind: 'boolean', tellsComplete: true} as const;
	const engaged = {key: 'engaged', title: 'Engaged', kind: 'count', unit: 'installations'} as const;
	const totalsOf = (columns: WholeDataset['columns'], rows: WholeDataset['blocks'][0]) =>
		textOf({columns, about: {title: 't'}, blocks: [rows], totalsComplete: true}, {title: 'T', size: 'engaged'})
			.replace(/^.*by usagectl /, '')
			.replace(/(?:^| )T(?::|,| Rows| Dashed).*$/, '');
	const date = {key: 'date', title: 'Date', kind: 'date', unit: 'month'} as const;
	const uses = {key: 'uses', title: 'Uses', kind: 'count'} as const;
	const byDate = [date, uses, complete] as const;
	const [may, june] = [
		['2026-05-01', 5, true],
		['2026-06-01', 3, false],
	] as const;
	expect(totalsOf(byDate, [may, june])).toBe('Uses, complete months 5');
	expect(totalsOf(byDate, [june])).toBe('');
	const cohort = {key: 'installationMonth', title: 'Installation month', kind: 'date', unit: 'month'} as const;
	const byCohort = [cohort, {key: 'period', title: 'Month', kind: 'period'} as const, engaged, complete] as const;
	const cohorts = [may, june].map(([month, size, mark]) => [month, 0, size, mark] as const);
	expect(totalsOf(byCohort, cohorts)).toBe('Installations 8');
});

test('shows no facts and notes without a description', () => {
	const columns = [
		{key: 'name', title: 'Name', kind: 'text'},
		{key: 'reason', title: 'Left out where nothing is in it', kind: 'text', hiddenWhenEmpty: true},
	] as const;
	const data = {columns, about: {title: 'events top'}, blocks: [[['Open', null]]]} as const;
	expect(textOf(data, {title: 'Lines of each event'})).toBe(
		'events top events top Created 2026-06-30 12:00 UTC by usagectl Rows Save as CSV Name Open',
	);
});
