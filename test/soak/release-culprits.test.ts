import {expect, test} from 'vitest';
import {type FirstCrash, findCulprits} from '../../src/release/check/find-culprits.ts';
import type {ObservedUse} from '../../src/release/check/risk-cells.ts';
import {createNext} from '../../src/statistics/random-numbers.ts';

/**
 * Releases with 20 crash groups, looked at after 30 days: which groups does `release check` name, and where? WORLDS takes another number of
 * releases for each test.
 */

const worlds = Number(process.env.WORLDS ?? 40);
const installations = 2000;
const useChance = 0.4;
const crashChance = 0.012;
const days = Array.from({length: 30}, (_, at) => `2026-06-${String(at + 1).padStart(2, '0')}`);
const weights = Array.from({length: 20}, (_, at) => 1 / (at + 1));
const culprit = 4;

/** Chooses a place in a list of weights. */
const pick = (list: readonly number[], next: () => number) => {
	let left = next() * list.reduce((total, weight) => total + weight, 0);
	return Math.max(
		0,
		list.findIndex(weight => {
			left -= weight;
			return left < 0;
		}),
	);
};

/** Plays a release that has a share of the installations, and the extra chance of one crash. */
function play(seed: number, share: number, extra: number) {
	const next = createNext(seed);
	const firsts: FirstCrash[] = [];
	const clients = Array.from({length: installations}, (_, client): readonly ObservedUse[] => {
		const [clientId, isNew] = [String(client), next() < share];
		const version = isNew ? '2' : '1';
		const used = days.filter(() => next() < useChance);
		const crash = (group: number, day: string) => firsts.push({fingerprint: `group ${group}`, clientId, version, day});
		for (const day of used) {
			if (next() < crashChance) crash(pick(weights, next), day);
			if (isNew && next() < extra) crash(culprit, day);
		}
		const traits = [
			`system ${pick([70, 20, 10], next)}`,
			`edition ${pick([5, 3, 1], next)}`,
			`country ${pick(weights, next)}`,
		];
		const use = {version, clientId, system: traits[0] ?? '', installed: '2026-01-01', value: null, crashes: [], traits};
		return used.length === 0 ? [] : [{...use, days: used.map(day => ({day, sessions: null, minutes: null}))}];
	});
	const sideOf = (version: string) => (version === '2' ? ('first' as const) : ('second' as const));
	return findCulprits(firsts, {clients, sideOf}).filter(({ratio}) => ratio.low > 1);
}

/** What chance adds to a percentage of these worlds. */
const withChance = (percent: number) => percent + 300 * Math.sqrt(((percent / 100) * (1 - percent / 100)) / worlds);

test.each([0.1, 0.3, 0.6, 0.9])('names a crash of an equal release by chance only, at a share of %d', share => {
	let named = 0;
	for (let world = 0; world < worlds; world++) if (play(7919 * world, share, 0).length > 0) named++;
	if (process.env.WORLDS) console.log(JSON.stringify({share, named}));
	expect((100 * named) / worlds).toBeLessThanOrEqual(withChance(5));
});

test.each([0.1, 0.3, 0.6])(
	'names the crash that doubles all crashes first, nowhere in particular, at a share of %d',
	share => {
		const found = {first: 0, others: 0, places: 0};
		for (let world = 0; world < worlds; world++) {
			const named = play(7919 * world, share, crashChance);
			if (named[0]?.fingerprint === `group ${culprit}`) found.first++;
			if (named.length > 1) found.others++;
			if (named.some(({place}) => place !== undefined)) found.places++;
		}
		if (process.env.WORLDS) console.log(JSON.stringify({share, ...found}));
		expect((100 * found.first) / worlds).toBeGreaterThan(90);
		expect((100 * Math.max(found.others, found.places)) / worlds).toBeLessThanOrEqual(withChance(5));
	},
);
