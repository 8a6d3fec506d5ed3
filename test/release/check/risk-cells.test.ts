import {expect, test} from 'vitest';
import type {RiskCell} from '../../../src/release/check/compare-releases.ts';
import {createRiskCounter, type ObservedUse} from '../../../src/release/check/risk-cells.ts';

const use = (version: string, days: readonly number[], crashes: readonly number[] = []): ObservedUse => ({
	...{version, clientId: 'a', system: 'Linux', installed: '2026-01-01', value: null, traits: []},
	days: days.map(day => ({day: `2026-06-0${day}`, sessions: 1, minutes: 1})),
	crashes: crashes.map(day => ({day: `2026-06-0${day}`, reports: 2})),
});

const createCounter = () =>
	createRiskCounter(version => (version === '2' ? 'first' : version === '1' ? 'second' : undefined));

/** The days at risk, and those of first crashes, of the new version (+) and of the old one (-). */
function count(...uses: readonly ObservedUse[]): string {
	const counter = createCounter();
	counter.add(uses);
	return print(counter.cells());
}

const print = (cells: readonly RiskCell[]) =>
	cells
		.toSorted((one, other) => (one.day < other.day ? -1 : 1))
		.map(({day, first, second}) => {
			const mark = (sign: string, {events, exposure}: typeof first) => sign.repeat(exposure) + '!'.repeat(events);
			return `${day.slice(-1)}${mark('+', first)}${mark('-', second)}`;
		})
		.join(' ');

test('is at risk on days of use until the first crash, that day included', () => {
	expect(count(use('2', [1, 2, 4]))).toBe('1+ 2+ 4+');
	expect(count(use('2', [1, 2, 4, 5], [2, 5]))).toBe('1+ 2+!');
});

test('is no longer at risk after a crash under another version', () => {
	expect(count(use('1', [1, 2], [1]), use('2', [3, 4], [3]))).toBe('1-!');
	expect(count(use('0', [1], [1]), use('2', [3, 4]))).toBe('');
	expect(count(use('1', [1, 2]), use('2', [3, 4], [4]))).toBe('1- 2- 3+ 4+!');
});

test('counts a crash on a day on which the service lists no use', () => {
	expect(count(use('2', [1, 5], [3]))).toBe('1+ 3+!');
});

test('counts second crashes, and the days of use before them, under whichever version', () => {
	const counter = createCounter();
	counter.add([use('1', [1, 2, 3], [1]), use('2', [4, 5, 6, 7], [5, 7])]);
	expect(print(counter.seconds())).toBe('2- 3- 4+ 5+!');
});

test('counts on how many other days an installation was used, by day of use', () => {
	const counter = createCounter();
	counter.add([use('1', [1, 2]), use('2', [2, 3])]);
	counter.add([use('2', [5])]);
	expect(counter.otherDays()).toBe((3 * 2 + 0) / 4);
	expect(createCounter().otherDays()).toBe(0);
});

test('separates systems, and ages on the day of use', () => {
	const counter = createRiskCounter(() => 'first');
	counter.add([{...use('2', [1, 9]), installed: '2026-06-01'}]);
	counter.add([{...use('2', [1]), system: null, installed: null}]);
	expect(counter.cells().map(({stratum}) => stratum)).toEqual(['Linux\n0', 'Linux\n1', '\n?']);
});
