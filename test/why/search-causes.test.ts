import {expect, test} from 'vitest';
import type {Finding, PropertyGroup} from '../../src/why/judge-groups.ts';
import {type Question, type Search, searchCauses} from '../../src/why/search-causes.ts';
import {createDraws} from '../support/data/random-draws.ts';
import {type CauseWorld, simulateCauses, type Traits} from '../support/data/simulated-causes.ts';

/** A tenth of the installations is lost, and four times as many trials as subscriptions. */
const chanceOf = ({prodEdition}: Traits) => [0.12, 0.06, 0.05, 0.25, 0.06][Number(prodEdition)] ?? 0;
const world: CauseWorld = {installations: 4000, hasBase: true, chance: chanceOf};

const describeCause = ({property, group, within, cause}: Finding) =>
	`${[...(within ? [within] : []), {property, group}].map(each => `${each.property}=${each.group.value}`).join(' ')} ${cause}`;

async function search(of: CauseWorld, seed: number, changes: Partial<Search> = {}) {
	const asked: Question[] = [];
	const {total, properties, ask} = simulateCauses(of, createDraws(seed));
	const result = await searchCauses(
		{total, properties, replaced: new Set(), depth: 2, maxQuestions: 30, ...changes},
		questions => {
			asked.push(...questions);
			return ask(questions);
		},
	);
	const named = result.findings.filter(({verdict}) => verdict === 'unusual').map(describeCause);
	return {...result, named, asked};
}

test('names nothing if nothing but chance changed, or if everything changed alike', async () => {
	expect((await search(world, 1)).named).toEqual([]);
	expect((await search({...world, chance: (traits, isNow) => (isNow ? 1.5 : 1) * chanceOf(traits)}, 2)).named).toEqual(
		[],
	);
	expect((await search({...world, hasBase: false}, 3)).named).toEqual([]);
});

const worse: CauseWorld = {
	...world,
	chance: (traits, isNow) => (isNow && traits.country === '2' ? 4 : 1) * chanceOf(traits),
};

test('names the group whose rate of losses rose, and not the properties that go with it', async () => {
	const {named, findings} = await search(worse, 4);
	expect(named).toEqual(['country=2 rate']);
	const overlapping = findings.filter(({verdict}) => verdict === 'overlaps').map(({property}) => property);
	expect(new Set(overlapping)).toEqual(new Set(['continent', 'osLanguage', 'prodLanguage']));
});

test('names a second group of nearly the same installations as an alternative, not as a second cause', async () => {
	const {total, properties, ask} = simulateCauses(worse, createDraws(4));
	const nameIn = (property: string) => (property === 'nation' ? 'country' : property);
	const answerTwin = async (questions: readonly Question[]) => {
		const found = await ask(
			questions.map(({property, within}) => ({
				property: nameIn(property),
				...(within ? {within: {...within, property: nameIn(within.property)} satisfies PropertyGroup} : {}),
			})),
		);
		return found.map((each, at) => each && {...each, property: questions[at]?.property ?? ''});
	};
	const names = [...properties, 'nation'];
	const {findings} = await searchCauses(
		{total, properties: names, replaced: new Set(), depth: 2, maxQuestions: 30},
		answerTwin,
	);
	const [first, second, third] = findings;
	expect(describeCause(first as Finding)).toBe('country=2 rate');
	expect(first?.alternatives?.map(({property, group}) => `${property}=${group.value}`)).toEqual(['nation=2']);
	expect(second).toMatchObject({property: 'nation', group: {value: '2'}, verdict: 'as likely'});
	expect(third?.verdict).toBe('overlaps');
});

test('names the country that leaves, and a second cause beside it', async () => {
	const chance = (traits: Traits, isNow: boolean) =>
		(isNow && traits.country === '1' ? 0 : 1) * (isNow && traits['os.version'] === '2' ? 3 : 1) * chanceOf(traits);
	const {named} = await search({...world, hasBase: false, chance}, 5);
	expect(named.toSorted()).toEqual(['country=1 share', 'os.version=2 share']);
});

test('names the mix if a group with a higher rate of losses grew, although no rate changed', async () => {
	const presence = ({prodEdition}: Traits, isNow: boolean) => (prodEdition === '3' && !isNow ? 0.5 : 1);
	expect((await search({...world, presence}, 6)).named).toEqual(['prodEdition=3 mix']);
});

const isPair = (traits: Traits) => traits.country === '0' && traits.prodVersion === '1';
const inPair: CauseWorld = {
	...world,
	chance: (traits, isNow) => Math.min(1, (isNow && isPair(traits) ? 9 : 1) * chanceOf(traits)),
};

test('names the pair if the rate of losses rose only in one combination of two groups', async () => {
	const {named} = await search(inPair, 8);
	expect(named[0]).toMatch(/^(country=0 prodVersion=1|prodVersion=1 country=0) rate$/);
	expect(named).toHaveLength(1);
});

test('does not judge versions, which replace each other, but finds them in combination', async () => {
	const replaced = new Set(['prodVersion']);
	const {findings, named} = await search(inPair, 8, {replaced});
	expect(named[0]).toMatch(/^(country|osLanguage)=0 prodVersion=1 rate$/);
	expect(findings.filter(({property, within}) => property === 'prodVersion' && !within)).toEqual([]);
});

test('asks no more questions than it may, and says which properties it left out', async () => {
	const {asked, skipped} = await search(inPair, 8, {maxQuestions: 12});
	expect(asked.length).toBeLessThanOrEqual(12);
	expect(skipped.length).toBeGreaterThan(10);
	const alone = await search(worse, 4, {depth: 1});
	expect(alone.asked.filter(({within}) => within)).toEqual([]);
	expect(alone.findings.some(({verdict}) => verdict === 'may overlap')).toBe(true);
});

test('keeps what is known if questions stay unanswered', async () => {
	const {total, properties, ask} = simulateCauses(inPair, createDraws(8));
	const found = await searchCauses(
		{total, properties, replaced: new Set(), depth: 2, maxQuestions: 30},
		async questions => (await ask(questions)).map((answer, at) => (at < 3 ? answer : undefined)),
	);
	expect(found.breakdowns.map(({property}) => property)).toEqual(properties.slice(0, 3));
	expect(found.skipped).toEqual(properties.slice(3));
});
