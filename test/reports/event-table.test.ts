import {describe, expect, test} from 'vitest';
import {UnknownLayout} from '../../src/reports/answer-layout.ts';
import {readEventTable} from '../../src/reports/event-table.ts';
import {results, rowsOf} from './support/answers.ts';

const read = (text: string, totals = false) => rowsOf(readEventTable(results(text), totals));
const usage = (count: number) =>
	`{"cumulativeUsageCount":${count},"averageCountPerUser":1.2,"averageCountPerSession":0.4,"averageCountPerRuntimeHour":0.1}`;
const values = (count: number | null) =>
	`{"cumulativeCustomValueCount":${count},"averageCustomValuePerEvent":0.54,"averageCustomValuePerUser":0.65,"averageCustomValuePerSession":0.22,"averageCustomValuePerRuntimeHour":0.05}`;
const cells = (uses: number, custom: number | null) => [uses, 1.2, 0.4, 0.1, custom, 0.54, 0.65, 0.22, 0.05];
const nulls = [null, null, null, null, null];

describe('reads the known layout', () => {
	const text = `[
		{"category":"Files","categoryUsageSummary":${usage(15)},"categoryCustomValuesSummary":${values(6.5)},
		 "categoryEventsData":{"10":{"eventUsage":${usage(12)},"eventCustomValues":${values(6.5)}},"9":{"eventUsage":${usage(3)},"eventCustomValues":${values(null)}}}},
		{"category":null,"categoryUsageSummary":${usage(3)},"categoryCustomValuesSummary":null,"categoryEventsData":{"Start":{"eventUsage":${usage(3)}}}},
		{"category":"null","categoryUsageSummary":${usage(0)},"categoryEventsData":[]}]`;

	test('returns a row for each event, with null for a missing category', () => {
		expect(read(text)).toEqual([
			['Files', '10', ...cells(12, 6.5)],
			['Files', '9', ...cells(3, null)],
			[null, 'Start', 3, 1.2, 0.4, 0.1, ...nulls],
		]);
	});

	test('with totals, returns a category before its events', () => {
		expect(read(text, true)).toEqual([
			['Files', null, 'category', ...cells(15, 6.5)],
			['Files', '10', 'event', ...cells(12, 6.5)],
			['Files', '9', 'event', ...cells(3, null)],
			[null, null, 'category', 3, 1.2, 0.4, 0.1, ...nulls],
			[null, 'Start', 'event', 3, 1.2, 0.4, 0.1, ...nulls],
			['null', null, 'category', 0, 1.2, 0.4, 0.1, ...nulls],
		]);
	});

	test.each(['[]', '{}'])('returns no rows for the empty response %s', text => {
		expect(read(text)).toEqual([]);
	});
});

test.each([
	['an object by category', `{"Files":{"Open":{"eventUsage":${usage(1)}}}}`],
	['a category without its events', '[{"category":"Files"}]'],
	['events in a list', `[{"category":"Files","categoryEventsData":[{"name":"Open"}]}]`],
	['an event of other members', '[{"category":"Files","categoryEventsData":{"Open":{"count":3}}}]'],
	['figures of other names', '[{"category":"Files","categoryEventsData":{"Open":{"eventUsage":{"count":3}}}}]'],
	['a category that is a text', '["Files"]'],
])('rejects %s', (_name, text) => {
	expect(() => read(text)).toThrow(UnknownLayout);
});
