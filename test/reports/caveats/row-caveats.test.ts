import {describe, expect, test} from 'vitest';
import type {EventReference} from '../../../src/contract/event-reference.ts';
import type {Cell, ColumnKind} from '../../../src/output/dataset.ts';
import {findRowCaveats} from '../../../src/reports/caveats/row-caveats.ts';
import {getSegmentLimits} from '../../../src/reports/request/report-request.ts';

const column = (key: string, kind: ColumnKind) => ({key, title: key, kind});
type Asked = {last?: string; limits?: Map<string, number>; events?: readonly EventReference[]};
const watching =
	(columns: readonly ReturnType<typeof column>[]) =>
	(rows: readonly Cell[][], {last, limits = new Map(), events = []}: Asked = {}) => {
		const {marks, texts, isCut} = findRowCaveats({columns, rows}, {first: '2026-05-22', last, limits, events});
		expect(isCut).toBe(texts.some(text => text.includes('because of its limit')));
		return [...marks.map(({text}) => text), ...texts];
	};

test.each([
	['month', ['2026-05-01', '2026-06-01'], ['the first month began on 2026-05-01 and is counted from 2026-05-22']],
	['week', ['2026-05-18'], ['the first week began on 2026-05-18 and is counted from 2026-05-22']],
	['week', ['2026-05-22', '<NULL>'], []],
	['day', ['2026-05-21'], []],
])('reports a first %s that begins before the range', (unit, dates, caveats) => {
	const date = {...column('date', 'date'), unit};
	expect(watching([date, column('new', 'count')])(dates.map(each => [each, 40]))).toEqual(caveats);
});

test.each([
	['month', '2026-06-24', ['the last month ends on 2026-06-30 and is counted until 2026-06-24']],
	['week', '2026-06-06', ['the last week ends on 2026-06-07 and is counted until 2026-06-06']],
	['month', '2026-06-30', []],
	['day', '2026-06-24', []],
])('reports a last %s that ends after the range, on %s', (unit, last, caveats) => {
	const date = {...column('date', 'date'), unit};
	expect(watching([date, column('new', 'count')])([['2026-06-01', 40]], {last})).toEqual(caveats);
});

test('says that the service chose the values of a property without segments', () => {
	const columns = [column('ram', 'label'), column('active', 'count')];
	const options = {first: '2026-05-22', limits: new Map<string, number>(), events: [], topValuesOf: 'ram'};
	expect(findRowCaveats({columns, rows: []}, options)).toEqual({marks: [], texts: [], isCut: false});
	const rows = [
		['4096', 90],
		['8192', 80],
	];
	expect(findRowCaveats({columns, rows}, options)).toEqual({
		marks: [],
		texts: ['ram shows 2 values that the service chose as the largest; there may be more'],
		isCut: true,
	});
});

describe('reports segments cut by a limit', () => {
	const watched = watching([column('prodEdition', 'label'), column('prodVersion', 'label'), column('active', 'count')]);
	const inner = (limit: number) => ({limits: new Map([['prodVersion', limit]])});
	const told = (limit: number) => [`prodVersion shows ${limit} values because of its limit; there may be more`];
	const of = (...pairs: [string | null, string | null][]) => pairs.map(([outer, label]): Cell[] => [outer, label, 90]);

	test('as many values as the limit may not be all', () => {
		expect(watched(of(['Pro', '1'], ['Pro', '2']), inner(2))).toEqual(told(2));
		expect(watched(of(['Pro', '1'], ['Pro', '2']), inner(3))).toEqual([]);
	});
	test('a limit for all rows is shared by two segments', () => {
		expect(watched(of(['Pro', '1'], ['Home', '2']), inner(2))).toEqual(told(2));
	});
	test('more values than the limit mean that it applies inside each segment', () => {
		expect(watched(of(['Pro', '1'], ['Home', '2'], ['Home', '3']), inner(2))).toEqual(told(2));
		expect(watched(of(['Pro', '1'], ['Home', '2'], ['Lite', '3'], ['Max', '4']), inner(2))).toEqual([]);
	});
	test('ignores rows of outer levels, which have no inner value', () => {
		expect(watched(of(['Pro', null], ['Pro', '1'], ['Home', null]), inner(2))).toEqual([]);
	});
	test('ignores the limit of a segment beside others', () => {
		const item = {type: 'regex', value: '.*', split: true, limit: 5};
		const limitsOf = (request: object) => getSegmentLimits({startDate: '2026-01-01', ...request});
		const levels = (...segments: object[]) => ({levels: {level1: {property: 'prodVersion', segments}}});
		expect(limitsOf(levels(item))).toEqual(new Map([['prodVersion', 5]]));
		expect(limitsOf(levels(item, {includeNull: true}))).toEqual(new Map());
		expect(limitsOf({segmentBy: 'ram', segments: [item]})).toEqual(new Map([['ram', 5]]));
		expect(limitsOf({segmentBy: 'ram'})).toEqual(new Map());
	});
});

describe('reports missing events', () => {
	const open = {category: 'Files', name: 'Open'};
	const start = {category: null, name: 'Start'};
	const sum: EventReference = {
		combiLabel: 'Any',
		combiArray: [{categoryType: 'string', nameType: 'string', category: 'Files', name: 'Open'}],
	};
	const columns = [
		column('prodEdition', 'label'),
		column('category', 'text'),
		column('name', 'text'),
		column('combiLabel', 'text'),
	];
	const watched = (rows: Cell[][], events: readonly EventReference[]) => watching(columns)(rows, {events});
	const all: Cell[][] = [
		['Pro', 'Files', 'Open', null],
		['Pro', null, 'Start', null],
		['Pro', null, null, 'Any'],
	];

	test('reports nothing if all events are present', () => {
		expect(watched(all, [open, start, sum])).toEqual([]);
		expect(watched([], [])).toEqual([]);
	});
	test('names missing events; the same name in another category is another event', () => {
		expect(watched(all.slice(1, 2), [open, start, sum])).toEqual([
			"the service returned no data for Files/Open, 'Any', which does not mean 0",
		]);
		expect(watched(all, [{category: 'null', name: 'Start'}])).toHaveLength(1);
	});
	test('names events that are missing in some segments', () => {
		expect(watched([...all, ['Home', 'Files', 'Open', null], ['Lite', 'Files', 'Open', null]], [open, sum])).toEqual([
			"the service returned no data for 'Any' in 2 of 3 segments",
		]);
	});
	test('one date is enough for an event over time', () => {
		const timeline = watching([column('date', 'date'), column('category', 'text'), column('name', 'text')]);
		const rows = [
			['2026-03-01', 'Files', 'Open'],
			['2026-03-02', null, 'Start'],
		];
		expect(timeline(rows, {events: [open, start]})).toEqual([]);
		expect(timeline(rows.slice(1), {events: [open, start]})).toHaveLength(1);
	});
	test('reports nothing for a report without an event column', () => {
		expect(watching([column('bin', 'bin')])([['1']], {events: [open]})).toEqual([]);
	});
});
