import {dayNumber} from '../calendar.ts';
import {poolExactRateRatio} from '../statistics/exact-pooled-ratio.ts';
import {poolDifference} from '../statistics/mantel-haenszel.ts';
import {getDifferenceInterval} from '../statistics/newcombe.ts';
import {compareRates, type RatioEstimate} from '../statistics/rate-ratio.ts';
import type {Interval} from '../statistics/wilson.ts';
import {type CrashFree, getCrashFree} from './release-counts.ts';
import type {UseCounts} from './use-counts.ts';
import type {DayReports, VersionUse} from './version-uses.ts';

export type ObservedUse = VersionUse & {readonly crashes: readonly DayReports[]};

/** Drops the days before the comparison begins; returns nothing if no day of use remains. */
export function trimUse(use: ObservedUse, first: string): readonly ObservedUse[] {
	const days = use.days.filter(({day}) => day >= first);
	return days.length === 0 ? [] : [{...use, days, crashes: use.crashes.filter(({day}) => day >= first)}];
}

/** Joins the uses of one installation, for the comparison with several versions. */
export function joinUses(uses: readonly ObservedUse[], version: string): readonly ObservedUse[] {
	const [first] = uses;
	if (!first) return [];
	const days = new Map(uses.flatMap(use => use.days.map(day => [day.day, day])));
	const ordered = [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
	return [{...first, version, days: ordered, crashes: uses.flatMap(({crashes}) => crashes)}];
}

/** Installations of these ages crash at different rates: new ones meet other parts of a product. In days, from the youngest. */
const ages = [7, 30, 90] as const;

const getAge = (installed: string | null, day: string): string => {
	if (installed === null) return '?';
	const age = dayNumber(day) - dayNumber(installed);
	return String(ages.findIndex(limit => age < limit));
};

/** Returns the system and the age of the installation when it first used the version. */
export const getStratum = ({system, installed, days}: VersionUse): string =>
	`${system ?? ''}\n${getAge(installed, days[0]?.day ?? '')}`;

/** A side of the comparison, in total or in one stratum. The exposure is in days until the first crash, or in installations. */
export type Side = Pick<UseCounts, 'installations' | 'crashed'> & {
	readonly exposure: number;
	readonly days: number | null;
	readonly reports: number | null;
};
export type SideStratum = {readonly stratum: string; readonly first: Side; readonly second: Side};

const emptySide: Side = {installations: 0, crashed: 0, exposure: 0, days: 0, reports: 0};

const addOrNull = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);
const addSides = (one: Side, other: Side): Side => ({
	installations: one.installations + other.installations,
	crashed: one.crashed + other.crashed,
	exposure: one.exposure + other.exposure,
	days: addOrNull(one.days, other.days),
	reports: addOrNull(one.reports, other.reports),
});

const sumSides = (strata: readonly SideStratum[]) => ({
	first: strata.reduce((sum, {first}) => addSides(sum, first), emptySide),
	second: strata.reduce((sum, {second}) => addSides(sum, second), emptySide),
});

/** Pairs the counts of both versions by group. */
export function pairStrata(
	counts: readonly (Side & {readonly version: string; readonly group: string | null})[],
	[first, second]: readonly [string, string],
): readonly SideStratum[] {
	const sideOf = (version: string, group: string | null) =>
		counts.find(each => each.version === version && each.group === group) ?? emptySide;
	const groups = new Set(counts.filter(({version}) => version === first || version === second).map(({group}) => group));
	return [...groups].map(group => ({
		stratum: group ?? '',
		first: sideOf(first, group),
		second: sideOf(second, group),
	}));
}

type Change = Interval & {readonly value: number};

type Adjusted = {
	readonly ratio: RatioEstimate;
	/** The change of crash-free, as a share. */
	readonly change: Change;
	readonly strata: number;
};

export type Comparison = {
	readonly first: Side;
	readonly second: Side;
	readonly crashFree: readonly [CrashFree | undefined, CrashFree | undefined];
	/** Crash-free of the first minus that of the second, as a share. */
	readonly change: Change | undefined;
	readonly ratio: RatioEstimate | undefined;
	readonly adjusted: Adjusted | undefined;
	/** The part of the first side's exposure that is in strata which the second side has too. */
	readonly overlap: number;
};

function adjust(strata: readonly SideStratum[]): Adjusted | undefined {
	const shared = strata.filter(({first, second}) => first.exposure > 0 && second.exposure > 0);
	if (shared.length === 0 || strata.length < 2) return undefined;
	const toRate = ({crashed: events, exposure}: Side) => ({events, exposure});
	const toShare = ({crashed: count, installations: total}: Side) => ({count, total});
	const ratio = poolExactRateRatio(shared.map(each => ({first: toRate(each.first), second: toRate(each.second)})));
	const rise = poolDifference(shared.map(each => ({first: toShare(each.first), second: toShare(each.second)})));
	if (!ratio || !rise) return undefined;
	return {ratio, change: {value: -rise.difference, low: -rise.high, high: -rise.low}, strata: shared.length};
}

/** Groups with fewer installations are joined: alone, most of them would have only one of the versions. */
const minGroupSize = 20;

function joinSmallStrata(strata: readonly SideStratum[]): readonly SideStratum[] {
	const isLarge = ({first, second}: SideStratum) => first.installations + second.installations >= minGroupSize;
	const small = strata.filter(each => !isLarge(each));
	const joined = {stratum: 'small groups', ...sumSides(small)};
	return [...strata.filter(isLarge), ...(small.length > 0 ? [joined] : [])];
}

/** Compares two versions: crash-free installations and the rate of first crashes, plain and pooled over strata. */
export function compareReleases(all: readonly SideStratum[]): Comparison {
	const strata = joinSmallStrata(all);
	const {first, second} = sumSides(strata);
	const [free, otherFree] = [getCrashFree(first), getCrashFree(second)];
	const interval = getDifferenceInterval(
		{count: first.installations - first.crashed, total: first.installations},
		{count: second.installations - second.crashed, total: second.installations},
	);
	const shared = strata.filter(each => each.second.exposure > 0).reduce((sum, each) => sum + each.first.exposure, 0);
	return {
		first,
		second,
		crashFree: [free, otherFree],
		change: free && otherFree && interval && {value: free.share - otherFree.share, ...interval},
		ratio: compareRates(
			{events: first.crashed, exposure: first.exposure},
			{events: second.crashed, exposure: second.exposure},
		),
		adjusted: adjust(strata),
		overlap: first.exposure === 0 ? 0 : shared / first.exposure,
	};
}
