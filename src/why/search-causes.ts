import {type Breakdown, type Sides, subtractSides} from './breakdown.ts';
import type {Finding, Place, Verdict} from './group-finding.ts';
import {isUnusual, judgeGroups, type Look} from './judge-groups.ts';
import {canCross, findBetter, findGroup, isAlike, isApart, isSame, logNoise, testOf} from './rival-groups.ts';

export type Question = {readonly property: string; readonly within?: Place};

/** Returns the answers in the order of the questions; undefined for one that cannot be answered or was not asked. */
export type Ask = (questions: readonly Question[]) => Promise<readonly (Breakdown | undefined)[]>;

export type Search = {
	readonly total: Sides;
	readonly properties: readonly string[];
	/** Properties whose values replace each other, such as versions. They are tested in combination only. */
	readonly replaced: ReadonlySet<string>;
	/** 1 looks at single properties, 2 also at pairs. */
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
function chooseCrossed(best: Look, open: readonly Look[], looks: readonly Look[], {replaced, properties}: Search) {
	const rivals = [...new Set(open.map(({property}) => property))];
	const versions = properties.filter(name => replaced.has(name)).slice(0, 1);
	const next = [...versions, ...looks.map(({property}) => property)].filter(name => !rivals.includes(name));
	const extra = [...new Set(next)].filter(name => name !== best.property).slice(0, extraCrossed);
	return [...rivals.filter(name => name !== best.property), ...extra].slice(0, maxCrossed);
}

const sizeOf = ({before, now}: Sides): number => (before.base ?? before.count) + (now.base ?? now.count);

/** A pair that covers more than this share of a group adds nothing to it. */
const maxPairPart = 0.9;

type Known = {readonly breakdowns: readonly Breakdown[]; readonly total: Sides};

/**
 * Returns the combination of a group with a value of another property, if the group is unusual only there. Both are compared
 * with the other installations that have this value, so that a change that all of these share does not count. `logLooks` is
 * the logarithm of the number of groups from which this one was chosen. /
 */
function narrow(
	best: Look,
	inside: readonly Breakdown[],
	{breakdowns, total}: Known,
	logLooks: number,
): Finding | undefined {
	const within = {property: best.property, group: best.group};
	const logPairs = logLooks + Math.log(inside.reduce((sum, {groups}) => sum + groups.length, 0));
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
	readonly overlapping: readonly Look[];
	readonly unclear: readonly Look[];
};

async function nameCauses(
	looks: readonly Look[],
	breakdowns: readonly Breakdown[],
	search: Search,
	ask: Ask,
): Promise<Named> {
	const {total, depth} = search;
	const [causes, overlapping, unclear]: [Finding[], Look[], Look[]] = [[], [], []];
	let open = looks.filter(look => isUnusual(look, total));
	let left = search.maxQuestions - search.properties.length;
	const lookInside = async (best: Look): Promise<readonly Breakdown[]> => {
		if (depth === 1 || !canCross(best)) return [];
		const crossed = chooseCrossed(best, open, looks, search).slice(0, Math.max(0, left));
		left -= crossed.length;
		const within = {property: best.property, group: best.group};
		return (await ask(crossed.map(property => ({property, within})))).filter(each => each !== undefined);
	};
	for (let [first] = open; first && causes.length < maxCauses; [first] = open) {
		const insideFirst = await lookInside(first);
		const better = findBetter(first, open, insideFirst, total);
		const best = better ?? first;
		const inside = better ? await lookInside(better) : insideFirst;
		const cause: Finding = narrow(best, inside, {breakdowns, total}, 0) ?? {...best, verdict: 'unusual'};
		const others = open.filter(look => !isSame(look, best));
		const tested = others.map(look => ({look, apart: isApart(look, cause, {best, inside, total})}));
		const overlappingIt = tested.flatMap(({look, apart}) => (apart === false ? [look] : []));
		const alternatives = cause.within ? [] : overlappingIt.filter(look => isAlike(look, cause));
		causes.push(alternatives.length > 0 ? {...cause, alternatives} : cause);
		overlapping.push(...(cause.within ? [best] : []), ...overlappingIt);
		unclear.push(...tested.flatMap(({look, apart}) => (apart === undefined ? [look] : [])));
		open = tested.flatMap(({look, apart}) => (apart ? [look] : []));
	}
	return {causes, overlapping: [...overlapping, ...open], unclear};
}

/** The groups that are combined if none is unusual alone, and the number of properties with which each is. */
const pairedLooks = [4, 2] as const;

/** Finds a pair that is unusual although no group is. */
async function findPair(
	looks: readonly Look[],
	breakdowns: readonly Breakdown[],
	search: Search,
	ask: Ask,
): Promise<readonly Finding[]> {
	const {total, depth, maxQuestions, properties} = search;
	const firsts = looks.filter((look, at) => looks.findIndex(each => each.property === look.property) === at);
	let left = depth === 1 ? 0 : maxQuestions - properties.length;
	const found: Finding[] = [];
	for (const [at, count] of pairedLooks.entries()) {
		const best = firsts.filter(canCross)[at];
		if (!best || left <= 0) break;
		const earlier = firsts.slice(0, at).map(({property}) => property);
		const crossed = chooseCrossed(
			best,
			[],
			looks.filter(({property}) => !earlier.includes(property)),
			search,
		).slice(0, Math.min(count, left));
		left -= crossed.length;
		const within = {property: best.property, group: best.group};
		const inside = (await ask(crossed.map(property => ({property, within})))).filter(each => each !== undefined);
		found.push(...[narrow(best, inside, {breakdowns, total}, Math.log(looks.length)) ?? []].flat());
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
	const looks = judgeGroups(
		breakdowns.filter(({property}) => !replaced.has(property)),
		total,
	);
	const chosen = {...search, properties: asked};
	const {causes: single, overlapping, unclear} = await nameCauses(looks, breakdowns, chosen, ask);
	const causes = single.length > 0 ? single : await findPair(looks, breakdowns, chosen, ask);
	const alternatives = causes.flatMap(cause => cause.alternatives ?? []);
	const verdictOf = (look: Look): Verdict =>
		alternatives.includes(look)
			? 'as likely'
			: overlapping.includes(look)
				? 'overlaps'
				: unclear.includes(look)
					? 'may overlap'
					: 'within noise';
	const others = looks.map((look): Finding => ({...look, verdict: verdictOf(look)}));
	return {
		findings: keepOne([
			...causes,
			...others.toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict)),
		]),
		breakdowns,
		skipped: properties.filter(property => breakdowns.every(each => each.property !== property)),
	};
}
