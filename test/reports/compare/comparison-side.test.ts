import {describe, expect, test} from 'vitest';
import {countDays} from '../../../src/calendar.ts';
import type {Column} from '../../../src/output/dataset.ts';
import {createSide} from '../../../src/reports/compare/comparison-side.ts';
import {range} from '../../../src/reports/installation-counts.ts';
import {count, dateColumn, segmentColumn} from '../../../src/reports/report-columns.ts';
import {ask} from '../support/ask.ts';

const scope = {
	first: '2026-01-15',
	last: '2026-03-10',
	today: '2026-06-30',
	split: undefined as string | undefined,
	lostAfter: undefined as number | undefined,
	datedByContact: true,
};
const bin: Column = {key: 'bin', title: 'Bin', kind: 'bin'};
const side = (column: Column, changes: Partial<typeof scope> = {}) =>
	createSide({columns: [column], rows: [], scope: {...scope, ...changes}, countsLosses: () => true});

describe('counts the days of a row', () => {
	test('uses the inclusive range without dates', () => {
		expect(countDays(side({key: 'name', title: 'Event', kind: 'text'}).range(['Open']))).toBe(17 + 28 + 10);
	});
	test.each([
		['day', '2026-02-01', 1],
		['week', '2026-02-02', 7],
		['week', '2026-03-09', 2],
		['week', '2026-01-12', 4],
		['month', '2026-02-01', 28],
		['month', '2026-01-01', 17],
		['month', '2026-03-01', 10],
	])('by %s, what of the period from %s lies in the range: %i', (split, date, days) => {
		expect(countDays(side(dateColumn(split), {split}).range([date]))).toBe(days);
	});
	test('uses the period of a cohort, whatever the split', () => {
		expect(countDays(side(segmentColumn('installationMonth'), {split: 'day'}).range(['2026-02-01']))).toBe(28);
		expect(countDays(side(segmentColumn('installationWeek'), {split: 'month'}).range(['2026-02-02']))).toBe(7);
	});
	test('uses the range for a label that is not a date', () => {
		expect(countDays(side(segmentColumn('installationMonth')).range(['<NULL>']))).toBe(55);
	});
});

describe('marks counts that are not final', () => {
	test('in the period that contains today', () => {
		const open = side(dateColumn('month'), {split: 'month', last: '2026-06-30'});
		expect([open.doubt(['2026-05-01'], bin), open.doubt(['2026-06-01'], bin)]).toEqual([
			undefined,
			'today is not complete',
		]);
		expect(side(dateColumn('month'), {split: 'month', last: '2026-06-29'}).doubt(['2026-06-01'], bin)).toBeUndefined();
	});
	test('with losses that cannot be known yet', () => {
		const lost = {lostAfter: 30};
		expect(side(bin, {...lost, last: '2026-06-01'}).doubt(['2'], bin)).toBe(
			'losses after 2026-05-31 are not known yet',
		);
		expect(side(bin, {...lost, last: '2026-05-31'}).doubt(['2'], bin)).toBeUndefined();
		expect(side(bin, {...lost, last: '2026-06-01', datedByContact: false}).doubt(['2'], bin)).toBeUndefined();
	});
});

test('doubts the losses of a date only if it ends after the last known loss, and those of every cohort', () => {
	const scopeOf = {...scope, lostAfter: 30, last: '2026-06-29', split: 'month' as const};
	const doubtsOf = (column: Column) => {
		const {doubt} = createSide({columns: [column, bin], rows: [], scope: scopeOf, countsLosses: () => true});
		return ['2026-05-01', '2026-06-01'].map(date => doubt([date, 2], bin) !== undefined);
	};
	expect(doubtsOf(dateColumn('month'))).toEqual([false, true]);
	expect(doubtsOf(segmentColumn('installationMonth'))).toEqual([true, true]);
});

test('doubts only the counts that count losses', () => {
	const keys = ['new', 'active', 'lost'];
	const columns = keys.map(key => count(key));
	const {doubt} = createSide({
		columns,
		rows: [],
		scope: {...scope, lostAfter: 30, last: '2026-06-01'},
		countsLosses: range.countsLosses,
	});
	expect(columns.map(column => doubt([5, 9, 0], column))).toEqual([
		undefined,
		undefined,
		'losses after 2026-05-31 are not known yet',
	]);
});

