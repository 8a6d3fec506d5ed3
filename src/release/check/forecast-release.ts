import {createLimitTest} from '../../statistics/anytime.ts';
import {createNext, drawPoisson} from '../../statistics/random-numbers.ts';
import {groupBy} from '../../text/group-by.ts';
import {type Comparison, getOverlap, type RiskCell} from './compare-releases.ts';
import {findDifference} from './judge-release.ts';
import {createRiskForecast, ratioOf} from './remaining-risk.ts';

/** Simulates the next nights of an undecided release on its own use and crashes, to say how likely it is decided. */

/** The parts of the simulated releases that are decided by the day of the forecast. */
export type Plan = {
	/** The share of the use of both versions. */
	readonly share: number;
	/** Of releases that crash more often than the limit allows. */
	readonly failed: number;
	/** Of releases that crash as often as the other version. */
	readonly passed: number;
};

export type Forecast = {
	/** The nights until the forecast. */
	readonly nights: number;
	/** The factor by which a release crashes more often that fails. */
	readonly factor: number;
	/** At the share of the last day. */
	readonly now: Plan;
	/** At another share, if it was asked for or decides earlier. */
	readonly other: Plan | undefined;
};

export type ForecastRequest = {
	readonly version: string;
	readonly against: string;
	/** The largest ratio that passes. */
	readonly limit: number;
	/** The counted days, in order. */
	readonly days: readonly string[];
	/** Another share to simulate. */
	readonly share?: number | undefined;
};

const simulated = 400;
const maxNights = 28;
/** Each of the next days has the use of the same day of this week. */
const week = 7;
const minDays = 3;
const minCrashes = 10;
/** The forecast ends on the night by which this part has failed. */
const enough = 0.9;
/** Another share is worth telling if it decides this much more. */
const better = 0.1;
const bestShare = 0.5;

type Use = {readonly stratum: string; readonly day: string; readonly first: number; readonly second: number};

const sum = <Item>(items: readonly Item[], numberOf: (item: Item) => number) =>
	items.reduce((total, item) => total + numberOf(item), 0);

const toUse = ({stratum, day, first, second}: RiskCell): Use => ({
	...{stratum, day, first: first.exposure, second: second.exposure},
});

/** Scales the use of both versions, so that the first has this share of the same total. */
function shiftUse(uses: readonly Use[], share: number): readonly Use[] {
	const [first, second] = [sum(uses, use => use.first), sum(uses, use => use.second)];
	const total = first + second;
	return uses.map(use => ({
		...use,
		first: (use.first * share * total) / first,
		second: (use.second * (1 - share) * total) / second,
	}));
}

/** Returns the chance of a first crash of the second version on a day of use, by stratum. */
function getRates({cells, ratio}: Comparison): ReadonlyMap<string, number> {
	const factor = ratioOf(ratio);
	const useOf = ({first, second}: RiskCell) => factor * first.exposure + second.exposure;
	const used = cells.filter(cell => useOf(cell) > 0);
	return new Map(
		[...groupBy(used, ({stratum}) => stratum)].map(([stratum, own]) => [
			stratum,
			sum(own, ({first, second}) => first.events + second.events) / sum(own, useOf),
		]),
	);
}

/** Returns the nights on which the versions have enough in common. */
function findDecidable(cells: readonly RiskCell[], nights: readonly (readonly Use[])[]) {
	const all = [...cells];
	return nights.map((uses, night) => {
		all.push(
			...uses.map(({stratum, first, second}) => ({
				...{stratum, day: `next ${night}`},
				first: {events: 0, exposure: first},
				second: {events: 0, exposure: second},
			})),
		);
		return findDifference(getOverlap(all)) === undefined;
	});
}

type Scenario = {
	/** The use of the next nights. */
	readonly nights: readonly (readonly Use[])[];
	readonly canDecide: readonly boolean[];
	readonly rates: ReadonlyMap<string, number>;
	readonly limit: number;
	readonly getRisk: ReturnType<typeof createRiskForecast>;
	/** The factor by which the release crashes more often from now on. */
	readonly factor: number;
};

