import {type Breakdown, type Group, type Sides, subtractSides} from './breakdown.ts';
import {isUnusual, judgeGroups, type Look} from './judge-groups.ts';
import {type GroupTest, testGroup} from './test-group.ts';

/** The installations of a group, or those of a group inside another one. */
export type Place = {readonly property: string; readonly group: Group};

export type Question = {readonly property: string; readonly within?: Place};

/** Returns the answers in the order of the questions; undefined for one that cannot be answered or was not asked. */
export type Ask = (questions: readonly Question[]) => Promise<readonly (Breakdown | undefined)[]>;

/** `overlaps`: it is not unusual without the causes above it. `may overlap`: that was not looked at. */
type Verdict = 'unusual' | 'overlaps' | 'may overlap' | 'within noise';

export type Finding = Look & {
	readonly verdict: Verdict;
	/** Only the installations in this group too. `group` has their counts. */
	readonly within?: Place;
};

export type Search = {
	readonly total: Sides;
	readonly properties: readonly string[];
	/** Properties whose values replace each other, such as versions. They are looked at in combination only. */
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

const maxCauses = 3;
/** The number of properties with which a group is combined. Further ones add little. */
const maxCrossed = 6;
/** Questions that are kept for pairs, if there are not enough for every property. */
const keptForPairs = 3;
const extraCrossed = 4;
const logNoise = Math.log(0.05);
/** A candidate that remains without the first cause was chosen by chance more often than a first one. */
const logApart = Math.log(0.001);

const isSame = (one: Place, other: Place) =>
	one.property === other.property && one.group.kind === other.group.kind && one.group.value === other.group.value;

const canCross = ({group}: Place) => group.kind === 'value' || group.kind === 'none';

const empty = {count: 0, base: 0};
const findGroup = (groups: readonly Group[], {kind, value}: Group): Group | undefined =>
	groups.find(each => each.kind === kind && each.value === value);

const testOf = (cause: GroupTest['cause'], group: Sides, total: Sides): GroupTest | undefined =>
	testGroup(group, total).find(test => test.cause === cause);

/** Chooses the properties to combine with a cause: those with other candidates, then versions, then the next most unusual ones. */
function chooseCrossed(best: Look, open: readonly Look[], looks: readonly Look[], {replaced, properties}: Search) {
	const rivals = [...new Set(open.map(({property}) => property))];
	const versions = properties.filter(name => replaced.has(name)).slice(0, 1);
	const next = [...versions, ...looks.map(({property}) => property)].filter(name => !rivals.includes(name));
	const extra = [...new Set(next)].filter(name => name !== best.property).slice(0, extraCrossed);
	return [...rivals.filter(name => name !== best.property), ...extra].slice(0, maxCrossed);
}

const sizeOf = ({before, now}: Sides): number => (before.base ?? before.count) + (now.base ?? now.count);

/** A pair with more than this part of a group says no more than the group. */
const maxPairPart = 0.9;

/**
 * Returns another candidate that explains a group: without its installations the group is within noise, while it is unusual without
 * those of the group. Of two properties that say nearly the same, such as country and language, the likelier one is not always the cause.
 */
function findBetter(best: Look, open: readonly Look[], inside: readonly Breakdown[], total: Sides): Look | undefined {
	return open.find(rival => {
		const both = inside.find(({property}) => property === rival.property)?.groups;
		const shared = both && findGroup(both, rival.group);
		if (!shared || rival.cause !== best.cause) return false;
		const rest = testOf(best.cause, subtractSides(best.group, shared), subtractSides(total, rival.group));
		const other = testOf(best.cause, subtractSides(rival.group, shared), subtractSides(total, best.group));
		return rest !== undefined && other !== undefined && rest.logP > logNoise && other.logP <= logNoise;
	});
}

type Known = {readonly breakdowns: readonly Breakdown[]; readonly total: Sides};

/**
 * Returns the combination of a group with a value of another property, if the group is unusual only there. Both are compared with the
 * other installations that have this value, so that what is so for all of these does not count. `logLooks` is the logarithm of the
 * number of groups from which this one was chosen.
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

/** Tests a candidate again without the installations of a cause. Undefined: these were not looked at. */
function isApart(
	look: Look,
	cause: Finding,
	{best, inside, total}: {readonly best: Look; readonly inside: readonly Breakdown[]; readonly total: Sides},
): boolean | undefined {
	const without = (removed: Sides, own: Sides) => {
		const test = testOf(look.cause, subtractSides(look.group, own), subtractSides(total, removed));
		return test !== undefined && test.logP <= logApart && isUnusual({...look, ...test}, total);
	};
	const none: Sides = {
		before: {...empty, base: look.group.before.base && 0},
		now: {...empty, base: look.group.now.base && 0},
	};
	if (cause.within && look.property === cause.property)
		return without(cause.group, isSame(look, {...cause}) ? cause.group : none);
	if (look.property === best.property) return isSame(look, best) ? false : without(cause.group, none);
	const crossed = inside.find(({property}) => property === look.property);
	if (!crossed) return undefined;
	return without(best.group, findGroup(crossed.groups, look.group) ?? none);
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
		causes.push(cause);
		if (cause.within) overlapping.push(best);
		const others = open.filter(look => !isSame(look, best));
		const tested = others.map(look => ({look, apart: isApart(look, cause, {best, inside, total})}));
		overlapping.push(...tested.flatMap(({look, apart}) => (apart === false ? [look] : [])));
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

/** Looks at each property alone, and then at combinations with the causes found. */
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
	const verdictOf = (look: Look): Verdict =>
		overlapping.includes(look) ? 'overlaps' : unclear.includes(look) ? 'may overlap' : 'within noise';
	const order: readonly Verdict[] = ['unusual', 'overlaps', 'may overlap', 'within noise'];
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