describe('--compare', () => {
	const lost = 'churn days --from 2026-01-11 --to 2026-01-20 --lost-after 30';
	test('previous has the same length and ends the day before; its request is otherwise equal', async () => {
		const {requests, exitCode} = await ask(`${lost} --filter prodVersion=4.1 --compare previous`);
		const [range, baseline] = requests;
		expect({exitCode, calls: requests.length}).toEqual({exitCode: 0, calls: 2});
		expect(range).toMatchObject({startDate: '2026-01-11', stopDate: '2026-01-20'});
		expect(baseline).toEqual({...range, startDate: '2026-01-01', stopDate: '2026-01-10'});
	});

	test.each([
		['week', '2026-01-05', '2026-01-20', '2025-12-15'],
		['week', '2026-01-06', '2026-01-20', '2025-12-22'],
		['month', '2026-03-01', '2026-05-10', '2025-12-01'],
		['month', '2026-03-02', '2026-05-10', '2025-12-22'],
		['day', '2026-03-01', '2026-05-10', '2025-12-20'],
	])('previous has as many rows by %s from %s to %s: it starts on %s', async (split, first, last, start) => {
		const {requests} = await ask(
			`events timeline --from ${first} --to ${last} --split ${split} --event A/b --compare previous`,
		);
		expect(requests[1]?.startDate).toBe(start);
	});

	test('accepts a range of dates', async () => {
		for (const words of ['2025-01..2025-Q1', '2025-Q1']) {
			const {requests} = await ask(`${lost} --compare ${words}`);
			expect(requests[1]).toMatchObject({startDate: '2025-01-01', stopDate: '2025-03-31'});
		}
	});

	test('rows have value, baseline, delta, percent and the reason if there is none', async () => {
		const {stdout} = await ask(`${lost} --compare previous -o csv`, ['{"1":30,"2":5,"3":1}', '{"1":20,"2":0,"≥ 4":2}']);
		expect(stdout).toBe(
			[
				'bin,figure,baseline,value,delta,deltaPercent,reason',
				'1,installations,20,30,10,50,',
				'2,installations,0,5,5,,the baseline is 0',
				'3,installations,,1,,,no figure in the baseline',
				'≥ 4,installations,2,,,,no figure in the range',
				'',
			].join('\n'),
		);
	});

	test('compares whole months, and parts with parts as long', async () => {
		const at = (...months: [string, number][]) =>
			JSON.stringify(Object.fromEntries(months.map(([date, value]) => [date, [{category: 'A', name: 'b', value}]])));
		const line =
			'events timeline --from 2026-02 --to 2026-02 --split month --event A/b --compare 2026-01-04..2026-01 -o csv';
		expect((await ask(line, [at(['2026-02-01', 30]), at(['2026-01-01', 20])])).stdout).toContain(
			'2026-02-01,A,b,2026-01-01,value,20,30,10,50,,false\n',
		);
		const whole = line.replace('2026-01-04..2026-01', '2026-01..2026-01');
		expect((await ask(whole, [at(['2026-02-01', 30]), at(['2026-01-01', 20])])).stdout).toContain(
			'2026-02-01,A,b,2026-01-01,value,20,30,10,50,,true\n',
		);
		const average = `${whole} --per users`;
		expect((await ask(average, [at(['2026-02-01', 30]), at(['2026-01-01', 20])])).stdout).toContain(
			',20,30,10,50,,true\n',
		);
	});

	test('counts percentages of small groups on either side', async () => {
		const size = (engaged: number) =>
			`{"a":{"0":{"engaged":${engaged},"engagedPercent":100,"lost":0,"lostPercent":0}}}`;
		const line =
			'churn --from 2025-02 --to 2025-02 --lost-after 30 --segment-by prodEdition --segment a --compare previous -o csv';
		const {stderr} = await ask(line, [size(40), size(4)]);
		expect(stderr).toBe('note: 2 of 3 percentages are of fewer than 30 installations: may be unreliable\n');
	});

	test('compares with a single day', async () => {
		const {stderr, exitCode, requests} = await ask(`${lost} --compare 2025-02-01`);
		expect({exitCode, stderr, requests: requests.length}).toEqual({exitCode: 0, stderr: '', requests: 2});
	});

	test.each([
		['no range', 'last', /expected previous, a period or FROM\.\.TO/],
		['half a range', '2025-01..', /expected previous, a period or FROM\.\.TO/],
		['three dates', '2025-01..2025-02..2025-03', /expected previous, a period or FROM\.\.TO/],
		['a date that is none', '2025-13..2026', /--compare:1:1/],
		['a range that ends before it begins', '2025-02..2025-01', /ends \(2025-01-31\) before it starts \(2025-02-01\)/],
	])('%s is refused before anything is sent', async (_name, range, message) => {
		const {stdout, stderr, exitCode, requests} = await ask(`${lost} --compare ${range}`);
		expect({stdout, exitCode, requests}).toEqual({stdout: '', exitCode: 2, requests: []});
		expect(stderr).toMatch(message);
	});
});
