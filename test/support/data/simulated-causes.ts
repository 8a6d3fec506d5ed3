import {type Breakdown, type Counts, completeGroups, type Group, type Sides} from '../../../src/why/breakdown.ts';
import type {Ask} from '../../../src/why/search-causes.ts';
import type {Draws} from './random-draws.ts';

/** Installations with correlated properties in two ranges, of which some are counted: what `report why` asks a service for. */

const weights = (count: number) => Array.from({length: count}, (_, at) => 1 / (at + 1.5));

/** Properties that are drawn, with the number of their values; the first values are frequent. */
const drawn: Readonly<Record<string, number>> = {
	country: 30,
	prodEdition: 5,
	prodVersion: 12,
	'os.version': 10,
	formFactor: 4,
	cpuType: 6,
	licenseType: 5,
	osWordLength: 2,
	cpuCores: 6,
	ram: 7,
	displayCount: 3,
	C01: 6,
	C02: 4,
	C03: 7,
	C05: 40,
	'gpu.vendor': 4,
};

export type Traits = Readonly<Record<string, string>>;

/** Returns a function that draws the properties of an installation. Some follow from others, as the continent from the country. */
function createTraits({next}: Draws): () => Traits {
	const tables = Object.entries(drawn).map(([name, count]) => {
		const all = weights(count);
		const total = all.reduce((sum, each) => sum + each, 0);
		let sum = 0;
		return {name, bounds: all.map(each => (sum += each / total))};
	});
	return () => {
		const own: Record<string, string> = {};
		for (const {name, bounds} of tables) {
			const draw = next();
			own[name] = String(bounds.findIndex(bound => draw < bound));
		}
		const country = Number(own.country);
		own.continent = String(country % 5);
		own.osLanguage = next() < 0.85 ? String(country % 17) : '0';
		own.prodLanguage = next() < 0.9 ? String(country % 7) : '0';
		own['os.platform'] = String(Number(own['os.version']) % 3);
		own.touchScreen = next() < 0.2 ? 'true' : 'false';
		return own;
	};
}

export type CauseWorld = {
	readonly installations: number;
	/** The probability that an installation is counted. */
	readonly chance: (traits: Traits, isNow: boolean) => number;
	/** The probability that an installation is there at all; 1 if absent. */
	readonly presence?: (traits: Traits, isNow: boolean) => number;
	/** True if the base of the counts is known, as for losses; false for counts such as new installations. */
	readonly hasBase: boolean;
};

export type SimulatedCauses = {readonly total: Sides; readonly properties: readonly string[]; readonly ask: Ask};

type Drawn = {readonly traits: Traits; readonly isNow: boolean; readonly isCounted: boolean};

/** Draws both ranges. */
export function simulateCauses({installations, chance, presence, hasBase}: CauseWorld, draws: Draws): SimulatedCauses {
	const draw = createTraits(draws);
	const all: Drawn[] = [];
	for (const isNow of [false, true])
		for (let at = 0; at < installations; at++) {
			const traits = draw();
			if (presence && !draws.chance(presence(traits, isNow))) continue;
			all.push({traits, isNow, isCounted: draws.chance(chance(traits, isNow))});
		}
	const counter = () => ({before: {count: 0, base: 0}, now: {count: 0, base: 0}});
	const withoutBase = ({count, base}: {readonly count: number; readonly base: number}): Counts => ({
		count,
		base: hasBase ? base : null,
	});
	const countBy = (own: readonly Drawn[], keyOf: (traits: Traits) => string): ReadonlyMap<string, Sides> => {
		const counts = new Map<string, ReturnType<typeof counter>>();
		for (const {traits, isNow, isCounted} of own) {
			const value = keyOf(traits);
			const found = counts.get(value) ?? counter();
			counts.set(value, found);
			const side = found[isNow ? 'now' : 'before'];
			side.base++;
			if (isCounted) side.count++;
		}
		return new Map(
			[...counts].map(([value, {before, now}]) => [value, {before: withoutBase(before), now: withoutBase(now)}]),
		);
	};
	const sidesOf = (own: readonly Drawn[]): Sides =>
		countBy(own, () => '').get('') ?? {before: withoutBase(counter().before), now: withoutBase(counter().now)};
	const breakDown = (property: string, own: readonly Drawn[]): Breakdown => {
		const counts = countBy(own, traits => traits[property] ?? '');
		const groups = [...counts].map(([value, sides]): Group => ({kind: 'value', value, ...sides}));
		return {property, groups: completeGroups(groups, sidesOf(own))};
	};
	return {
		total: sidesOf(all),
		properties: Object.keys(draw()),
		ask: async questions =>
			questions.map(({property, within}) =>
				breakDown(property, within ? all.filter(({traits}) => traits[within.property] === within.group.value) : all),
			),
	};
}
