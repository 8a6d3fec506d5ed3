import {expect, test} from 'vitest';
import {type FirstCrash, findCulprits, findPlace} from '../../../src/release/check/find-culprits.ts';
import type {ObservedUse} from '../../../src/release/check/risk-cells.ts';

const days = ['2026-06-01', '2026-06-02', '2026-06-03'];
const use = (version: string, at: number, system = 'Linux'): ObservedUse => ({
	...{version, clientId: `${version}-${at}`, system, installed: '2026-01-01', value: null, crashes: []},
	days: days.map(day => ({day, sessions: 1, minutes: 1})),
	traits: [system, at % 2 === 0 ? 'Pro' : 'Home', null],
});
const crash = (fingerprint: string, version: string, count: number): readonly FirstCrash[] =>
	Array.from({length: count}, (_, at) => ({
		...{fingerprint, version, clientId: `${version}-${at}`},
		day: days[at % days.length] ?? '',
	}));

/** 200 installations of the new version, and 600 of the old one; the first half of each is on Windows. */
const install = (version: string, count: number) =>
	Array.from({length: count}, (_, at) => [use(version, at, 2 * at < count ? 'Windows' : 'Linux')]);
const observed = {
	clients: [...install('2', 200), ...install('1', 600)],
	sideOf: (version: string) => (version === '2' ? ('first' as const) : ('second' as const)),
};

test('ranks crashes by their excess over the other version, not by their number', () => {
	const firsts = [
		...crash('common', '2', 40),
		...crash('common', '1', 120),
		...crash('worse', '2', 30),
		...crash('worse', '1', 6),
	];
	const [first, second] = findCulprits(firsts, observed);
	expect([first?.fingerprint, second?.fingerprint]).toEqual(['worse', 'common']);
	expect(first?.ratio.value).toBeCloseTo(15, 0);
	expect(first?.excess).toBeCloseTo(28, 0);
	expect([Number(first?.ratio.low) > 1, Number(second?.ratio.low) > 1]).toEqual([true, false]);
});

test('does not name a crash whose excess may be chance among many', () => {
	const one = findCulprits([...crash('a', '2', 8), ...crash('a', '1', 6)], observed);
	expect(Number(one[0]?.ratio.low)).toBeLessThan(1);
	const strong = [...crash('a', '2', 9), ...crash('a', '1', 3)];
	const others = Array.from({length: 19}, (_, at) => crash(`b${at}`, '1', 1)).flat();
	const [alone, among] = [findCulprits(strong, observed)[0], findCulprits([...strong, ...others], observed)[0]];
	expect(Number(among?.ratio.low)).toBeLessThan(Number(alone?.ratio.low));
});

test('counts an installation once, under the version with its first crash', () => {
	const both = {...observed, clients: [...observed.clients, [use('1', 900), {...use('2', 900), clientId: '1-900'}]]};
	const crashes = [
		{fingerprint: 'a', version: '1', clientId: '1-900', day: '2026-06-01'},
		{fingerprint: 'a', version: '2', clientId: '1-900', day: '2026-06-02'},
	];
	expect(findCulprits(crashes, both)[0]?.ratio.value).toBe(0);
});

test('finds the value in which a crash is concentrated, and none if it is as common elsewhere', () => {
	const all = observed.clients.flat().filter(({version}) => version === '2');
	const onWindows = all.filter(({traits}) => traits[0] === 'Windows');
	expect(findPlace(onWindows.slice(0, 30), all)).toEqual({
		trait: 'system',
		value: 'Windows',
		crashed: 30,
		allCrashed: 30,
	});
	expect(findPlace([...onWindows.slice(0, 20), ...all.slice(150, 170)], all)).toBeUndefined();
	expect(findPlace(onWindows.slice(0, 3), all)).toBeUndefined();
});
