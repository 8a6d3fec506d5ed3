import {describe, expect, test} from 'vitest';
import type {Cell, Column} from '../../../src/output/dataset.ts';
import {withoutUnknownLosses} from '../../../src/reports/caveats/unknown-losses.ts';

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
const lossesOf = (columns: readonly Column[], rows: Cell[][], changes = {}) =>
	[...withoutUnknownLosses([...columns, lost], {...scope, ...changes})(rows)].map(row => row.at(-1));

describe('blanks losses that cannot be known yet', () => {
	const rows: Cell[][] = [
		['2026-09-01', 3],
		['2026-10-01', 0],
		['2026-11-01', 0],
	];
	test('for a month that begins after the last day whose losses are known', () => {
		expect(lossesOf([date], rows)).toEqual([3, 0, null]);
	});
	test('keeps numbers of the service and known zeros', () => {
		expect(lossesOf([date], [['2026-11-01', 5]])).toEqual([5]);
		expect(lossesOf([date], rows, {datedByContact: false})).toEqual([3, 0, 0]);
		expect(lossesOf([date], rows, {lostAfter: undefined})).toEqual([3, 0, 0]);
	});
	test.each([
		['month', [0, 0, null]],
		['week', [0, 0, 0]],
	])('of a period: by %s, at the earliest day on which it can begin', (unit, losses) => {
		const periods: Cell[][] = [
			[0, 0],
			[1, 0],
			[2, 0],
		];
		expect(lossesOf([period(unit)], periods)).toEqual(losses);
	});
	test('for a cohort, from its own first day', () => {
		const cohort: Column = {key: 'installationMonth', title: 'Installation month', kind: 'date', unit: 'month'};
		const cells: Cell[][] = [
			['2026-09-01', 0, 0],
			['2026-09-01', 2, 0],
			['2026-11-01', 0, 0],
		];
		expect(lossesOf([cohort, period('month')], cells)).toEqual([0, null, null]);
	});
});
