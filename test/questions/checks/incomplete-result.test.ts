import {expect, test} from 'vitest';
import {summarizeResult} from '../../../src/questions/checks/result-summary.ts';
import {resultOf} from '../../support/data/saved-results.ts';

const history = {saved: [], read: async () => Promise.reject(new Error('no earlier result'))};
const summarize = (max: number | undefined, incomplete: readonly string[]) =>
	summarizeResult(
		{headline: undefined, checks: max === undefined ? [] : [{column: 'active', max}]},
		resultOf('2026-06-30', [['Pro', 10]], {incomplete}),
		history,
	);
const reason = '3 rows of a.csv cannot be read';

test('a check that passes over incomplete data is unknown, with the reason', async () => {
	expect(await summarize(20, [])).toMatchObject({verdict: 'ok'});
	expect(await summarize(20, [reason])).toMatchObject({verdict: 'unknown', reason, checks: [{verdict: 'unknown'}]});
	expect(await summarize(undefined, [reason])).toMatchObject({verdict: 'unknown', reason});
});

test('a check that fails over incomplete data fails', async () => {
	expect(await summarize(5, [reason])).toMatchObject({
		verdict: 'fail',
		reason: 'Pro: Active 10, over the maximum of 5',
	});
});
