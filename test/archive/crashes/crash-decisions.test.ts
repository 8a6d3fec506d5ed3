import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	type Decision,
	type Decisions,
	formatDecisions,
	getDecisionState,
	parseDecisions,
} from '../../../src/archive/crashes/crash-decisions.ts';
import {markDecided, toGroupDecisions} from '../../../src/archive/crashes/decided-groups.ts';
import type {CountedGroup} from '../../../src/archive/crashes/group-counts.ts';
import {CliError} from '../../../src/errors.ts';

const [one, other, third] = ['0123456789abcdef', 'fedcba9876543210', '00000000000000ff'] as const;
const decide = (kind: Decision['kind'], value = '', fingerprint: string = one): Decision => ({
	...{fingerprint, kind, value},
	note: '',
});
const toMap = (...decisions: readonly Decision[]): Decisions =>
	new Map(decisions.map(each => [each.fingerprint, each]));

const hex = fc.stringMatching(/^[0-9a-f]{16}$/);
const note = fc
	.stringMatching(/^[\p{L}\p{N}\p{P}\p{S} ]{0,80}$/u)
	.map(text => text.trim())
	.filter(text => !/\p{Cf}/u.test(text));
const decision: fc.Arbitrary<Decision> = fc.oneof(
	fc.record({fingerprint: hex, kind: fc.constant('known' as const), value: fc.constant(''), note}),
	fc.record({
		fingerprint: hex,
		kind: fc.constant('fixed-in' as const),
		value: fc.stringMatching(/^[0-9a-z.+-]{1,20}$/),
		note,
	}),
	fc.record({
		fingerprint: hex,
		kind: fc.constant('ignore-until' as const),
		value: fc
			.date({min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true})
			.map(date => date.toISOString().slice(0, 10)),
		note,
	}),
);

test('law: reads back what it writes, one sorted line for each decision', () => {
	fc.assert(
		fc.property(fc.array(decision), decisions => {
			const all = toMap(...decisions);
			const text = formatDecisions(all);
			expect(new Map(parseDecisions(text, 'f').decisions)).toEqual(all);
			const [header, ...lines] = text.split('\n').slice(0, -1);
			expect(header).toBe(all.size === 0 ? undefined : '# fingerprint version 3');
			expect(lines).toEqual(lines.toSorted());
			expect(lines).toHaveLength(all.size);
		}),
	);
});

test('reads a file that was edited by hand, with a byte order mark, CRLF, blank lines and a month', () => {
	const text = `\uFEFF${other} known\r\n\r\n${one} ignore-until 2027-01  #no blank\r\n`;
	expect([...parseDecisions(text, 'f').decisions.values()]).toEqual([
		{fingerprint: other, kind: 'known', value: '', note: ''},
		{fingerprint: one, kind: 'ignore-until', value: '2027-01-01', note: 'no blank'},
	]);
});

test.each([
	['hello', 1, 'expected FINGERPRINT known'],
	[`${one}`, 17, 'expected FINGERPRINT known'],
	[`${one} gone`, 17, 'expected FINGERPRINT known'],
	[`${one.toUpperCase()} known`, 1, 'expected FINGERPRINT known'],
	[`${one} knownish`, 17, 'expected FINGERPRINT known'],
	[`${one} known 5.2`, 23, 'known takes no value'],
	[`${one} fixed-in`, 26, 'fixed-in needs a version'],
	[`${one} fixed-in 5.2 and 5.3`, 30, 'expected FINGERPRINT known'],
	[`${one} ignore-until 2027-13`, 30, 'ignore-until needs a date'],
	[`${one} ignore-until 2027-02-30`, 30, 'ignore-until needs a date'],
	[`${one} known # a\u001b[2Jb`, 24, 'a note is one line of text'],
	[`${one} known # a\u202eb`, 24, 'a note is one line of text'],
	[`${one} known # ${'x'.repeat(501)}`, 24, 'a note has at most 500 characters'],
	['<<<<<<< HEAD', 1, 'an unresolved merge conflict'],
	[`${other} known`, 1, `${other} is decided twice`],
])('rejects %j with its line and column', (line, column, message) => {
	try {
		parseDecisions(`${other} known\n${line}\n`, 'crash-decisions.txt');
		expect.fail('accepted');
	} catch (error) {
		if (!(error instanceof CliError)) throw error;
		expect(error.message).toMatch(message);
		expect(error.details.place).toMatchObject({source: 'crash-decisions.txt', line: 2, column});
	}
});

test('counts all errors of a large damaged file, and places the first ones', () => {
	const parse = () => parseDecisions('x\n'.repeat(100_000), 'f');
	expect(parse).toThrow('f has 100000 errors');
	expect(parse).toThrow(
		expect.objectContaining({
			details: expect.objectContaining({errors: expect.toSatisfy(({length}) => length === 20)}),
		}),
	);
});

test.each([
	[decide('known'), '9.0', 'quiet'],
	[decide('fixed-in', '5.10'), '5.9', 'quiet'],
	[decide('fixed-in', '5.10'), '5.10', 'regressed'],
	[decide('fixed-in', '5.10'), '5.10.1', 'regressed'],
	[decide('fixed-in', '5.10'), null, 'quiet'],
	[decide('ignore-until', '2026-12-02'), '9.0', 'quiet'],
	[decide('ignore-until', '2026-12-01'), '9.0', undefined],
	[undefined, '9.0', undefined],
])('%j with reports of %s is %s', (each, lastVersion, state) => {
	expect(getDecisionState(each, {lastVersion, today: '2026-12-01'})).toBe(state);
});

test('takes the decision on a variant for its group, and that on the group itself first', () => {
	const heads = new Map([
		[other, one],
		[third, one],
	]);
	expect(toGroupDecisions(toMap(decide('known', '', other)), {heads}).get(one)?.kind).toBe('known');
	const both = toMap(decide('known', '', other), decide('fixed-in', '1', one), decide('known', '', third));
	expect(toGroupDecisions(both, {heads})).toEqual(new Map([[one, decide('fixed-in', '1', one)]]));
});

test('marks decided groups with reports in the period, and no others', () => {
	const group = (fingerprint: string, count: number, mark: CountedGroup['mark'] = null): CountedGroup => ({
		...{names: [fingerprint], count, installations: count, firstVersion: '1.0', lastVersion: '5.2', mark},
		...{firstDay: '2026-01-01', lastDay: '2026-11-01', trend: null, weeks: null},
	});
	const mark = (each: CountedGroup, given?: Decision) =>
		markDecided([each], given ? toMap(given) : new Map(), '2026-12-01')[0]?.mark;
	expect(mark(group(one, 3, 'new'))).toBe('new');
	expect(mark(group(one, 3, 'new'), decide('known'))).toBe('known');
	expect(mark(group(one, 0, 'gone'), decide('known'))).toBe(null);
	expect(mark(group(one, 3, 'back'), decide('fixed-in', '5.2'))).toBe('regressed');
	expect(mark(group(one, 0, 'gone'), decide('fixed-in', '5.2'))).toBe('gone');
	expect(mark(group(one, 3), decide('fixed-in', '5.3'))).toBe('fixed');
	expect(mark(group(one, 3), decide('ignore-until', '2027-01-01'))).toBe('ignored');
	expect(mark(group(one, 3, 'new'), decide('ignore-until', '2026-12-01'))).toBe('new');
});
