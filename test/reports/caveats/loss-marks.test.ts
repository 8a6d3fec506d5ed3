import {describe, expect, test} from 'vitest';
import type {Cell, Column} from '../../../src/output/dataset.ts';
import {withLossMarks, withLossTitle} from '../../../src/reports/caveats/loss-marks.ts';
import {lossesCompleteColumn} from '../../../src/reports/report-columns.ts';

/** Today is 2026-11-22 and losses are known up to 2026-10-23. */
const scope = {
	first: '2026-09-10',
	last: undefined,
	today: '2026-11-22',
	split: 'month',
	lostAfter: 30,
	datedByContact: true,
};
const date: Column = {key: 'date', title: 'Date', kind: 'date', unit: 'month'};
const lost: Column = {key: 'lost', title: 'Lost', kind: 'count'};
const period = (unit: string): Column => ({key: 'period', title: unit, kind: 'period', unit});
const completenessOf = (columns: readonly Column[], rows: Cell[][], changes = {}) =>
	[...withLossMarks([...columns, lost, lossesCompleteColumn], {...scope, ...changes})(rows)].map(row => row.at(-1));

const months: Cell[][] = [
	['2026-09-01', 3],
	['2026-10-01', 0],
	['2026-11-01', 5],
];
const periods: Cell[][] = [
	[0, 0],
	[1, 0],
	[2, 0],
];
const cohort: Column = {key: 'installationMonth', title: 'Installation month', kind: 'date', unit: 'month'};
const cohorts: Cell[][] = [
	['2026-09-01', 0, 0],
	['2026-09-01', 2, 0],
	['2026-11-01', 0, 0],
];

test('the title of a lost total says that it will grow, unless a column says so of each row', () => {
	const titlesOf = (columns: readonly Column[], changes = {}) =>
		withLossTitle(columns, {...scope, ...changes}).map(({title}) => title);
	expect(titlesOf([cohort, lost])).toEqual(['Installation month', 'Lost so far']);
	expect(titlesOf([lost], {last: '2026-10-24'})).toEqual(['Lost so far']);
	expect(titlesOf([lost], {last: '2026-10-23'})).toEqual(['Lost']);
	expect(titlesOf([lost], {datedByContact: false})).toEqual(['Lost']);
	expect(titlesOf([date, lost, lossesCompleteColumn])).toEqual(['Date', 'Lost', 'Losses']);
});

describe('marks rows whose losses are not all known yet', () => {
	test('of a month that ends after the last day whose losses are known', () => {
		expect(completenessOf([date], months)).toEqual([true, false, false]);
		expect(completenessOf([date], months, {today: '2026-11-30'})).toEqual([true, true, false]);
	});
	test('none if losses are dated by the day they are declared, or not counted', () => {
		expect(completenessOf([date], months, {datedByContact: false})).toEqual([true, true, true]);
		expect(completenessOf([date], months, {lostAfter: undefined})).toEqual([true, true, true]);
		expect([...withLossMarks([date, lost], scope)(months)]).toEqual(months);
	});
	test('none by age alone: ages of several cohorts leave out what is not known', () => {
		expect(completenessOf([period('month')], periods)).toEqual([true, true, true]);
	});
	test.each([
		['month', 1, 2],
		['week', 7, 8],
		['day', 24, 25],
	])('of an age by %s that begins after them, never the first', (unit, known, unknown) => {
		const rows = [0, known, unknown].map(age => ['2026-09-01', age, 0]);
		expect(completenessOf([cohort, period(unit)], rows)).toEqual([true, true, false]);
	});
	test('of a cohort, from its own first day', () => {
		expect(completenessOf([cohort, period('month')], cohorts)).toEqual([true, false, true]);
	});
});
