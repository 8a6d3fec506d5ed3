import {describe, expect, test} from 'vitest';
import {getScopeCaveats, watchRows} from '../../../src/commands/report/honesty.ts';
import type {ColumnKind} from '../../../src/output/dataset.ts';

const scope = {
	report: 'report churn days',
	first: '2026-01-01',
	last: '2026-03-31',
	today: '2026-06-30',
	split: null,
	lostAfter: 30,
	datedByContact: true,
};
const column = (key: string, kind: ColumnKind) => ({key, title: key, kind});

describe('what the request alone tells', () => {
	test('a range that ended long ago carries no doubt', () => {
		expect(getScopeCaveats(scope)).toEqual([]);
		expect(getScopeCaveats({...scope, split: 'day'})).toEqual([]);
	});
	test('today is not over', () => {
		expect(getScopeCaveats({...scope, lostAfter: undefined, last: '2026-06-30', split: 'month'})).toEqual([
			'today is not over: the last month will still change',
		]);
		expect(getScopeCaveats({...scope, lostAfter: undefined, last: undefined, split: 'week'})).toHaveLength(1);
		expect(getScopeCaveats({...scope, lostAfter: undefined, last: '2026-06-29', split: 'month'})).toEqual([]);
	});
	test('the loss window reaches past the end', () => {
		expect(getScopeCaveats({...scope, last: '2026-06-01'})).toEqual([
			'losses are not known yet for the last 30 days: who was last seen after 2026-05-31 cannot be lost before 2026-07-01',
		]);
		expect(getScopeCaveats({...scope, last: '2026-05-31'})).toEqual([]);
		expect(getScopeCaveats({...scope, last: '2026-06-01', datedByContact: false})).toEqual([]);
	});
});

describe('what the rows tell', () => {
	const columns = [column('prodVersion', 'label'), column('new', 'count'), column('active', 'count')];
	const watched = (rows: (string | number | null)[][], limits = new Map<string, number>()) => {
		const watch = watchRows(columns, {report: 'report current', limits});
		watch.see(rows);
		return watch.caveats();
	};
	test('small groups', () => {
		expect(
			watched([
				['1.0', 3, 29],
				['2.0', 3, 30],
			]),
		).toEqual(['1 of 2 groups have fewer than 30 installations: their shares say little']);
		expect(
			watched([
				['1.0', 0, 30],
				['2.0', 50, 3],
			]),
		).toEqual([]);
	});
	test('a limit that was reached', () => {
		const rows = [
			['1.0', 30, 90],
			['2.0', 30, 90],
		];
		expect(watched(rows, new Map([['prodVersion', 2]]))).toEqual([
			'prodVersion shows 2 values and its limit is 2: there may be more',
		]);
		expect(watched(rows, new Map([['prodVersion', 3]]))).toEqual([]);
	});
	test('a report without segments has no groups', () => {
		const watch = watchRows(columns.slice(1), {report: 'report current', limits: new Map()});
		watch.see([[1, 2]]);
		expect(watch.caveats()).toEqual([]);
	});
});
