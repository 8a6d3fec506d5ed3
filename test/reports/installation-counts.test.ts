import {describe, expect, test} from 'vitest';
import {UnknownLayout} from '../../src/reports/answer-layout.ts';
import {type CurrentLayout, readCurrent} from '../../src/reports/installation-counts.ts';
import {results, rowsOf} from './support/answers.ts';

const asked: CurrentLayout = {statuses: ['new', 'active'], levels: [], isSplit: false, totals: false};
const read = (text: string, ask: Partial<CurrentLayout> = {}) => rowsOf(readCurrent(results(text), {...asked, ...ask}));
const one = {levels: ['prodEdition']};
const three = {levels: ['prodEdition', 'prodVersion', 'prodBuild'], statuses: ['active']};

const nested = `{"level1":{
	"Home":{"totals":{"active":40},"level2":{
		"1.0":{"totals":{"active":15},"level3":{"100":{"totals":{"active":9}},"101":{"totals":{"active":6}}}},
		"2.0":{"totals":{"active":25},"level3":{"200":{"totals":{"active":25}}}}}},
	"Empty":{"totals":{"active":3},"level2":{}}}}`;

describe('reads known layouts', () => {
	test('reads counts without a level, bare or inside totals', () => {
		expect(read('{"new":18,"active":100}')).toEqual([[18, 100]]);
		expect(read('{"totals":{"new":18,"active":100}}')).toEqual([[18, 100]]);
	});

	test('reads one level', () => {
		expect(
			read('{"level1":{"Home":{"totals":{"new":11,"active":40}},"Pro":{"totals":{"active":60,"new":7}}}}', one),
		).toEqual([
			['Home', 11, 40],
			['Pro', 7, 60],
		]);
	});

	test('reads three levels, with a row for each innermost segment', () => {
		expect(read(nested, three)).toEqual([
			['Home', '1.0', '100', 9],
			['Home', '1.0', '101', 6],
			['Home', '2.0', '200', 25],
		]);
	});

	test('reads three levels with totals, each outer segment before its inner ones', () => {
		expect(read(nested, {...three, totals: true})).toEqual([
			['Home', null, null, 'prodEdition', 40],
			['Home', '1.0', null, 'prodVersion', 15],
			['Home', '1.0', '100', 'prodBuild', 9],
			['Home', '1.0', '101', 'prodBuild', 6],
			['Home', '2.0', null, 'prodVersion', 25],
			['Home', '2.0', '200', 'prodBuild', 25],
			['Empty', null, null, 'prodEdition', 3],
		]);
	});

	test('reads dates without a level', () => {
		const rows = [
			['2021-01-01', 3, 90],
			['2021-02-01', 5, 97],
		];
		expect(read('{"2021-01-01":{"active":90,"new":3},"2021-02-01":{"active":97,"new":5}}', {isSplit: true})).toEqual(
			rows,
		);
		expect(
			read('{"2021-01-01":{"totals":{"active":90,"new":3}},"2021-02-01":{"totals":{"active":97,"new":5}}}', {
				isSplit: true,
			}),
		).toEqual(rows);
	});

	const split = {...one, statuses: ['active'], isSplit: true};

	test('reads dates inside segments', () => {
		expect(read('{"level1":{"Home":{"2021-01-01":{"active":40},"2021-02-01":{"active":44}},"Pro":{}}}', split)).toEqual(
			[
				['2021-01-01', 'Home', 40],
				['2021-02-01', 'Home', 44],
			],
		);
	});

	test('reads segments inside dates', () => {
		expect(
			read(
				'{"2021-01-01":{"level1":{"Home":{"totals":{"active":40}},"Pro":{"totals":{"active":4}}}},"2021-02-01":{"level1":[]},"2021-03-01":{}}',
				split,
			),
		).toEqual([
			['2021-01-01', 'Home', 40],
			['2021-01-01', 'Pro', 4],
		]);
	});
});

describe('reads labels and figures', () => {
	test('keeps labels as text, in the order of the service', () => {
		const labels = [
			'10',
			'9',
			'2021',
			'2021-01-01',
			'totals',
			'level1',
			'level2',
			'<NULL>',
			'',
			'__proto__',
			'constructor',
		];
		const level1 = labels.map((label, index) => `${JSON.stringify(label)}:{"totals":{"new":${index},"active":0}}`);
		expect(read(`{"level1":{${level1.join()}}}`, one)).toEqual(labels.map((label, index) => [label, index, 0]));
	});

	test('reads an absent status as null, and ignores statuses that were not requested', () => {
		expect(read('{"active":1.5,"lost":7}')).toEqual([[null, 1.5]]);
		expect(read('{"new":null,"active":0}')).toEqual([[null, 0]]);
		expect(read('{"level1":{"Home":{"totals":[]}}}', one)).toEqual([['Home', null, null]]);
	});

	test.each(['[]', '{}', '{"level1":{}}', '{"level1":[]}'])('returns no rows for the empty response %s', text => {
		expect(read(text, three)).toEqual([]);
	});
	test('segments may be empty, even all of them', () => {
		expect(
			read('{"level1":{"a":{"totals":{"active":1},"level2":{}},"b":{"totals":{"active":2},"level2":[]}}}', three),
		).toEqual([]);
		expect(read('{"level1":{"a":{"totals":{"active":0}},"b":{"totals":{}}}}', three)).toEqual([]);
	});

	test.each(['[]', '{}'])('returns no rows for the empty response %s without levels or with dates', text => {
		expect([read(text), read(text, {isSplit: true}), read(text, {...one, isSplit: true})]).toEqual([[], [], []]);
	});
});

describe('rejects anything else', () => {
	test.each<[string, string, Partial<CurrentLayout>]>([
		['a list', '[{"new":1}]', {}],
		['a number', '5', {}],
		['null', 'null', one],
		['counts of nothing that was asked', '{"lost":7}', {}],
		['levels that were not asked for', '{"level1":{"Home":{"totals":{"new":1,"active":2}}}}', {}],
		['no level where one was asked', '{"new":18,"active":100}', one],
		['fewer levels than asked', '{"level1":{"Home":{"totals":{"active":1}}}}', three],
		['two of three levels', '{"level1":{"a":{"totals":{"active":1},"level2":{"b":{"totals":{"active":1}}}}}}', three],
		['a count in words', '{"new":"18","active":100}', {}],
		['a segment that is a count', '{"level1":{"Home":18}}', one],
		['a segment that is a list', '{"level1":{"Home":[18]}}', one],
		['segments in a list', '{"level1":[{"Home":1}]}', one],
		['dates that are none', '{"2021":{"active":90}}', {isSplit: true}],
		['no dates where a split was asked', '{"level1":{"Home":{"totals":{"active":1}}}}', {...one, isSplit: true}],
		['no segments inside a date', '{"2021-01-01":{"active":90}}', {...one, isSplit: true}],
	])('%s', (_name, text, ask) => {
		expect(() => read(text, ask)).toThrow(UnknownLayout);
	});
});
