import {expect, test} from 'vitest';
import {UnknownLayout} from '../../src/reports/answer-layout.ts';
import {readTimeline} from '../../src/reports/event-timeline.ts';
import {results, rowsOf} from './support/answers.ts';

const read = (...texts: string[]) => rowsOf(readTimeline(texts.map(results)));
const open = (value: number | null) => `{"category":"Files","name":"Open","value":${value}}`;
const start = (value: number) => `{"category":null,"name":"Start","value":${value}}`;

test('returns a row for each date and event', () => {
	expect(read(`{"2021-05-01":[${open(31)},${start(4)}],"2021-05-02":[${open(null)},${start(0.25)}]}`)).toEqual([
		['2021-05-01', 'Files', 'Open', 31],
		['2021-05-01', null, 'Start', 4],
		['2021-05-02', 'Files', 'Open', null],
		['2021-05-02', null, 'Start', 0.25],
	]);
});

test('merges several responses by date, and does not fill in missing dates', () => {
	expect(
		read(
			`{"2021-05-01":[${open(1)}],"2021-05-03":[${open(3)}]}`,
			'[]',
			`{"2021-05-01":[${start(10)}],"2021-05-02":[${start(20)}]}`,
		),
	).toEqual([
		['2021-05-01', 'Files', 'Open', 1],
		['2021-05-01', null, 'Start', 10],
		['2021-05-02', null, 'Start', 20],
		['2021-05-03', 'Files', 'Open', 3],
	]);
});

test.each(['[]', '{}', '{"2021-05-01":[]}', '{"2021-05-01":{}}'])('returns no rows for the empty response %s', text => {
	expect(read(text)).toEqual([]);
});

test.each([
	['a key that is no date', `{"Monday":[${open(1)}]}`],
	['an event without a name', '{"2021-05-01":[{"value":1}]}'],
	['a value in words', '{"2021-05-01":[{"category":"a","name":"b","value":"1"}]}'],
	['a date that holds a number', '{"2021-05-01":12}'],
	['events by name', '{"2021-05-01":{"Open":12}}'],
	['a list of dates', '[{"date":"2021-05-01"}]'],
])('rejects %s', (_name, text) => {
	expect(() => read(text)).toThrow(UnknownLayout);
});
