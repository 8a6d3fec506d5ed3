import {addDays} from '../../../src/calendar.ts';
import {compareReleases, getStratum, type ObservedUse, pairStrata} from '../../../src/release/compare-releases.ts';
import {createUseCounter} from '../../../src/release/use-counts.ts';
import type {Draws} from './random-draws.ts';

/** Installations that use an old and a new version for some days, with a known chance to crash on a day of use. */
export type World = {
	readonly installations: number;
	readonly days: number;
	/** The share of installations that has the new version on a day, from 0. */
	readonly rollOut: (day: number) => number;
	readonly useChance: number;
	/** The chance of a crash on a day of use, by system. */
	readonly crashChance: Readonly<Record<string, number>>;
	/** How many times as often the new version crashes. */
	readonly factor: number;
	/** The share of an old system, and how much more likely the new version is on it. */
	readonly oldSystem?: {readonly share: number; readonly preference: number};
};

const [newVersion, oldVersion] = ['2.0', '1.0'];

function simulateInstallation(world: World, at: number, {next, chance}: Draws): readonly ObservedUse[] {
	const {oldSystem, crashChance, factor} = world;
	const system = oldSystem && chance(oldSystem.share) ? 'old' : 'new';
	const turn = next() / (system === 'old' ? (oldSystem?.preference ?? 1) : 1);
	const uses = [oldVersion, newVersion].map(version => ({version, days: [] as string[], crashes: [] as string[]}));
	// Some installations crash more than others.
	const frailty = chance(0.2) ? 3 : 0.5;
	for (let day = 0; day < world.days; day++) {
		if (!chance(world.useChance)) continue;
		const isNew = turn < world.rollOut(day);
		const use = uses[isNew ? 1 : 0];
		const date = addDays('2026-06-01', day);
		use?.days.push(date);
		if (chance((crashChance[system] ?? 0) * frailty * (isNew ? factor : 1))) use?.crashes.push(date);
	}
	return uses
		.filter(({days}) => days.length > 0)
		.map(({version, days, crashes}) => ({
			...{version, clientId: String(at), system, installed: '2025-01-01', value: null},
			days: days.map(day => ({day, sessions: 1, minutes: 1})),
			crashes: crashes.map(day => ({day, reports: 1})),
		}));
}

export const simulate = (world: World, draws: Draws): readonly (readonly ObservedUse[])[] =>
	Array.from({length: world.installations}, (_, at) => simulateInstallation(world, at, draws));

/** Compares what was known at the end of a day. */
export function compareUntil(clients: readonly (readonly ObservedUse[])[], last: string) {
	const counter = createUseCounter<ObservedUse>(use => use.crashes, getStratum);
	for (const use of clients.flat()) {
		const days = use.days.filter(({day}) => day <= last);
		if (days.length > 0) counter.add({...use, days, crashes: use.crashes.filter(({day}) => day <= last)});
	}
	const sides = counter.counts().map(each => ({...each, exposure: each.daysAtRisk}));
	return compareReleases(pairStrata(sides, [newVersion ?? '', oldVersion ?? '']));
}
