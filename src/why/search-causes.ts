import {type Breakdown, type Sides, subtractSides} from './breakdown.ts';
import {
	type Candidate,
	type Finding,
	isUnusual,
	judgeGroups,
	type PropertyGroup,
	type Verdict,
} from './judge-groups.ts';
import {canCross, findBetter, findGroup, isAlike, isIndependent, isSame, logNoise, testOf} from './rival-groups.ts';

export type Question = {readonly property: string; readonly within?: PropertyGroup};

/** Returns the answers in the order of the questions; undefined for one that cannot be answered or was not asked. */
export type Ask = (questions: readonly Question[]) => Promise<readonly (Breakdown | undefined)[]>;

export type Search = {
	readonly total: Sides;
	readonly properties: readonly string[];
	/** Properties whose values replace each other, such as versions. They are tested in combination only. */
	readonly replaced: ReadonlySet<string>;
	/** 1 tests single properties, 2 also pairs. */
	readonly depth: 1 | 2;
	readonly maxQuestions: number;
};

export type SearchResult = {
	/** Every group of every property, those with a cause first, then by how unusual they are. */
	readonly findings: readonly Finding[];
	readonly breakdowns: readonly Breakdown[];
	/** Properties for which there were too few questions, or no answer. */
	readonly skipped: readonly string[];
};

const order: readonly Verdict[] = ['unusual', 'as likely', 'overlaps', 'may overlap', 'within noise'];

const maxCauses = 3;
/** The number of properties with which a group is combined. Further ones add little. */
const maxCrossed = 6;
/** Questions that are kept for pairs, if there are not enough for every property. */
const keptForPairs = 3;
const extraCrossed = 4;
/** Chooses the properties to combine with a cause: those with other candidates, then versions, then the next most unusual ones. */
function chooseCrossed(
	best: Candidate,
	open: readonly Candidate[],
	candidates: readonly Candidate[],
	{replaced, properties}: Search,
) {
	const rivals = [...new Set(open.map(({property}) => property))];
	const versions = properties.filter(name => replaced.has(name)).slice(0, 1);
	const next = [...versions, ...candidates.map(({property}) => property)].filter(name => !rivals.includes(name));
	const extra = [...new Set(next)].filter(name => name !== best.property).slice(0, extraCrossed);
	return [...rivals.filter(name => name !== best.property), ...extra].slice(0, maxCrossed);
}

const sizeOf = ({before, now}: Sides): number => (before.base ?? before.count) + (now.base ?? now.count);

/** A pair that covers more than this share of a group adds nothing to it. */
const maxPairPart = 0.9;

type Known = {readonly breakdowns: readonly Breakdown[]; readonly total: Sides};

/**
 * Returns the combination of a group with a value of another property, if the group is unusual only there. Both are compared
 * with the other installations that have this value, so that a change that all of these share does not count. `logCandidates` is
 * the logarithm of the number of groups from which this one was chosen.
 */
function narrow(
	best: Candidate,
	inside: readonly Breakdown[],
	{breakdowns, total}: Known,
	logCandidates: number,
): Finding | undefined {
	const within = {property: best.property, group: best.group};
	const logPairs = logCandidates + Math.log(inside.reduce((sum, {groups}) => sum + groups.length, 0));
	const pairs = inside.flatMap(({property, groups}) => {
		const whole = breakdowns.find(each => each.property === property);
		return groups
			.filter(group => canCross({property, group}))
			.flatMap((group): readonly Finding[] => {
				const stratum = whole && findGroup(whole.groups, group);
				const test = stratum && testOf(best.cause, group, stratum);
				const outside = stratum && testOf(best.cause, subtractSides(best.group, group), subtractSides(total, stratum));
				const isPart = sizeOf(group) <= maxPairPart * sizeOf(best.group);
				if (!test || !outside || !isPart || outside.logP < logNoise) return [];
				const logScore = test.logP + Math.log(groups.length);
				const pair = {...best, ...test, property, group, logScore, logAdjusted: test.logP + logPairs};
				return logScore < best.logP && isUnusual(pair, total) ? [{...pair, within, verdict: 'unusual'}] : [];
			});
	});
	return pairs.toSorted((one, other) => one.logScore - other.logScore)[0];
}

type Named = {
	readonly causes: readonly Finding[];
	readonly overlapping: readonly Candidate[];
	readonly unclear: readonly Candidate[];
};

