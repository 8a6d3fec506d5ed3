import {expect, test} from 'vitest';
import {countVersions, findNewVersions} from '../../../src/questions/calendar/release-marks.ts';
import type {Result} from '../../../src/questions/results/result.ts';
import {active, resultOf} from '../../support/data/saved-results.ts';

const columns = [{key: 'prodVersion', title: 'Version', kind: 'label'} as const, active];
const night = (day: string, versions: Readonly<Record<string, number>>, more: Partial<Result> = {}) =>
	countVersions(resultOf(day, Object.entries(versions), {columns, ...more}));
const marksOf = (...nights: readonly ReturnType<typeof night>[]) =>
	findNewVersions(nights).map(({day, label}) => `${day} ${label}`);

test('a version that no earlier result has was first seen on the day before', () => {
	expect(
		marksOf(
			night('2026-03-01', {'4.9': 20, '5.0': 90}),
			night('2026-03-02', {'5.0': 91, '5.1': 2, '5.10': 0}),
			night('2026-03-03', {'5.0': 80, '5.1': 30}),
			night('2026-03-10', {'5.1': 70, '5.10': 9, '5.1.2-rc': 1}),
		),
	).toEqual(['2026-03-01 5.1', '2026-03-09 5.10', '2026-03-09 5.1.2-rc']);
});

test('an older version that returns, a row for the rest and another command line are no releases', () => {
	expect(
		marksOf(
			night('2026-03-01', {'5.0': 90, '6.0-dev': 1}),
			night('2026-03-02', {'5.0': 90, '4.2': 10, other: 5, '6.0-dev': 1}),
			night('2026-03-03', {'5.0': 90, '5.1': 5}, {command: ['report', 'current', '--filter', 'country=DE']}),
			night('2026-03-04', {'5.0': 90, '5.1': 6}),
			night('2026-03-05', {}),
			night('2026-03-06', {'5.2': 1}),
		),
	).toEqual([]);
});
