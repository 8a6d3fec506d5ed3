import {describe, expect, test} from 'vitest';
import {UnknownLayout} from '../../src/reports/answer-layout.ts';
import {type FrequencyQuery, readFrequency} from '../../src/reports/event-frequency.ts';
import {results, rowsOf} from './support/answers.ts';

const asked: FrequencyQuery = {
	isSegmented: false,
	bins: false,
	events: [
		{category: 'Files', name: 'Open'},
		{
			combiLabel: 'Open or Save',
			combiArray: [{categoryType: 'string', nameType: 'regex', category: 'Files', name: '.*'}],
		},
	],
};
const read = (text: string, ask: Partial<FrequencyQuery> = {}) =>
	rowsOf(readFrequency(results(text), {...asked, ...ask}));
const segmented = {isSegmented: true};

const figures = `"eventCounts":90,"averageEventCountPerSessionUsedAtLeastOnce":1.8,"averageEventCountPerSessionAll":1.2,
	"averageEventCountPerUserAtLeastOnce":4.5,"averageEventCountPerUserAll":3,
	"uniqueUsersUsedAtLeastOnce":20,"uniqueUsersNeverUsed":10,"usageFrequency":{"1":6,"2":4,"3 - 5":7,"\\u2265 6":3}`;
const cells = [90, 1.8, 1.2, 4.5, 3, 20, 66.67, 10];
const open = `{"category":"Files","name":"Open",${figures}}`;
const openWithData = `{"category":"Files","name":"Open","data":{${figures}}}`;
const either = `{"combiLabel":"Open or Save",${figures}}`;

describe('reads known layouts', () => {
	test('reads generation A, a list of events', () => {
		expect(read(`[${open},${either}]`)).toEqual([
			['Files', 'Open', null, ...cells],
			[null, null, 'Open or Save', ...cells],
		]);
	});

	test('reads generation A with `data`, and generation B', () => {
		const rows = [['Files', 'Open', null, ...cells]];
		expect(read(`[${openWithData}]`)).toEqual(rows);
		expect(read(`{"detailedReport":[${openWithData}]}`)).toEqual(rows);
		expect(read('{"detailedReport":[]}')).toEqual([]);
	});

	test('reads lists by segment', () => {
		expect(read(`{"Home":[${open}],"Pro":[],"10":{"detailedReport":[${openWithData}]}}`, segmented)).toEqual([
			['Home', 'Files', 'Open', null, ...cells],
			['10', 'Files', 'Open', null, ...cells],
		]);
	});

	test('reads a segment named detailedReport, whose items have no `data`', () => {
		expect(read(`{"detailedReport":[${open}]}`, segmented)).toEqual([
			['detailedReport', 'Files', 'Open', null, ...cells],
		]);
		expect(read('{"detailedReport":[]}', segmented)).toEqual([]);
	});

	test('computes the percentage that used the event, and none if the counts are missing or 0', () => {
		const percentOf = (used: string, never: string) =>
			read(`[{"name":"Open","uniqueUsersUsedAtLeastOnce":${used},"uniqueUsersNeverUsed":${never}}]`)[0]?.at(-2);
		expect(percentOf('1', '2')).toBe(33.33);
		expect(percentOf('0', '7')).toBe(0);
		expect(percentOf('0', '0')).toBeNull();
		expect(percentOf('null', '7')).toBeNull();
	});

	test('reads bins instead of the figures', () => {
		expect(read(`{"Home":[${open}]}`, {...segmented, bins: true})).toEqual([
			['Home', 'Files', 'Open', null, '1', 6],
			['Home', 'Files', 'Open', null, '2', 4],
			['Home', 'Files', 'Open', null, '3 - 5', 7],
			['Home', 'Files', 'Open', null, '≥ 6', 3],
		]);
		expect(
			read('[{"name":"Open","eventCounts":0},{"name":"Save","eventCounts":0,"usageFrequency":[]}]', {bins: true}),
		).toEqual([]);
	});

	test('an item without a name is the event at its position in the request', () => {
		expect(read(`[{${figures}},{${figures}}]`)).toEqual([
			['Files', 'Open', null, ...cells],
			[null, null, 'Open or Save', ...cells],
		]);
	});

	test('a requested event may be missing', () => {
		expect(read(`[${either}]`)).toEqual([[null, null, 'Open or Save', ...cells]]);
	});

	test.each(['[]', '{}'])('returns no rows for the empty response %s', text => {
		expect([...read(text), ...read(text, segmented)]).toEqual([]);
	});
});

test.each<[string, string, Partial<FrequencyQuery>]>([
	['segments where none were asked for', `{"Home":[${open}]}`, {}],
	['no segments where some were asked for', `[${open}]`, segmented],
	['generation B where segments were asked for', `{"detailedReport":[${openWithData}]}`, segmented],
	['more events without a name than were asked for', `[{${figures}},{${figures}},{${figures}}]`, {}],
	['an event of other figures', '[{"name":"Open","users":3}]', {}],
	['an event that is a text', '["Open"]', {}],
	['bins in a list', '[{"name":"Open","usageFrequency":[1,2]}]', {bins: true}],
])('rejects %s', (_name, text, ask) => {
	expect(() => read(text, ask)).toThrow(UnknownLayout);
});
