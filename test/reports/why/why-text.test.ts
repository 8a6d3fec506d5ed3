import {expect, test} from 'vitest';
import {type WhyFigure, whyFigures} from '../../../src/reports/why/why-figures.ts';
import {getWhyColumns, toWhyRows} from '../../../src/reports/why/why-rows.ts';
import {describeAnswer} from '../../../src/reports/why/why-text.ts';
import type {Counts, Group, Sides} from '../../../src/why/breakdown.ts';
import type {Finding} from '../../../src/why/judge-groups.ts';

const counts = (count: number, base: number): Counts => ({count, base});
const group = (value: string, before: Counts, now: Counts): Group => ({kind: 'value', value, before, now});
const unusual = (own: Group): Finding =>
	({property: 'os.platform', group: own, verdict: 'unusual', cause: 'rate', logAdjusted: -9}) as unknown as Finding;

const answer = (findings: readonly Finding[], sides: Sides, figure: WhyFigure) =>
	describeAnswer({findings, breakdowns: []} as never, {total: sides, figure, days: ''});

const windows = group('Windows', counts(93, 900), counts(108, 1100));
const mac = group('macOS', counts(10, 100), counts(60, 110));
const total: Sides = {before: counts(103, 1000), now: counts(168, 1210)};

test('a group that moved less than the others is not where the change is', () => {
	const alone = answer([unusual(windows)], total, whyFigures.lost);
	expect(alone).toContain('os.platform Windows moved less than the others (93 to 108; 10.3 % to 9.8 %');
	expect(alone).not.toMatch(/of it is in|without it/);
	const both = answer([unusual(windows), unusual(mac)], total, whyFigures.lost);
	expect(both).toMatch(
		/: \+50 of it is in os\.platform macOS \(.*\) and os\.platform Windows moved less than the others/,
	);
});

test('of a ratio, the change of a group stands beside its contribution, and no rate is blank', () => {
	const figure = whyFigures['crash-free'];
	const sides = {before: counts(600, 1200), now: counts(420, 1000)};
	const home = group('Home', counts(514, 1000), counts(420, 1000));
	const gone = group('DE', counts(86, 200), counts(0, 0));
	const context = {total: sides, figure, getLines: () => ['', ''] as const};
	const rows = toWhyRows({findings: [unusual(home), unusual(gone)], breakdowns: []} as never, context);
	const columns = getWhyColumns('ratio');
	const read = (key: string) => rows.map(row => row[columns.findIndex(column => column.key === key)]);
	expect(read('before')).toEqual([51.4, 43]);
	expect(read('now')).toEqual([42, null]);
	expect(read('ownChange')).toEqual([-9.4, null]);
	expect(columns.find(({key}) => key === 'change')?.title).toBe('Contribution');
	expect(getWhyColumns('count').find(({key}) => key === 'change')?.title).toBe('Change');
	expect(answer([unusual(gone)], sides, figure)).toContain('(43 % to none)');
});
