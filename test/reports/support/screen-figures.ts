import {expect} from 'vitest';
import type {Figures} from '../../support/oracle/event-screens.ts';
import {dateOf, type readTable, toNumber, toPercent} from './screen.ts';

/** Compares the rows of a screen with rows of `label`, `category`, `name` and a figure for each heading. */

type Screen = ReturnType<typeof readTable>;
const keyOf = ({label, category, name}: Figures) => [label, category ?? '', name].join('\t');
export const sumOf = (found: readonly Figures[], head: string) =>
	found.reduce((sum, each) => sum + Number(each[head]), 0);

/** Pairs the rows of the screen with those found; a row of others has none. */
function pair({heads, rows}: Screen, found: readonly Figures[], labelHead = '') {
	const byKey = new Map(found.map(each => [keyOf(each), each]));
	return rows.map(row => {
		const cell = (head: string) => row[heads.indexOf(head)] ?? '';
		const label = dateOf(labelHead && (row[0] ?? ''));
		const own = keyOf({label, category: cell('Category'), name: cell('Event') || cell('Combination')});
		return {cell, own: byKey.get(own), isOther: row.includes('other')};
	});
}

/** Compares each figure that has a heading with the one found: to the last digit of counts, and of two decimals. */
export function expectFigures(screen: Screen, found: readonly Figures[], {label = '', isWhole = true} = {}) {
	const pairs = pair(screen, found, label).filter(({isOther}) => !isOther);
	// Of no installations, each event has been used 0 times.
	if (found.length === 0) {
		expect(pairs.filter(({cell}) => toNumber(cell('Uses')) !== 0)).toEqual([]);
		return;
	}
	for (const {cell, own} of pairs) {
		expect(own).toBeDefined();
		for (const [head, value] of Object.entries(own ?? {}))
			if (screen.heads.includes(head)) {
				const text = cell(head);
				const isEqual =
					value === null ? text === '' : text !== '' && Math.abs(toNumber(text) - Number(value)) < 0.00501;
				expect({head, text, value, isEqual, own}).toMatchObject({isEqual: true});
			}
	}
	const shown = new Set(pairs.map(({own}) => own));
	// Where nothing was counted, the reason stands in place of the rows.
	const missing = found.filter(each => !shown.has(each) && Object.entries(each).some(([, n]) => Number(n) > 0));
	if (isWhole && shown.size > 0) expect(missing).toEqual([]);
	if (isWhole && shown.size === 0) expect(sumOf(found, 'Uses') + sumOf(found, 'value')).toBe(0);
}

/** The n largest by a figure, the sum of the rest, and shares of all. */
export function expectTop(
	screen: Screen,
	found: readonly Figures[],
	about: {n: number; size: string; all: number; label?: string},
) {
	const pairs = pair(screen, found, about.label);
	const sizes = found.map(each => Number(each[about.size])).sort((one, other) => other - one);
	expect(pairs.filter(({isOther}) => !isOther).map(({cell}) => toNumber(cell(about.size)))).toEqual(
		sizes.slice(0, about.n),
	);
	expect(pairs.reduce((sum, {cell}) => sum + toNumber(cell('Uses')), 0)).toBe(sumOf(found, 'Uses'));
	const share = screen.heads.find(head => head.startsWith('Share of')) ?? '';
	const base = share.includes('users') ? 'Used it' : 'Uses';
	// The rest has no sum of installations that can be in several rows.
	for (const {cell} of pairs.filter(({isOther, cell}) => !isOther || cell('Used it') !== ''))
		expect(toNumber(cell(share))).toBeCloseTo(about.all === 0 ? 0 : toPercent(toNumber(cell(base)), about.all), 6);
}

/** Counts values by the bins of the screen. */
export function countBins(labels: readonly string[], found: readonly Figures[]): readonly number[] {
	const read = (text: string) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
	const bounds = labels.map(label => {
		const [low = '', high = low] = label.replace(/[≤≥] /, '').split(' - ');
		return [
			label.startsWith('≤') ? 0 : read(low),
			label.startsWith('≥') ? Number.POSITIVE_INFINITY : read(high),
		] as const;
	});
	const inBin = (value: number, at: number) => value >= (bounds[at]?.[0] ?? 0) && value <= (bounds[at]?.[1] ?? 0);
	for (const {value} of found) expect(bounds.filter((_, at) => inBin(Number(value), at))).toHaveLength(1);
	return bounds.map((_, at) =>
		sumOf(
			found.filter(({value}) => inBin(Number(value), at)),
			'n',
		),
	);
}
