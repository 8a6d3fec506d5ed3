import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {ChartRule} from '../../../src/output/chart/chart.ts';
import {createCharts} from '../../../src/output/chart/dataset-charts.ts';
import type {WholeDataset} from '../../../src/output/dataset.ts';
import {type PageOptions, renderReportPage} from '../../../src/output/page/report-page.ts';
import {laws} from '../../support/laws/laws.ts';

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
	const complete = {key: 'complete', title: 'Period', kind: 'boolean', marksIncomplete: true} as const;
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

test('the headline is the sum of what the chart draws, and a chart that leaves rows out says so', () => {
	fc.assert(
		fc.property(
			fc.array(fc.nat(5000), {minLength: 1, maxLength: 70}),
			fc.record({isByDate: fc.boolean(), hasTotals: fc.boolean(), isOpen: fc.boolean()}),
			(counts, shape) => {
				const data = {...rowsOf(counts, shape), about: {title: 't'}, totalsComplete: true};
				const {html} = renderReportPage(data, {title: 'T'}, {now: new Date(0)});
				const shown = /<dt>Uses(?:, complete months)?<\/dt><dd>([\d,]+)</.exec(html)?.[1]?.replaceAll(',', '');
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
		'events top events top Created 2026-06-30 12:00 UTC by usagectl Rows Save as CSV Name Open',
	);
});
