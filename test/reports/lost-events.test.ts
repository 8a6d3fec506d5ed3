import {describe, expect, test} from 'vitest';
import {UnknownLayout} from '../../src/reports/answer-layout.ts';
import {readLostEvents} from '../../src/reports/lost-events.ts';
import {results, rowsOf} from './support/answers.ts';

const read = (text: string, isSegmented = false) => rowsOf(readLostEvents(results(text), isSegmented));
const figures =
	'"eventCount":420,"eventCountPerUser":7.5,"usersUsedAtLeastOnce":56,"percentUsedAtLeastOnce":70.00,"usersNeverUsed":24,"percentNeverUsed":30';
const cells = [420, 7.5, 56, 70, 24, 30];
const open = `{"eventCategory":"Files","eventName":"Open",${figures}}`;
const start = `{"eventCategory":null,"eventName":"Start",${figures}}`;

describe('reads known layouts', () => {
	test('reads a list of events', () => {
		expect(read(`[${open},${start}]`)).toEqual([
			['Files', 'Open', ...cells],
			[null, 'Start', ...cells],
		]);
	});

	test('reads lists by segment', () => {
		expect(read(`{"1.0":[${open}],"<NULL>":[],"segments":[${start}],"2.0":{}}`, true)).toEqual([
			['1.0', 'Files', 'Open', ...cells],
			['segments', null, 'Start', ...cells],
		]);
	});

	test.each(['[]', '{}'])('returns no rows for the empty response %s', text => {
		expect([...read(text), ...read(text, true)]).toEqual([]);
	});

	test('a figure may be null or missing', () => {
		expect(read('[{"eventName":"Open","eventCount":0,"eventCountPerUser":null}]')).toEqual([
			[null, 'Open', 0, null, null, null, null, null],
		]);
	});
});

describe('reads layouts of newer servers', () => {
	test('reads events that list their segments', () => {
		const text = `[{"eventCategory":"Files","eventName":"Open","segments":[{"segmentLabel":"1.0",${figures}},{"segmentLabel":"<NULL>",${figures}}]}]`;
		expect(read(text, true)).toEqual([
			['1.0', 'Files', 'Open', ...cells],
			['<NULL>', 'Files', 'Open', ...cells],
		]);
	});

	test('reads categories of events that list their segments, and categories in each segment', () => {
		const rows = [
			['1.0', 'Files', 'Open', ...cells],
			['2.0', 'Files', 'Open', ...cells],
		];
		const segments = `[{"segmentLabel":"1.0",${figures}},{"segmentLabel":"2.0",${figures}}]`;
		const inEvents = `[{"eventCategory":"Files","categoryData":[{"eventName":"Open","segments":${segments}}]}]`;
		expect(read(inEvents, true)).toEqual(rows);
		const category = `[{"eventCategory":"Files","categoryData":[{"eventName":"Open",${figures}}]}]`;
		expect(read(`{"1.0":${category},"2.0":${category}}`, true)).toEqual(rows);
	});

	test('reads events in categories', () => {
		const text = `[{"eventCategory":"Files","categoryData":[{"eventName":"Open",${figures}},{"eventName":"Save",${figures}}]},{"eventCategory":null,"categoryData":[]}]`;
		expect(read(text)).toEqual([
			['Files', 'Open', ...cells],
			['Files', 'Save', ...cells],
		]);
	});
});

test.each<[string, string, boolean]>([
	['segments where none were asked for', `{"1.0":[${open}]}`, false],
	['two segments of an event where none were asked for', `[{"eventName":"a","segments":[{},{}]}]`, false],
	['no segments where some were asked for', `[${open}]`, true],
	['a segment that is an event', `{"1.0":${open}}`, true],
	['an event that is a text', '["Open"]', false],
	['an event of other figures', '[{"eventName":"Open","users":3}]', false],
	['a figure in words', '[{"eventName":"Open","eventCount":"3"}]', false],
])('rejects %s', (_name, text, isSegmented) => {
	expect(() => read(text, isSegmented)).toThrow(UnknownLayout);
});