async function nameCauses(
	candidates: readonly Candidate[],
	breakdowns: readonly Breakdown[],
	search: Search,
	ask: Ask,
): Promise<Named> {
	const {total, depth} = search;
	const [causes, overlapping, unclear]: [Finding[], Candidate[], Candidate[]] = [[], [], []];
	let open = candidates.filter(candidate => isUnusual(candidate, total));
	let left = search.maxQuestions - search.properties.length;
	const crossInside = async (best: Candidate): Promise<readonly Breakdown[]> => {
		if (depth === 1 || !canCross(best)) return [];
		const crossed = chooseCrossed(best, open, candidates, search).slice(0, Math.max(0, left));
		left -= crossed.length;
		const within = {property: best.property, group: best.group};
		return (await ask(crossed.map(property => ({property, within})))).filter(each => each !== undefined);
	};
	for (let [first] = open; first && causes.length < maxCauses; [first] = open) {
		const insideFirst = await crossInside(first);
		const better = findBetter(first, open, insideFirst, total);
		const best = better ?? first;
		const inside = better ? await crossInside(better) : insideFirst;
		const cause: Finding = narrow(best, inside, {breakdowns, total}, 0) ?? {...best, verdict: 'unusual'};
		const others = open.filter(candidate => !isSame(candidate, best));
		const tested = others.map(candidate => ({
			candidate,
			apart: isIndependent(candidate, cause, {best, inside, total}),
		}));
		const overlappingIt = tested.flatMap(({candidate, apart}) => (apart === false ? [candidate] : []));
		const alternatives = cause.within ? [] : overlappingIt.filter(candidate => isAlike(candidate, cause));
		causes.push(alternatives.length > 0 ? {...cause, alternatives} : cause);
		overlapping.push(...(cause.within ? [best] : []), ...overlappingIt);
		unclear.push(...tested.flatMap(({candidate, apart}) => (apart === undefined ? [candidate] : [])));
		open = tested.flatMap(({candidate, apart}) => (apart ? [candidate] : []));
	}
	return {causes, overlapping: [...overlapping, ...open], unclear};
}

/** If no group is unusual alone, the first is combined with four properties, and the second with two. */
const pairedProperties = [4, 2] as const;

/** Finds a pair that is unusual although no group is. */
async function findPair(
	candidates: readonly Candidate[],
	breakdowns: readonly Breakdown[],
	search: Search,
	ask: Ask,
): Promise<readonly Finding[]> {
	const {total, depth, maxQuestions, properties} = search;
	const firsts = candidates.filter(
		(candidate, at) => candidates.findIndex(each => each.property === candidate.property) === at,
	);
	let left = depth === 1 ? 0 : maxQuestions - properties.length;
	const found: Finding[] = [];
	for (const [at, count] of pairedProperties.entries()) {
		const best = firsts.filter(canCross)[at];
		if (!best || left <= 0) break;
		const earlier = firsts.slice(0, at).map(({property}) => property);
		const crossed = chooseCrossed(
			best,
			[],
			candidates.filter(({property}) => !earlier.includes(property)),
			search,
		).slice(0, Math.min(count, left));
		left -= crossed.length;
		const within = {property: best.property, group: best.group};
		const inside = (await ask(crossed.map(property => ({property, within})))).filter(each => each !== undefined);
		found.push(...[narrow(best, inside, {breakdowns, total}, Math.log(candidates.length)) ?? []].flat());
	}
	return found.toSorted((one, other) => one.logScore - other.logScore).slice(0, 1);
}

const isSameFinding = (one: Finding, other: Finding) =>
	isSame(one, other) && (one.within && other.within ? isSame(one.within, other.within) : one.within === other.within);

/** Keeps one test of each group: the one that is a cause, or else the most unusual. */
const keepOne = (findings: readonly Finding[]): readonly Finding[] =>
	findings.filter((finding, at) => findings.findIndex(each => isSameFinding(each, finding)) === at);

/** Tests each property by itself, and then combinations with the causes found. */
export async function searchCauses(search: Search, ask: Ask): Promise<SearchResult> {
	const {total, properties, replaced, depth, maxQuestions} = search;
	const asked = properties.slice(0, depth === 1 ? maxQuestions : Math.max(1, maxQuestions - keptForPairs));
	const breakdowns = (await ask(asked.map(property => ({property})))).filter(each => each !== undefined);
	const candidates = judgeGroups(
		breakdowns.filter(({property}) => !replaced.has(property)),
		total,
	);
	const chosen = {...search, properties: asked};
	const {causes: single, overlapping, unclear} = await nameCauses(candidates, breakdowns, chosen, ask);
	const causes = single.length > 0 ? single : await findPair(candidates, breakdowns, chosen, ask);
	const alternatives = causes.flatMap(cause => cause.alternatives ?? []);
	const verdictOf = (candidate: Candidate): Verdict =>
		alternatives.includes(candidate)
			? 'as likely'
			: overlapping.includes(candidate)
				? 'overlaps'
				: unclear.includes(candidate)
					? 'may overlap'
					: 'within noise';
	const others = candidates.map((candidate): Finding => ({...candidate, verdict: verdictOf(candidate)}));
	return {
		findings: keepOne([
			...causes,
			...others.toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict)),
		]),
		breakdowns,
		skipped: properties.filter(property => breakdowns.every(each => each.property !== property)),
	};
}
