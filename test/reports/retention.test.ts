import {describe, expect, test} from 'vitest';
import {UnknownLayout} from '../../src/reports/answer-layout.ts';
import {readRetention} from '../../src/reports/retention/retention-rows.ts';
import {results, rowsOf} from './support/answers.ts';

const read = (text: string, isSegmented: boolean) => rowsOf(readRetention(results(text), isSegmented));
const figures = (engaged: number, engagedPercent: number, lost: number, lostPercent: number) =>
	JSON.stringify({engaged, engagedPercent, lost, lostPercent});

describe('reads known layouts', () => {
	test('reads cohorts with fewer and fewer periods', () => {
		const text = `{
			"2021-01-01":{"0":${figures(8, 100, 0, 0)},"1":${figures(8, 100, 0, 0)},"2":${figures(6, 75, 2, 25)}},
			"2021-02-01":{"0":${figures(30, 100, 0, 0)},"1":${figures(29, 96.7, 1, 3.3)}},
			"2021-03-01":{"0":${figures(12, 100, 0, 0)}}}`;
		expect(read(text, true)).toEqual([
			['2021-01-01', 0, 8, 100, 0, 0],
			['2021-01-01', 1, 8, 100, 0, 0],
			['2021-01-01', 2, 6, 75, 2, 25],
			['2021-02-01', 0, 30, 100, 0, 0],
			['2021-02-01', 1, 29, 96.7, 1, 3.3],
			['2021-03-01', 0, 12, 100, 0, 0],
		]);
	});

	test('sorts periods by number', () => {
		const text = `{"<NULL>":{"0":${figures(3, 100, 0, 0)},"1":${figures(3, 100, 0, 0)},"10":${figures(1, 33.3, 2, 66.7)},"2":${figures(2, 66.7, 1, 33.3)}}}`;
		expect(read(text, true).map(row => row.slice(0, 3))).toEqual([
			['<NULL>', 0, 3],
			['<NULL>', 1, 3],
			['<NULL>', 2, 2],
			['<NULL>', 10, 1],
		]);
	});

	test('reads periods alone, or inside one label, without segments', () => {
		const periods = `{"0":${figures(50, 100, 0, 0)},"1":${figures(47, 94, 3, 6)}}`;
		const rows = [
			[0, 50, 100, 0, 0],
			[1, 47, 94, 3, 6],
		];
		expect(read(periods, false)).toEqual(rows);
		expect(read(`{"all":${periods}}`, false)).toEqual(rows);
	});

	test('a figure may be null or missing', () => {
		expect(read('{"a":{"0":{"engaged":null,"lost":0}}}', true)).toEqual([['a', 0, null, null, 0, null]]);
	});

	test.each(['[]', '{}'])('returns no rows for the empty response %s', text => {
		expect([...read(text, true), ...read(text, false)]).toEqual([]);
	});

	test('a segment may have no periods', () => {
		expect(read(`{"a":{},"b":[],"c":{"0":${figures(1, 100, 0, 0)}}}`, true)).toEqual([['c', 0, 1, 100, 0, 0]]);
	});
});

test.each<[string, string, boolean]>([
	['periods where segments were asked for', `{"0":${figures(1, 100, 0, 0)}}`, true],
	[
		'segments where none were asked for',
		`{"a":{"0":${figures(1, 100, 0, 0)}},"b":{"0":${figures(1, 100, 0, 0)}}}`,
		false,
	],
	['a period in words', `{"a":{"first":${figures(1, 100, 0, 0)}}}`, true],
	['a period of other figures', '{"a":{"0":{"users":1}}}', true],
	['a period that is a figure', '{"a":{"0":12}}', true],
	['a list of segments', '[{"a":1}]', true],
	['a text', '"none"', false],
])('rejects %s', (_name, text, isSegmented) => {
	expect(() => read(text, isSegmented)).toThrow(UnknownLayout);
});
