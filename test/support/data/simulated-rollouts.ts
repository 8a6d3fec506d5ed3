import {
	type Comparison,
	compareReleases,
	type RiskCell,
	type Totals,
} from '../../../src/release/check/compare-releases.ts';
import {createNext} from '../../../src/statistics/random-numbers.ts';

/**
 * Releases whose effect is known: installations that use an old or a new version on a day, and crash with a planted chance. Typed
 * arrays make thousands of them cheap.
 */
export type Rollout = {
	readonly installations: number;
	readonly days: number;
	/** The share of installations that has the new version on a day, from 0. */
	readonly shareOn: (day: number) => number;
	readonly useChance: number;
	/** The chance of a crash on a day of use of the old version, by system: on an old one, and on a new one. */
	readonly crashChance: readonly [number, number];
	/** How many times as often the new version crashes. */
	readonly factor: number;
	/** The share of the installations with an old system. */
	readonly oldSystem: number;
	/** How many times as early an installation with an old system gets the new version. */
	readonly preference: number;
	/** One in five installations crashes this many times as often as the others. */
	readonly frailty: number;
};

export type Night = {
	/** Of this day. */
	readonly cells: readonly RiskCell[];
	/** The same cells with the expected number of crashes, which depends on who has not crashed before. */
	readonly expected: readonly RiskCell[];
	readonly totals: readonly [Totals, Totals];
	/** Compares all days until this one. */
	readonly compare: () => Comparison;
	/** By how much fewer installations of the old version would be crash-free, had they used the new one on the same days. */
	readonly trueDrop: number;
};

const frail = 0.2;

function createState({installations, oldSystem, preference, frailty, crashChance}: Rollout, next: () => number) {
	const system = new Uint8Array(installations);
	const turn = new Float64Array(installations);
	const chance = new Float64Array(installations);
	for (let at = 0; at < installations; at++) {
		const place = next() < oldSystem ? 0 : 1;
		system[at] = place;
		turn[at] = next() / (place === 0 ? preference : 1);
		chance[at] = (crashChance[place] / (1 - frail + frail * frailty)) * (next() < frail ? frailty : 1);
	}
	return {
		...{system, turn, chance, crashed: new Uint8Array(installations), seen: new Uint8Array(installations)},
		/** Days of the old version. */
		oldDays: new Int32Array(installations),
		...({installed: [0, 0], crashes: [0, 0], days: [0, 0]} as Record<
			'installed' | 'crashes' | 'days',
			[number, number]
		>),
	};
}
type State = ReturnType<typeof createState>;

/**
 * Plays a day; returns its days at risk, first crashes and expected first crashes of each system, each of both versions; then those of
 * second crashes.
 */
function playDay(
	state: State,
	{factor, useChance}: Rollout,
	share: number,
	next: () => number,
): readonly Float64Array[] {
	const {system, turn, chance, crashed, seen, oldDays, installed, crashes, days} = state;
	const cells = Array.from({length: 4}, () => new Float64Array(6));
	for (let at = 0; at < system.length; at++) {
		if (next() >= useChance) continue;
		const side = (turn[at] as number) < share ? 0 : 1;
		const risk = (chance[at] as number) * (side === 0 ? factor : 1);
		const isCrash = next() < risk;
		const known = seen[at] as number;
		if ((known & (1 << side)) === 0) installed[side]++;
		if (isCrash && (known & (4 << side)) === 0) crashes[side]++;
		seen[at] = known | (1 << side) | (isCrash ? 4 << side : 0);
		days[side]++;
		if (side === 1) (oldDays[at] as number)++;
		const before = crashed[at] as number;
		if (before > 1) continue;
		const cell = cells[2 * before + (system[at] as number)] as Float64Array;
		(cell[side] as number)++;
		(cell[4 + side] as number) += risk;
		if (isCrash) {
			(cell[2 + side] as number)++;
			crashed[at] = before + 1;
		}
	}
	return cells;
}

