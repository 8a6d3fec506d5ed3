import {describe, expect, test} from 'vitest';
import {getScopeCaveats} from '../../../src/commands/report/honesty.ts';

const scope = {
	report: 'report churn days',
	first: '2026-01-01',
	last: '2026-03-31',
	today: '2026-06-30',
	split: null,
	lostAfter: 30,
	datedByContact: true,
};

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
	test('a range that is compared and ends today is not whole, with or without a split', () => {
		const days = {...scope, lostAfter: undefined, isCompared: true};
		expect(getScopeCaveats({...days, last: '2026-06-30'})).toEqual([
			'today is not over: the last day of the range will still change',
		]);
		expect(getScopeCaveats({...days, last: '2026-06-29'})).toEqual([]);
		expect(getScopeCaveats({...days, last: '2026-06-30', isCompared: false})).toEqual([]);
	});
	test('the loss window reaches past the end', () => {
		expect(getScopeCaveats({...scope, last: '2026-06-01'})).toEqual([
			'losses are not known yet for the last 30 days: who was last seen after 2026-05-31 cannot be lost before 2026-07-01',
		]);
		expect(getScopeCaveats({...scope, last: '2026-05-31'})).toEqual([]);
		expect(getScopeCaveats({...scope, last: '2026-06-01', datedByContact: false})).toEqual([]);
	});
});
