import {describe, expect, test} from 'vitest';
import type {EventReference} from '../../src/contract/event-reference.ts';
import {UnknownLayout} from '../../src/reports/answer-layout.ts';
import {hasSeveralHistograms, readHistogram, readHistograms, readSummary} from '../../src/reports/lost-histograms.ts';
import {results, rowsOf} from './support/answers.ts';

const open = {category: 'Files', name: 'Open'};
const either: EventReference = {
	combiLabel: 'Open or Save',
	combiArray: [{categoryType: 'string', nameType: 'regex', category: 'Files', name: '^(Open|Save)$'}],
};
const read = (text: string, event?: EventReference) =>
	rowsOf(event ? readHistograms(results(text), event) : readHistogram(results(text)));

describe('reads counts by bin', () => {
	test('reads bins of any form, in the order of the service', () => {
		const text = '{"\\u2264 1":14,"2":9,"3 - 5":22,"0:06 - 0:15":4,"24:01 - 27:00":0,"0.0 - 0.1":2.5,"≥ 11":null}';
		const rows = [
			['≤ 1', 14],
			['2', 9],
			['3 - 5', 22],
			['0:06 - 0:15', 4],
			['24:01 - 27:00', 0],
			['0.0 - 0.1', 2.5],
			['≥ 11', null],
		];
		expect(read(text)).toEqual(rows);
		expect(read(text, open)).toEqual(rows);
	});

	test.each(['[]', '{}'])('returns no rows for the empty response %s', text => {
		expect([...read(text), ...read(text, either)]).toEqual([]);
	});
});

describe('reads the histograms of newer servers', () => {
	const later = (bins: string, others = '"averageCountPerActiveWeek":{},"averageCountPerActiveMonth":[]') =>
		`{"summary":{"usedAtLeastOnce":[{"combiLabel":"Open or Save","value":5},{"category":"Files","name":"Open","value":3}],
		"neverUsed":[{"combiLabel":"Open or Save","value":2},{"category":"Files","name":"Open","value":4}]},
		"histograms":{"eventCount":${bins},${others}}}`;

	test('with one value in each bin', () => {
		const bins = '{"1 - 2":[{"category":"Files","name":"Open","value":3}],"3 - 5":[{"value":0}],"≥ 6":[]}';
		expect(read(later(bins), open)).toEqual([
			['1 - 2', 3],
			['3 - 5', 0],
			['≥ 6', null],
		]);
		expect(hasSeveralHistograms(results(later(bins)))).toBe(false);
	});

	test('finds the event among several', () => {
		const bins =
			'{"1 - 2":[{"combiLabel":"Open or Save","value":4},{"category":"Files","name":"Open","value":3},{"name":"Open","value":9}]}';
		expect(read(later(bins), either)).toEqual([['1 - 2', 4]]);
		expect(read(later(bins), open)).toEqual([['1 - 2', 3]]);
		expect(read(later(bins), {category: null, name: 'Open'})).toEqual([['1 - 2', 9]]);
	});

	test('reads several histograms, each under its name', () => {
		const several = later(
			'{"1 - 2":[{"value":3}]}',
			'"averageCountPerActiveDay":{"0.0 - 0.1":[{"value":2}],"0.2 - 0.3":[]},"averageCountPerActiveWeek":{},"mood":{"good":[{"value":1}]}',
		);
		expect(hasSeveralHistograms(results(several))).toBe(true);
		expect(read(several, open)).toEqual([
			['eventCount', '1 - 2', 3],
			['averageCountPerActiveDay', '0.0 - 0.1', 2],
			['averageCountPerActiveDay', '0.2 - 0.3', null],
			['mood', 'good', 1],
		]);
	});

	test('describes the summary in words, if there is one', () => {
		const said = (text: string, event: EventReference = open) => readSummary(results(text), event);
		expect(said(later('{}'))).toEqual(['lost installations: 3 used it at least once, 4 never used it']);
		expect(said(later('{}'), either)).toEqual(['lost installations: 5 used it at least once, 2 never used it']);
		expect(said('{"summary":{"neverUsed":[{"value":4}]},"histograms":{"eventCount":{}}}')).toEqual([
			'lost installations: 4 never used it',
		]);
		for (const text of ['{"histograms":{"eventCount":{}}}', '{"summary":[],"histograms":{"eventCount":{}}}', '{"1":2}'])
			expect(said(text)).toEqual([]);
	});

	test.each([
		[
			'the event is not among them',
			'{"1 - 2":[{"combiLabel":"x","value":4},{"category":"Files","name":"Save","value":3}]}',
		],
		['a bin that is a count', '{"1 - 2":3}'],
		['bins in a list', '[{"bin":"1 - 2"}]'],
	])('%s: refused', (_name, bins) => {
		expect(() => read(later(bins), open)).toThrow(UnknownLayout);
	});
	test.each([
		[
			'another histogram of another shape',
			'{"histograms":{"eventCount":{},"averageCountPerActiveDay":{"0.0 - 0.1":2}}}',
		],
		['no histogram of uses', '{"histograms":{"averageCountPerActiveDay":{}}}'],
	])('%s: refused', (_name, text) => {
		expect(() => read(text, open)).toThrow(UnknownLayout);
	});
});

test.each([
	['a list', '[14,9]'],
	['bins in a list', '[{"bin":"1","value":2}]'],
	['a count in words', '{"1":"14"}'],
	['the later shape, where no event was asked for', '{"summary":{},"histograms":{"eventCount":{}}}'],
	['nothing', 'null'],
])('rejects %s', (_name, text) => {
	expect(() => read(text)).toThrow(UnknownLayout);
});
