import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createFaults, matchPath, parseFaultPlan} from '../../../src/sandbox/faults/fault-rules.ts';

const latency = {kind: 'latency', ms: 1} as const;
const html = {kind: 'html'} as const;
const post = (path: string) => ({method: 'POST', path});

test.each([
	['/a/b', '/a/b', true],
	['/a/b', '/a/b/c', false],
	['*', '/anything', true],
	['/a/*', '/a/b/c', true],
	['/a/*', '/b/a/c', false],
	['*/listFiles', '/exceptionTracking/listFiles', true],
	['/*/x/*', '/a/x/b', true],
	['/a*a', '/a', false],
	['/a*b*c', '/a1c2b3c', true],
	['/a*b*b', '/ab', false],
])('%s against %s', (pattern, path, expected) => {
	expect(matchPath(pattern, path)).toBe(expected);
});

test('a pattern matches like the equivalent regular expression', () => {
	const text = fc.string({unit: fc.constantFrom('a', 'b', '/'), maxLength: 8});
	const pattern = fc.string({unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 6});
	fc.assert(
		fc.property(
			pattern,
			text,
			(glob, path) => matchPath(glob, path) === new RegExp(`^${glob.replaceAll('*', '.*')}$`).test(path),
		),
		{numRuns: 500},
	);
});

const firing = (faults: ReturnType<typeof createFaults>, path: string, calls: number) =>
	Array.from({length: calls}, (_, index) => (faults.next(post(path)) ? index + 1 : 0)).filter(Boolean);

test('a rule applies once, to the given calls, or the given number of times', () => {
	expect(firing(createFaults({rules: [{fault: latency}]}), '/a', 5)).toEqual([1]);
	expect(firing(createFaults({rules: [{calls: [2, 4], fault: latency}]}), '/a', 5)).toEqual([2, 4]);
	expect(firing(createFaults({rules: [{times: 3, fault: latency}]}), '/a', 5)).toEqual([1, 2, 3]);
	expect(firing(createFaults({rules: [{times: 'always', fault: latency}]}), '/a', 3)).toEqual([1, 2, 3]);
	expect(firing(createFaults({rules: [{calls: [2, 3, 4], times: 2, fault: latency}]}), '/a', 5)).toEqual([2, 3]);
});

test('counts calls by path and method, and applies the first matching rule', () => {
	const faults = createFaults({
		rules: [
			{path: '/a', calls: [2], fault: html},
			{path: '/*', method: 'POST', times: 'always', fault: latency},
		],
	});
	expect(faults.next(post('/b'))).toEqual(latency);
	expect(faults.next(post('/a'))).toEqual(latency);
	expect(faults.next({method: 'GET', path: '/b'})).toBeUndefined();
	expect(faults.next(post('/a'))).toEqual(html);
	faults.set({rules: []});
	expect(faults.next(post('/a'))).toBeUndefined();
});

test('a rate applies to about that share of calls, and to the same calls for the same seed', () => {
	const calls = (seed: number) => firing(createFaults({seed, rules: [{rate: 0.1, fault: latency}]}), '/a', 2000);
	expect(calls(1)).toEqual(calls(1));
	expect(calls(1)).not.toEqual(calls(2));
	expect(calls(1).length).toBeGreaterThan(140);
	expect(calls(1).length).toBeLessThan(260);
	expect(firing(createFaults({rules: [{rate: 1, fault: latency}]}), '/a', 3)).toEqual([1, 2, 3]);
	expect(firing(createFaults({rules: [{rate: 0, fault: latency}]}), '/a', 3)).toEqual([]);
});

test.each<[plan: string, message: string, column: number]>([
	['{', 'faults.json is not JSON', 1],
	['{}', 'rules is missing', 1],
	[
		'{"rules":[{"fault":{"kind":"earthquake"}}]}',
		expect.stringMatching(/^kind: expected latency, status, .* or unavailable, not "earthquake"$/),
		28,
	],
	['{"rules":[{"fault":{"kind":"latency"}}]}', 'ms is missing', 20],
	['{"rules":[{"call":[1],"fault":{"kind":"html"}}]}', "unknown key 'call'; did you mean calls?", 19],
	['{"rules":[{"rate":2,"fault":{"kind":"html"}}]}', 'rate: expected 1 or less, not 2', 19],
])('rejects the plan %s', (text, message, column) => {
	expect(() => parseFaultPlan(text, 'faults.json')).toThrow(
		expect.objectContaining({
			...{kind: 'usage', message},
			details: expect.objectContaining({place: expect.objectContaining({source: 'faults.json', line: 1, column})}),
		}),
	);
});
