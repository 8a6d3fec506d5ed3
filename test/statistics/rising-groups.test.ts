import {expect, test} from 'vitest';
import {createNext, drawPoisson} from '../../src/statistics/random-numbers.ts';
import {createIsRising, isTestable, type Weeks} from '../../src/statistics/rising-groups.ts';
import {isLong} from '../support/laws/laws.ts';

const sum = (groups: readonly Weeks[]): Weeks => ({
	now: groups.reduce((total, {now}) => total + now, 0),
	before: groups.reduce((total, {before}) => total + before, 0),
});
const others = Array.from({length: 9}, (): Weeks => ({now: 40, before: 40}));
const isRising = (group: Weeks, beside: readonly Weeks[] = others) =>
	createIsRising([group, ...beside], sum([group, ...beside]))(group);

test.each([
	['twice as many installations of many', {now: 80, before: 40}, true],
	['twice as many of few', {now: 8, before: 4}, false],
	['ten times as many', {now: 20, before: 2}, true],
	['as many', {now: 40, before: 40}, false],
	['half as many', {now: 40, before: 80}, false],
	['too few to tell', {now: 4, before: 0}, false],
])('a group on %s', (_, group, expected) => {
	expect(isRising(group)).toBe(expected);
});

test('no group rises because the product is used more, or because other crashes become rarer', () => {
	const more = others.map(({before}) => ({before, now: 2 * before}));
	expect(isRising({now: 80, before: 40}, more)).toBe(false);
	const rarer = others.map(({before}) => ({before, now: before / 4}));
	expect(isRising({now: 42, before: 40}, rarer)).toBe(false);
});

test('needs the more evidence, the more groups are compared', () => {
	const group = {now: 48, before: 24};
	expect(isRising(group, others.slice(0, 4))).toBe(true);
	expect(
		isRising(
			group,
			Array.from({length: 60}, () => ({now: 40, before: 40})),
		),
	).toBe(false);
	// Those that cannot show a rise are not compared.
	expect(isTestable({now: 2, before: 2})).toBe(false);
	expect(isRising(group, [...others.slice(0, 4), ...Array.from({length: 60}, () => ({now: 2, before: 2}))])).toBe(true);
});

/** 30 groups, the most frequent on 60 installations a week; TABLES takes another number. */
const tables = Number(process.env.TABLES ?? (isLong ? 4000 : 300));
const usual = Array.from({length: 30}, (_, at) => 60 / (at + 1));

function play(factor: number, use: number) {
	const next = createNext(11);
	const found = {falseTables: 0, power: [0, 0, 0]};
	for (let table = 0; table < tables; table++) {
		const risen = factor === 1 ? -1 : table % 3;
		const groups = usual.map((mean, at) => ({
			before: drawPoisson(mean, next),
			now: drawPoisson(mean * use * (at === risen ? factor : 1), next),
		}));
		const test = createIsRising(groups, sum(groups));
		if (groups.some((group, at) => at !== risen && test(group))) found.falseTables++;
		if (risen >= 0 && test(groups[risen] as Weeks)) found.power[risen] = (found.power[risen] ?? 0) + 1;
	}
	const percent = (count: number, of: number) => Math.round((1000 * count) / of) / 10;
	return {falsePercent: percent(found.falseTables, tables), power: found.power.map(each => percent(each, tables / 3))};
}

test('marks a group by chance in at most 5 % of tables, and finds most of those that double', () => {
	const same = [play(1, 1), play(1, 1.5), play(1, 0.6)];
	const doubled = play(2, 1);
	if (process.env.TABLES) console.log(JSON.stringify({same, doubled}));
	for (const {falsePercent} of [...same, doubled]) expect(falsePercent).toBeLessThanOrEqual(5);
	expect(doubled.power[0]).toBeGreaterThan(50);
});