/** Returns the drop for each number of days by the chance of a crash, of which there are at most four. */
function createDrops({chance}: State, {factor, days}: Rollout): ReadonlyMap<number, Float64Array> {
	const toDrops = (usual: number) =>
		Float64Array.from({length: days + 1}, (_, count) => (1 - usual) ** count - (1 - usual * factor) ** count);
	return new Map([...new Set(chance)].map(usual => [usual, toDrops(usual)]));
}

function getTrueDrop({oldDays, chance}: State, drops: ReadonlyMap<number, Float64Array>): number {
	let [sum, count] = [0, 0];
	for (let at = 0; at < chance.length; at++) {
		const days = oldDays[at] as number;
		if (days === 0) continue;
		count++;
		sum += drops.get(chance[at] as number)?.[days] ?? 0;
	}
	return count === 0 ? 0 : sum / count;
}

/** Yields what is known at the end of each day. */
export function* playRollout(rollout: Rollout, seed: number): Generator<Night> {
	const next = createNext(seed);
	const state = createState(rollout, next);
	const drops = createDrops(state, rollout);
	const all: RiskCell[] = [];
	const seconds: RiskCell[] = [];
	const toTotals = (side: 0 | 1): Totals => ({
		...{installations: state.installed[side], crashed: state.crashes[side]},
		...{days: state.days[side], reports: state.crashes[side]},
	});
	for (let day = 0; day < rollout.days; day++) {
		const played = playDay(state, rollout, rollout.shareOn(day), next);
		const toCells = (from: number, eventsAt: 2 | 4) =>
			played.slice(from, from + 2).map(
				(figures, at): RiskCell => ({
					...{stratum: String(at), day: String(day)},
					first: {exposure: figures[0] ?? 0, events: figures[eventsAt] ?? 0},
					second: {exposure: figures[1] ?? 0, events: figures[eventsAt + 1] ?? 0},
				}),
			);
		const [cells, expected] = [toCells(0, 2), toCells(0, 4)];
		all.push(...cells);
		seconds.push(...toCells(2, 2));
		const totals = [toTotals(0), toTotals(1)] as const;
		const habits = {seconds, otherDays: rollout.useChance * day};
		const compare = () => compareReleases({cells: all, first: totals[0], second: totals[1], ...habits});
		yield {cells, expected, totals, compare, trueDrop: getTrueDrop(state, drops)};
	}
}

const usual: Rollout = {
	...{installations: 3000, days: 30, useChance: 0.4, crashChance: [0.012, 0.012], factor: 1},
	...{oldSystem: 0, preference: 1, frailty: 1, shareOn: () => 0},
};

/** Reaches a share evenly within a number of days. */
const reach =
	(share: number, days: number): Rollout['shareOn'] =>
	day =>
		share * Math.min(1, (day + 1) / days);

const simpson = {oldSystem: 0.3, crashChance: [0.04, 0.008]} as const;

export const rollouts = {
	'to 10 % in 7 days': {...usual, shareOn: reach(0.1, 7)},
	'to 30 % in 7 days': {...usual, shareOn: reach(0.3, 7)},
	'to 60 % in 7 days': {...usual, shareOn: reach(0.6, 7)},
	'to 90 % in 7 days': {...usual, shareOn: reach(0.9, 7)},
	'to 100 % in 7 days': {...usual, shareOn: reach(1, 7)},
	'to 100 % in 28 days': {...usual, shareOn: reach(1, 28)},
	'to 30 % in 7 days, frail': {...usual, shareOn: reach(0.3, 7), frailty: 6},
	'to 90 % in 7 days, frail': {...usual, shareOn: reach(0.9, 7), frailty: 6},
	'to 90 % in 28 days, frail': {...usual, shareOn: reach(0.9, 28), frailty: 6},
	'to 30 % in 7 days, most on an old system': {...usual, ...simpson, shareOn: reach(0.15, 7), preference: 6},
	'to 60 % in 7 days, many on an old system': {...usual, ...simpson, shareOn: reach(0.4, 7), preference: 2},
	'to 90 % in 14 days, frail, many on an old system': {
		...{...usual, ...simpson, shareOn: reach(0.9, 14), preference: 3},
		frailty: 6,
	},
} satisfies Readonly<Record<string, Rollout>>;
