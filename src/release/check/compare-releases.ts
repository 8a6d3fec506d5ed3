import {compareRates, type Estimate, type Rate, type RatePair} from '../../statistics/anytime.ts';
import type {Interval} from '../../statistics/intervals.ts';

/** Installations of one system and age on one day: those that were at risk of a first crash, and those that had it. */
export type RiskCell = RatePair & {readonly stratum: string; readonly day: string};

export type Totals = {
	readonly installations: number;
	readonly crashed: number;
	/** Null if the server does not report it. */
	readonly days: number | null;
	readonly reports: number | null;
};

export type Observed = {
	readonly cells: readonly RiskCell[];
	readonly first: Totals;
	readonly second: Totals;
	/** Second crashes, of installations that have crashed. */
	readonly seconds?: readonly RiskCell[];
	/** On how many other days an installation was used, on average over the days of use. */
	readonly otherDays?: number;
};

type Drop = Interval & {readonly value: number};

export type Comparison = {
	/** With small groups joined. */
	readonly cells: readonly RiskCell[];
	readonly first: Totals;
	readonly second: Totals;
	/** Days at risk and first crashes of both versions. */
	readonly rates: RatePair;
	/** The ratio of the rates of first crashes under the same circumstances. */
	readonly ratio: Estimate;
	/** By how much the crash-free share of the second version's installations would be lower, had they used the first one instead. */
	readonly drop: Drop | undefined;
	/** Without the adjustment for circumstances and use. */
	readonly plainRatio: number | undefined;
	readonly plainDrop: number | undefined;
	/** The variance of the rates of installations relative to their mean: 0 if all crash equally often. */
	readonly frailty: number;
	readonly otherDays: number;
	/** The parts of the first version's days of use in groups, and on days, which the second version has too. */
	readonly overlap: {readonly groups: number; readonly days: number};
};

const noRates: RatePair = {first: {events: 0, exposure: 0}, second: {events: 0, exposure: 0}};

const addRates = (one: Rate, other: Rate): Rate => ({
	events: one.events + other.events,
	exposure: one.exposure + other.exposure,
});
const addPairs = (one: RatePair, other: RatePair): RatePair => ({
	first: addRates(one.first, other.first),
	second: addRates(one.second, other.second),
});

function sumBy(cells: readonly RiskCell[], keyOf: (cell: RiskCell) => string): ReadonlyMap<string, RiskCell> {
	const sums = new Map<string, RiskCell>();
	for (const cell of cells) {
		const key = keyOf(cell);
		const sum = sums.get(key);
		sums.set(key, sum ? {...sum, ...addPairs(sum, cell)} : cell);
	}
	return sums;
}

/** Groups with fewer days of use are joined: alone, most of them would have only one of the versions. */
const minGroupDays = 100;

export function joinSmallStrata(cells: readonly RiskCell[]): readonly RiskCell[] {
	const small = new Set(
		[...sumBy(cells, ({stratum}) => stratum).values()]
			.filter(({first, second}) => first.exposure + second.exposure < minGroupDays)
			.map(({stratum}) => stratum),
	);
	const joined = cells.map(cell => (small.has(cell.stratum) ? {...cell, stratum: 'small groups'} : cell));
	return [...sumBy(joined, ({stratum, day}) => `${day}\n${stratum}`).values()];
}

export function getOverlap(cells: readonly RiskCell[]): Comparison['overlap'] {
	const partOf = (keyOf: (cell: RiskCell) => string) => {
		const sums = [...sumBy(cells, keyOf).values()];
		const sum = (some: readonly RiskCell[]) => some.reduce((total, {first}) => total + first.exposure, 0);
		const all = sum(sums);
		return all === 0 ? 0 : sum(sums.filter(({second}) => second.exposure > 0)) / all;
	};
	return {groups: partOf(({stratum}) => stratum), days: partOf(({day}) => day)};
}

/** As if some had crashed at equal rates: few second crashes say little. */
const equalRates: RatePair = {first: {events: 3, exposure: 1}, second: {events: 3, exposure: 1}};

/** If rates have a gamma distribution, installations that have crashed crash more often than the others by the variance. */
function getFrailty(cells: readonly RiskCell[], seconds: readonly RiskCell[]): number {
	const groups = sumBy(cells, ({stratum}) => stratum);
	const pairs = [...sumBy(seconds, ({stratum}) => stratum)].flatMap(([stratum, again]) => {
		const own = groups.get(stratum) ?? noRates;
		return [
			{first: again.first, second: own.first},
			{first: again.second, second: own.second},
		];
	});
	return Math.max(0, (compareRates([...pairs, equalRates]).value ?? 1) - 1);
}

const getFree = ({installations, crashed}: Totals) => (installations - crashed) / installations;

/**
 * Applies a ratio of rates to the crash-free share of the second version, so that both versions have had the same use. Undefined
 * without a crash of the second version, since a ratio then says nothing about the number of crashes.
 */
function getDrop({value, low, high}: Estimate, second: Totals): Drop | undefined {
	if (value === undefined || second.crashed === 0) return undefined;
	const free = getFree(second);
	const toDrop = (ratio: number) => free - free ** ratio;
	return {value: toDrop(value), low: toDrop(low), high: toDrop(high)};
}

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);

/** Compares two versions within groups of installations, and on the same days. */
export function compareReleases({cells: all, first, second, seconds = [], otherDays = 0}: Observed): Comparison {
	const cells = joinSmallStrata(all);
	const rates = cells.reduce(addPairs, noRates);
	const ratio = compareRates(cells);
	return {
		...{cells, first, second, rates, ratio, otherDays},
		frailty: getFrailty(all, seconds),
		drop: getDrop(ratio, second),
		plainRatio: finite((rates.first.events * rates.second.exposure) / (rates.first.exposure * rates.second.events)),
		plainDrop: finite(getFree(second) - getFree(first)),
		overlap: getOverlap(cells),
	};
}
