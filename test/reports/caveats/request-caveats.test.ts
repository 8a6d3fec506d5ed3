import {describe, expect, test} from 'vitest';
import {getRequestCaveats, type Scope} from '../../../src/reports/caveats/request-caveats.ts';

const scope = {
	first: '2026-01-01',
	last: '2026-03-31',
	today: '2026-06-30',
	split: null,
	lostAfter: 30,
	datedByContact: true,
};

const caveatsOf = (changes: Partial<Scope> & {isCompared?: boolean; isNamed?: boolean} = {}) => {
	const {isCompared = false, isNamed = false, ...own} = changes;
	return getRequestCaveats({...scope, ...own}, {isCompared, isNamed}).map(({text}) => text);
};

describe('finds caveats in the request alone', () => {
	test('finds none for a range that ended long ago', () => {
		expect(caveatsOf()).toEqual([]);
		expect(caveatsOf({split: 'day'})).toEqual([]);
	});
	test('reports that today is not complete', () => {
		expect(caveatsOf({lostAfter: undefined, last: '2026-06-30', split: 'month'})).toEqual([
			'this month is not complete',
		]);
		expect(caveatsOf({lostAfter: undefined, last: '2026-06-30', split: 'day'})).toEqual(['today is not complete']);
		expect(caveatsOf({lostAfter: undefined, last: undefined, split: 'week'})).toHaveLength(1);
		expect(caveatsOf({lostAfter: undefined, last: '2026-06-29', split: 'month'})).toEqual([]);
	});
	test('reports a compared range that ends today, with or without a split', () => {
		const days = {lostAfter: undefined, isCompared: true};
		expect(caveatsOf({...days, last: '2026-06-30'})).toEqual([
			'today is not complete: the last day of the range will still change',
		]);
		expect(caveatsOf({...days, last: '2026-06-29'})).toEqual([]);
		expect(caveatsOf({...days, last: '2026-06-30', isCompared: false})).toEqual([]);
	});
	test('reports a named period that is not over', () => {
		const named = {lostAfter: undefined, isNamed: true};
		const [text] = caveatsOf({...named, last: undefined});
		expect(text).toBe('today is not complete: the figures of this period will still change');
		expect(caveatsOf({...named, last: undefined, split: 'week'})).toEqual(['this week is not complete']);
		expect(caveatsOf({...named, last: '2026-06-29'})).toEqual([]);
	});
	test('reports losses that are incomplete', () => {
		expect(caveatsOf({last: '2026-06-01'})).toEqual(['losses after 2026-05-31 are not known yet (1 of 152 days)']);
		expect(caveatsOf({last: '2026-05-31'})).toEqual([]);
		expect(caveatsOf({first: '2026-05-31', last: undefined})[0]).toMatch(/not known yet \(30 of 31 days\)/);
		expect(caveatsOf({first: '2026-06-01', last: undefined})[0]).toMatch(/not known yet \(the whole range\)/);
		expect(caveatsOf({last: '2026-06-01', datedByContact: false})).toEqual([]);
	});
});
