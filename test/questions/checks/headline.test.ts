import {expect, test} from 'vitest';
import {readHeadline} from '../../../src/questions/checks/headline.ts';
import {resultOf} from '../../support/data/saved-results.ts';

test('names the period of a cohort and the row that a headline is of', () => {
	const cohorts = resultOf(
		'2026-06-30',
		[
			['2026-04', 0, 100],
			['2026-04', 1, 46.6],
		],
		{
			columns: [
				{key: 'installationMonth', title: 'Installation month', kind: 'label'},
				{key: 'period', title: 'Month', kind: 'period', unit: 'month'},
				{key: 'engagedPercent', title: 'Engaged %', kind: 'percent'},
			],
			requests: [],
		},
	);
	expect(readHeadline({checks: []}, cohorts)).toEqual({what: 'Engaged % after 1 month', value: 46.6});
	const release = resultOf('2026-06-30', [['crashFree', 97.1]], {
		columns: [
			{key: 'question', title: 'Question', kind: 'text', words: {crashFree: 'Crash-free %'}},
			{key: 'value', title: 'Value', kind: 'number'},
		],
		requests: [],
	});
	const headline = {column: 'value', where: {question: 'crashFree'}};
	expect(readHeadline({checks: [], headline}, release)).toEqual({what: 'Value (Crash-free %)', value: 97.1});
});

test('a sum over rows of which some may be missing says so', () => {
	const ofCountries = (isCut: boolean) =>
		resultOf(
			'2026-06-30',
			[
				['US', 100],
				['DE', 65],
			],
			{
				columns: [
					{key: 'geography.country', title: 'Country', kind: 'label'},
					{key: 'active', title: 'Active', kind: 'count'},
				],
				requests: [],
				isCut,
			},
		);
	expect(readHeadline({checks: []}, ofCountries(false))).toEqual({what: 'Active', value: 165});
	expect(readHeadline({checks: []}, ofCountries(true))).toEqual({what: 'Active (rows shown)', value: 165});
	const headline = {column: 'active', where: {'geography.country': 'US'}};
	expect(readHeadline({checks: [], headline}, ofCountries(true))).toEqual({what: 'Active (US)', value: 100});
});
