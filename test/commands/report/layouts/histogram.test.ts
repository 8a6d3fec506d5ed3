import {describe, expect, test} from 'vitest';
import {readHistogram} from '../../../../src/commands/report/layouts/histogram.ts';
import {UnknownLayout} from '../../../../src/commands/report/layouts/shapes.ts';
import type {EventReference} from '../../../../src/contract/event-reference.ts';
import {results, rowsOf} from '../support/answers.ts';

const open = {category: 'Files', name: 'Open'};
const either: EventReference = {
	combiLabel: 'Open or Save',
	combiArray: [{categoryType: 'string', nameType: 'regex', category: 'Files', name: '^(Open|Save)$'}],
};
const read = (text: string, event?: Parameters<typeof readHistogram>[1]) => rowsOf(readHistogram(results(text), event));

describe('layouts of wire-facts 1.9 and 1.10', () => {
	test('bins of any shape, in the order of the service', () => {
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

	test.each(['[]', '{}'])('an empty answer %s has no rows', text => {
		expect([...read(text), ...read(text, either)]).toEqual([]);
	});
});

describe('the later shape of the event histogram (wire-facts 2.1)', () => {
	const later = (bins: string) =>
		`{"summary":{"usedAtLeastOnce":[{"category":"Files","name":"Open","value":3}],"neverUsed":[]},
		"histograms":{"eventCount":${bins},"averageCountPerActiveDay":{"0.0 - 0.1":[]}}}`;

	test('one value in each bin', () => {
		const bins = '{"1 - 2":[{"category":"Files","name":"Open","value":3}],"3 - 5":[{"value":0}],"≥ 6":[]}';
		expect(read(later(bins), open)).toEqual([
			['1 - 2', 3],
			['3 - 5', 0],
			['≥ 6', null],
		]);
	});

	test('the event is found among several', () => {
		const bins =
			'{"1 - 2":[{"combiLabel":"Open or Save","value":4},{"category":"Files","name":"Open","value":3},{"name":"Open","value":9}]}';
		expect(read(later(bins), either)).toEqual([['1 - 2', 4]]);
		expect(read(later(bins), open)).toEqual([['1 - 2', 3]]);
		expect(read(later(bins), {category: null, name: 'Open'})).toEqual([['1 - 2', 9]]);
	});

	test('the event is not among them', () => {
		const bins = '{"1 - 2":[{"combiLabel":"x","value":4},{"category":"Files","name":"Save","value":3}]}';
		expect(() => read(later(bins), open)).toThrow(UnknownLayout);
	});
});

test.each([
	['a list', '[14,9]'],
	['bins in a list', '[{"bin":"1","value":2}]'],
	['a count in words', '{"1":"14"}'],
	['the later shape, where no event was asked for', '{"summary":{},"histograms":{"eventCount":{}}}'],
	['nothing', 'null'],
])('%s is refused', (_name, text) => {
	expect(() => read(text)).toThrow(UnknownLayout);
});
