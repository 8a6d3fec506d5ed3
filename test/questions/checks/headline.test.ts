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
	expect(readHeadline({checks: []}, cohorts)).toEqual({what: 'Engaged % after 1 month', value: 46.6, isSum: false});
	const release = resultOf('2026-06-30', [['crashFree', 97.1]], {
		columns: [
			{key: 'question', title: 'Question', kind: 'text', words: {crashFree: 'Crash-free %'}},
			{key: 'value', title: 'Value', kind: 'number', hasMixedUnits: true},
		],
		requests: [],
	});
	const headline = {column: 'value', where: {question: 'crashFree'}};
	expect(readHeadline({checks: [], headline}, release)).toEqual({
		what: 'Crash-free %',
		value: 97.1,
		isSum: false,
	});
});

test('a sum over groups says so, because groups may be missing', () => {
	const byCountry = {
		columns: [
			{key: 'geography.country', title: 'Country', kind: 'label'},
			{key: 'active', title: 'Active', kind: 'count'},
		],
		requests: [],
	} as const;
	const countries = resultOf(
		'2026-06-30',
		[
			['US', 100],
			['DE', 65],
		],
		byCountry,
	);
	expect(readHeadline({checks: []}, countries)).toEqual({what: 'Active (sum of rows)', value: 165, isSum: true});
	const headline = {column: 'active', where: {'geography.country': 'US'}};
	expect(readHeadline({checks: [], headline}, countries)).toEqual({what: 'Active (US)', value: 100, isSum: false});
});

test('a sum over days is a total unless days may be missing', () => {
	const byDay = {
		columns: [
			{key: 'date', title: 'Date', kind: 'date'},
			{key: 'new', title: 'New', kind: 'count'},
		],
		requests: [],
	} as const;
	const ofDays = (isCut: boolean) => resultOf('2026-06-30', [['2026-06-28', 22]], {...byDay, isCut});
	expect(readHeadline({checks: []}, ofDays(false))).toMatchObject({what: 'New', isSum: false});
	expect(readHeadline({checks: []}, ofDays(true))).toMatchObject({what: 'New (sum of rows)', isSum: true});
});