/** Returns a function that plays the next nights: the one on which the limit is exceeded or kept, and which of both. */
function createWorld(
	comparison: Comparison,
	{nights, canDecide, rates, getRisk, limit, factor}: Scenario,
	next: () => number,
) {
	const test = createLimitTest(limit);
	const past = test.start();
	for (const {first, second} of comparison.cells)
		test.add(past, test.prepare({first: first.exposure, second: second.exposure}), first.events, second.events);
	const expected = nights.map((uses, night) =>
		uses.map(use => {
			const average = {rate: rates.get(use.stratum) ?? 0, nights: night + 1};
			const [first, second] = [getRisk('first', {...average, factor}), getRisk('second', {...average, factor: 1})];
			const atRisk = {first: use.first * first.atRisk, second: use.second * second.atRisk};
			return {pair: test.prepare(atRisk), first: first.rate * atRisk.first, second: second.rate * atRisk.second};
		}),
	);
	return (): {readonly night: number; readonly side: -1 | 0 | 1} => {
		const sums = test.start(past);
		for (const [night, uses] of expected.entries()) {
			for (const {pair, first, second} of uses)
				test.add(sums, pair, drawPoisson(first, next), drawPoisson(second, next));
			const side = canDecide[night] ? test.sideOf(sums) : 0;
			if (side !== 0) return {night, side};
		}
		return {night: nights.length, side: 0};
	};
}

/** Returns the parts of the simulated releases that exceed the limit, or keep it, by each night. */
function simulate(comparison: Comparison, scenario: Scenario) {
	const world = createWorld(comparison, scenario, createNext(1));
	const ends = Array.from({length: simulated}, world);
	const partBy = (wanted: 1 | -1) => (night: number) =>
		ends.filter(end => end.side === wanted && end.night <= night).length / simulated;
	return {failedBy: partBy(1), passedBy: partBy(-1)};
}

/** Returns why there is nothing to simulate. */
function findObstacle(comparison: Comparison, uses: readonly Use[], {days, version, against}: ForecastRequest) {
	const {first, second} = comparison.rates;
	const nobody = (name: string) => `not at this adoption: nobody used ${name} in the last ${week} days`;
	if (days.length < minDays) return `unknown: there are fewer than ${minDays} days of use`;
	if (first.events + second.events < minCrashes)
		return `unknown: fewer than ${minCrashes} installations have crashed, which is too few to simulate`;
	if (sum(uses, use => use.first) === 0) return nobody(version);
	if (sum(uses, use => use.second) === 0) return nobody(against);
	return undefined;
}

/** Forecasts a release that is undecided because of too few crashes, or returns why this is impossible. */
export function forecastRelease(comparison: Comparison, request: ForecastRequest): Forecast | string {
	const {limit, share} = request;
	const days = request.days.slice(-week);
	const uses = days.flatMap(each => comparison.cells.filter(({day}) => day === each).map(toUse));
	const obstacle = findObstacle(comparison, uses, request);
	if (obstacle !== undefined) return obstacle;
	const lastDay = uses.filter(({day}) => day === uses.at(-1)?.day);
	const present = sum(lastDay, use => use.first) / sum(lastDay, use => use.first + use.second);
	const factor = Math.round((100 * limit * 4) / 3) / 100;
	const rates = getRates(comparison);
	const play = (at: number) => {
		const shifted = groupBy(shiftUse(uses, at), ({day}) => day);
		const nights = Array.from({length: maxNights}, (_, night) => shifted.get(days[night % days.length] ?? '') ?? []);
		const canDecide = findDecidable(comparison.cells, nights);
		const getRisk = createRiskForecast(comparison, request.days.length);
		const scenario = {nights, canDecide, rates, getRisk, limit};
		const {failedBy} = simulate(comparison, {...scenario, factor});
		const {passedBy} = simulate(comparison, {...scenario, factor: 1});
		return (night: number): Plan => ({share: at, failed: failedBy(night), passed: passedBy(night)});
	};
	const planNow = play(present);
	let night = 0;
	while (night < maxNights - 1 && planNow(night).failed < enough) night++;
	const now = planNow(night);
	const other = play(share ?? bestShare)(night);
	const isWorth = share !== undefined || other.failed >= now.failed + better || other.passed >= now.passed + better;
	return {nights: night + 1, factor, now, other: isWorth ? other : undefined};
}
