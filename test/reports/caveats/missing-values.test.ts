import {expect, test} from 'vitest';
import {getMissingValueCaveats} from '../../../src/reports/caveats/missing-values.ts';
import {results} from '../support/answers.ts';

const each = {type: 'regex', value: '.*', split: true} as const;
const levels = (...items: object[][]) =>
	Object.fromEntries(
		[[each], ...items].map((segments, index) => [`level${index + 1}`, {property: `P${index + 1}`, segments}]),
	) as Parameters<typeof getMissingValueCaveats>[1]['levels'];
const segment = (members: object, counts: Record<string, number | null>) => ({totals: counts, ...members});
const answer = (value: object) => results(JSON.stringify(value));

const two = answer({
	level1: {
		Home: segment(
			{level2: {'1': segment({}, {new: 6, active: 40}), '2': segment({}, {new: 4, active: 50})}},
			{new: 10, active: 100},
		),
		Pro: segment({level2: {'1': segment({}, {new: 5, active: null})}}, {new: 5, active: 100}),
		Empty: segment({}, {new: 0, active: 0}),
	},
});

test('counts installations of the outer level without a value at an inner level', () => {
	expect(getMissingValueCaveats(two, {levels: levels([each]), statuses: ['new', 'active']})).toEqual([
		"P2 leaves out 110 of 200 active (55 %); to count those without a value, add null, as in 'P2: each *, null'",
	]);
});

test('reports nothing if none are omitted, or if overlapping segments count more', () => {
	expect(getMissingValueCaveats(two, {levels: levels([each]), statuses: ['new']})).toEqual([]);
});

test.each([
	['a limit', [{...each, limit: 5}]],
	['null among the values', [{...each, includeNull: true}]],
	['some values only', [{type: 'string', value: '1'}]],
	['a pattern', [{type: 'regex', value: '^1', split: true}]],
	['all values as one', [{type: 'regex', value: '.*', split: false, segmentLabel: 'Any'}]],
])('reports nothing for %s, which omits others too, or none', (_name, items) => {
	expect(getMissingValueCaveats(two, {levels: levels(items), statuses: ['active']})).toEqual([]);
});

test('counts those that a segment for null does not count either', () => {
	const segments = [each, {includeNull: true}];
	const withNull = (active: number) =>
		answer({
			level1: {Home: segment({level2: {'1': segment({}, {active: 3}), '<NULL>': segment({}, {active})}}, {active: 9})},
		});
	const caveatsOf = (active: number) =>
		getMissingValueCaveats(withNull(active), {levels: levels(segments), statuses: ['active']});
	expect(caveatsOf(1)).toEqual(['P2 leaves out 5 of 9 active (55.6 %)']);
	expect(caveatsOf(6)).toEqual([]);
});

test('compares each of three levels with the level around it', () => {
	const inner = (active: number) => ({level3: {a: segment({}, {active})}});
	const three = answer({
		level1: {
			Home: segment(
				{level2: {'1': segment(inner(30), {active: 40}), '2': segment(inner(40), {active: 40})}},
				{active: 100},
			),
		},
	});
	expect(getMissingValueCaveats(three, {levels: levels([each], [each]), statuses: ['active']})).toEqual([
		expect.stringContaining('P2 leaves out 20 of 100 active (20 %)'),
		expect.stringContaining('P3 leaves out 10 of 80 active (12.5 %)'),
	]);
});

test.each(['[]', '{}', '{"new":1}', '{"level1":[]}'])('reports nothing for the response %s without levels', text => {
	expect(getMissingValueCaveats(results(text), {levels: levels([each]), statuses: ['new']})).toEqual([]);
});
