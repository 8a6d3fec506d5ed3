import fc from 'fast-check';
import {expect, test} from 'vitest';
import {addSides, type Counts, completeGroups, type Group, type Sides} from '../../src/why/breakdown.ts';
import {getContribution} from '../../src/why/contribution.ts';
import {laws} from '../support/laws/laws.ts';

const plain = fc.nat(60).map((count): Counts => ({count, base: null}));
const part = fc.nat(90).chain(base => fc.nat(base).map((count): Counts => ({count, base})));
const groupsOf = (counts: fc.Arbitrary<Counts>) =>
	fc.array(
		fc.record({before: counts, now: counts}).map((sides): Group => ({kind: 'value', value: '', ...sides})),
		{minLength: 1, maxLength: 12},
	);
const nothing = (base: number | null): Sides => ({before: {count: 0, base}, now: {count: 0, base}});
const sumUp = (sides: readonly Sides[], base: number | null) => sides.reduce<Sides>(addSides, nothing(base));
const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

test('contributions of counts add up to the change exactly, whatever the groups leave out', () =>
	fc.assert(
		fc.property(groupsOf(plain), plain, plain, (groups, before, now) => {
			const total = addSides(sumUp(groups, null), {before, now});
			const found = completeGroups(groups, total).map(group => getContribution(group, total, 'count'));
			expect(sum(found.map(({change}) => change))).toBe(total.now.count - total.before.count);
			if (total.before.count > 0)
				expect(sum(found.map(({expected}) => expected))).toBeCloseTo(total.now.count - total.before.count, 9);
		}),
		laws(200),
	));

test('mix and rate of a count add up to its change', () =>
	fc.assert(
		fc.property(groupsOf(part), groups => {
			const total = sumUp(groups, 0);
			for (const group of completeGroups(groups, total)) {
				const {change, mix, rate} = getContribution(group, total, 'part');
				expect((mix ?? Number.NaN) + (rate ?? Number.NaN)).toBeCloseTo(change, 9);
			}
		}),
		laws(200),
	));

test('mix and rate of all groups add up to the change of a ratio', () =>
	fc.assert(
		fc.property(groupsOf(part), groups => {
			const total = sumUp(groups, 0);
			const {before, now} = total;
			if (!before.base || !now.base) return;
			const found = completeGroups(groups, total).map(group => getContribution(group, total, 'ratio'));
			const change = now.count / now.base - before.count / before.base;
			expect(sum(found.map(each => (each.mix ?? 0) + (each.rate ?? 0)))).toBeCloseTo(change, 12);
			expect(sum(found.map(each => each.change))).toBeCloseTo(change, 12);
			expect(sum(found.map(each => each.expected))).toBeCloseTo(change, 12);
		}),
		laws(200),
	));

test('a pure change of mix has no rate, and a change of one rate has no mix', () => {
	const side = (count: number, base: number): Counts => ({count, base});
	const weak = {before: side(10, 100), now: side(30, 300)};
	const strong = {before: side(90, 100), now: side(90, 100)};
	const total = addSides(weak, strong);
	expect(getContribution(weak, total, 'ratio').rate).toBe(0);
	expect(getContribution(strong, total, 'ratio').rate).toBe(0);
	const worse = {before: side(90, 100), now: side(50, 100)};
	const stable = {before: side(10, 100), now: side(10, 100)};
	const all = addSides(worse, stable);
	expect(getContribution(worse, all, 'ratio')).toMatchObject({mix: 0, rate: -0.2, share: 1});
});

test('pools groups that are too small to tell, and keeps their sum', () => {
	const group = (value: string, count: number): Group => ({
		...{kind: 'value', value},
		before: {count, base: null},
		now: {count: 0, base: null},
	});
	const total = {before: {count: 50, base: null}, now: {count: 4, base: null}};
	expect(completeGroups([group('DE', 30), group('LI', 2), group('MC', 3)], total)).toEqual([
		group('DE', 30),
		{kind: 'small', value: '2', before: {count: 5, base: null}, now: {count: 0, base: null}},
		{kind: 'rest', value: '', before: {count: 15, base: null}, now: {count: 4, base: null}},
	]);
});

test('does not pool a group that lost nearly everything', () => {
	const side = (count: number, base: number): Counts => ({count, base});
	const release: Group = {kind: 'value', value: '5.0', before: side(0, 0), now: side(3, 40)};
	const total = {before: side(50, 100), now: side(53, 140)};
	const few: Group = {kind: 'value', value: '4.8', before: side(1, 4), now: side(1, 2)};
	const other: Group = {kind: 'value', value: '4.7', before: side(2, 5), now: side(1, 3)};
	expect(completeGroups([release, few, other], total).slice(0, 2)).toEqual([
		release,
		{kind: 'small', value: '2', before: side(3, 9), now: side(2, 5)},
	]);
});
