import {dayNumber} from '../../calendar.ts';
import type {DayReports, VersionUse} from '../version-uses.ts';
import type {RiskCell} from './compare-releases.ts';

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

export const getStratum = ({system, installed}: VersionUse, day: string): string =>
	`${system ?? ''}\n${getAge(installed, day)}`;

export type Side = 'first' | 'second';
export type SideOf = (version: string) => Side | undefined;

export type RiskCounter = {
	/** Adds all uses of one installation since the comparison began, of every version. */
	readonly add: (uses: readonly ObservedUse[]) => void;
	readonly cells: () => readonly RiskCell[];
	/** The same of second crashes. */
	readonly seconds: () => readonly RiskCell[];
	/** On how many other days an installation was used, on average over the days of use. */
	readonly otherDays: () => number;
};

type Sums = Record<Side, {events: number; exposure: number}>;

function createCellCounter(sideOf: SideOf) {
	const strata = new Map<string, Map<string, Sums>>();
	const findSums = (stratum: string, day: string): Sums => {
		const days = strata.get(stratum) ?? new Map<string, Sums>();
		strata.set(stratum, days);
		const sums = days.get(day) ?? {first: {events: 0, exposure: 0}, second: {events: 0, exposure: 0}};
		days.set(day, sums);
		return sums;
	};
	const addDay = (use: ObservedUse, day: string, events: number) => {
		const side = sideOf(use.version);
		if (side === undefined) return;
		const sum = findSums(getStratum(use, day), day)[side];
		sum.exposure++;
		sum.events += events;
	};
	return {
		/** Adds the days of use after a day, until a crash. */
		add: (uses: readonly ObservedUse[], after: string, crashDay = '9999') => {
			for (const use of uses) {
				for (const {day} of use.days) if (day > after && day < crashDay) addDay(use, day, 0);
			}
			// The service may list no use on the day of a crash.
			const crashed = uses.find(({crashes}) => crashes.some(({day}) => day === crashDay));
			if (crashed) addDay(crashed, crashDay, 1);
		},
		cells: (): readonly RiskCell[] =>
			[...strata].flatMap(([stratum, days]) => [...days].map(([day, sums]) => ({stratum, day, ...sums}))),
	};
}

/**
 * Counts days at risk and first crashes. An installation is at risk until its first crash, under whichever version: one that crashes
 * often would leave the older version early, and make it look better from then on.
 */
export function createRiskCounter(sideOf: SideOf): RiskCounter {
	const [firsts, seconds] = [createCellCounter(sideOf), createCellCounter(sideOf)];
	let [all, pairs] = [0, 0];
	return {
		add: uses => {
			const crashDays = uses.flatMap(({crashes}) => crashes.map(({day}) => day));
			const [firstCrash, secondCrash] = [...new Set(crashDays)].sort();
			firsts.add(uses, '', firstCrash);
			if (firstCrash !== undefined) seconds.add(uses, firstCrash, secondCrash);
			const used = new Set(uses.flatMap(({days}) => days.map(({day}) => day))).size;
			all += used;
			pairs += used * (used - 1);
		},
		cells: firsts.cells,
		seconds: seconds.cells,
		otherDays: () => (all === 0 ? 0 : pairs / all),
	};
}
