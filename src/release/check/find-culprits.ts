import {compareRates, type Estimate} from '../../statistics/anytime.ts';
import {testShares} from '../../statistics/exact-tests.ts';
import {groupBy} from '../../text/group-by.ts';
import {joinSmallStrata, type RiskCell} from './compare-releases.ts';
import {createRiskCounter, getStratum, type ObservedUse, type Side, type SideOf} from './risk-cells.ts';

/** The crash groups that make one version crash more often than another, and the installations that have them. */

/** The uses of each installation since the comparison began. */
export type ObservedUses = {readonly clients: readonly (readonly ObservedUse[])[]; readonly sideOf: SideOf};

export type FirstCrash = {
	readonly fingerprint: string;
	readonly clientId: string;
	readonly version: string;
	readonly day: string;
};

/** The values that nearly all installations with a crash have in common, and other installations do not. */
export type Place = {
	readonly trait: string;
	readonly value: string;
	readonly crashed: number;
	readonly allCrashed: number;
};

export type Culprit = {
	readonly fingerprint: string;
	readonly ratio: Estimate;
	/** The installations with the crash that would not have it at the rate of the other version. */
	readonly excess: number;
	readonly place: Place | undefined;
};

export const traits = [
	{property: 'os.platform', title: 'system'},
	{property: 'prodEdition', title: 'edition'},
	{property: 'geography.country', title: 'country'},
] as const;

/** Returns the days of use of both versions by day and group of installations. */
function countExposure({clients, sideOf}: ObservedUses): readonly RiskCell[] {
	const counter = createRiskCounter(sideOf);
	for (const uses of clients) counter.add(uses.map(use => ({...use, crashes: []})));
	return counter.cells();
}

type Occurrence = {readonly side: Side; readonly stratum: string; readonly day: string; readonly use: ObservedUse};

const getKey = ({stratum, day}: {readonly stratum: string; readonly day: string}) => `${day}\n${stratum}`;

function compareOccurrences(
	occurrences: readonly Occurrence[],
	exposure: readonly RiskCell[],
	tests: number,
): Estimate {
	const found = groupBy(occurrences, getKey);
	const cells = exposure.map(({stratum, day, first, second}): RiskCell => {
		const countOf = (side: Side) => (found.get(getKey({stratum, day})) ?? []).filter(each => each.side === side).length;
		return {
			...{stratum, day},
			first: {events: countOf('first'), exposure: first.exposure},
			second: {events: countOf('second'), exposure: second.exposure},
		};
	});
	return compareRates(joinSmallStrata(cells), tests);
}

const logNoise = Math.log(0.05);
/** A crash belongs to a value if this share of its installations has it. */
const minPart = 0.8;

/** Finds the value in which a crash of the first version is concentrated (Fisher's exact test, corrected for all values). */
export function findPlace(crashed: readonly ObservedUse[], all: readonly ObservedUse[]): Place | undefined {
	const found = traits.flatMap(({title}, at) => {
		const sizes = groupBy(all, use => use.traits[at] ?? null);
		return [...groupBy(crashed, use => use.traits[at] ?? null)].flatMap(([value, own]) => {
			if (value === null) return [];
			const size = sizes.get(value)?.length ?? 0;
			const logP = testShares(
				{count: own.length, total: size},
				{count: crashed.length - own.length, total: all.length - size},
			);
			const isHigher = own.length / crashed.length > size / all.length;
			return isHigher ? [{trait: title, value, crashed: own.length, allCrashed: crashed.length, logP}] : [];
		});
	});
	const tests = traits.reduce((sum, _, at) => sum + new Set(all.map(use => use.traits[at])).size, 0);
	const place = found
		.filter(({logP, crashed: own}) => logP + Math.log(tests) <= logNoise && own >= minPart * crashed.length)
		.toSorted((one, other) => one.logP - other.logP)[0];
	if (!place) return undefined;
	const {logP: _, ...rest} = place;
	return rest;
}

/** Compares the rates of each crash; the crash with the largest excess comes first. */
export function findCulprits(firsts: readonly FirstCrash[], observed: ObservedUses): readonly Culprit[] {
	const uses = new Map(
		observed.clients.flatMap(own => own.map(use => [`${use.version}\n${use.clientId}`, use] as const)),
	);
	const all = observed.clients.flatMap(own => own.filter(({version}) => observed.sideOf(version) === 'first'));
	const exposure = countExposure(observed);
	const groups = groupBy(firsts, ({fingerprint}) => fingerprint);
	const culprits = [...groups].map(([fingerprint, own]): Culprit => {
		const earliest = new Map<string, FirstCrash>();
		for (const each of own) {
			const before = earliest.get(each.clientId);
			if (!before || each.day < before.day) earliest.set(each.clientId, each);
		}
		const occurrences = [...earliest.values()].flatMap(({version, clientId, day}): readonly Occurrence[] => {
			const [use, side] = [uses.get(`${version}\n${clientId}`), observed.sideOf(version)];
			return use && side ? [{side, use, day, stratum: getStratum(use, day)}] : [];
		});
		const ratio = compareOccurrences(occurrences, exposure, groups.size);
		const crashed = occurrences.filter(({side}) => side === 'first').map(({use}) => use);
		const excess = ratio.value === undefined || ratio.value === 0 ? 0 : crashed.length * (1 - 1 / ratio.value);
		return {fingerprint, ratio, excess, place: ratio.low > 1 ? findPlace(crashed, all) : undefined};
	});
	return culprits.toSorted((one, other) => other.excess - one.excess);
}
