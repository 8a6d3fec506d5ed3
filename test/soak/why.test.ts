import {expect, test} from 'vitest';
import type {Finding} from '../../src/why/judge-groups.ts';
import {searchCauses} from '../../src/why/search-causes.ts';
import {prepareWhy} from '../commands/report/why-sandbox.ts';
import {createDraws} from '../support/data/random-draws.ts';
import {type CauseWorld, simulateCauses, type Traits} from '../support/data/simulated-causes.ts';

/** How often `report why` names what was planted, and nothing if nothing was; the figures are in docs/why.md. */

const chanceOf = ({prodEdition}: Traits) => [0.12, 0.06, 0.05, 0.25, 0.06][Number(prodEdition)] ?? 0;
const parts: CauseWorld = {installations: 5000, hasBase: true, chance: chanceOf};

const describeCause = ({property, group, within, cause}: Finding) =>
	`${[...(within ? [within] : []), {property, group}]
		.map(each => `${each.property}=${each.group.value}`)
		.toSorted()
		.join(' ')} ${cause}`;

async function search(world: CauseWorld, seed: number) {
	const {total, properties, ask} = simulateCauses(world, createDraws(seed));
	const {findings} = await searchCauses({total, properties, replaced: new Set(), depth: 2, maxQuestions: 28}, ask);
	return {findings, named: findings.filter(({verdict}) => verdict === 'unusual').map(describeCause)};
}

test.each([
	['parts', parts],
	['counts', {...parts, hasBase: false}],
	['parts that all rise alike', {...parts, chance: (t: Traits, isNow: boolean) => (isNow ? 1.3 : 1) * chanceOf(t)}],
] as const)('names anything in at most 5 % of 200 worlds with nothing but chance: %s', async (_, world) => {
	let named = 0;
	for (let seed = 500_000; seed < 500_200; seed++) if ((await search(world, seed)).named.length > 0) named++;
	expect(named).toBeLessThanOrEqual(10);
});

const fall =
	(isThere: (traits: Traits) => boolean) =>
	(strength: number): CauseWorld => ({
		...parts,
		hasBase: false,
		chance: (traits, isNow) => (isNow && isThere(traits) ? 1 - strength : 1) * chanceOf(traits),
	});

const rise =
	(isThere: (traits: Traits) => boolean) =>
	(strength: number): CauseWorld => ({
		...parts,
		chance: (traits, isNow) => Math.min(1, (isNow && isThere(traits) ? 1 + strength : 1) * chanceOf(traits)),
	});

/** What is planted in strengths from hardly visible to obvious, and what is to be named first. */
const planted: readonly (readonly [string, readonly number[], (strength: number) => CauseWorld, readonly string[]])[] =
	[
		['a country leaves', [0.6, 0.8, 1], fall(({country}) => country === '2'), ['country=2 share']],
		['a language leaves', [0.6, 0.8, 1], fall(({osLanguage}) => osLanguage === '2'), ['osLanguage=2 share']],
		['a country loses users', [0.8, 1.2, 2], rise(({country}) => country === '2'), ['country=2 rate']],
		['a release loses users', [0.5, 0.8, 1.2], rise(({prodVersion}) => prodVersion === '1'), ['prodVersion=1 rate']],
		[
			'an event dies on one system',
			[-0.3, -0.5, -1],
			rise(traits => traits['os.platform'] === '1'),
			['os.platform=1 rate'],
		],
		[
			'a pure change of mix',
			[0.3, 0.5, 0.8],
			strength => ({
				...parts,
				presence: ({prodEdition}, isNow) => (prodEdition === '3' && !isNow ? 1 / (1 + strength) : 1),
			}),
			['prodEdition=3 mix'],
		],
		[
			'two causes',
			[0.8, 1, 1.5],
			strength => ({
				...parts,
				chance: (traits, isNow) => {
					const factor = (isThere: boolean) => (isNow && isThere ? 1 + strength : 1);
					return Math.min(1, factor(traits.country === '2') * factor(traits['os.version'] === '2') * chanceOf(traits));
				},
			}),
			['country=2 rate', 'os.version=2 rate'],
		],
	];

const log3Sigma = Math.log(0.0027);

test.each(planted)(
	'names first what was planted, alone or beside a group that is as likely, once it is 3 sigma after the correction: %s',
	async (_, strengths, world, truth) => {
		let [visible, first] = [0, 0];
		const isTrue = (finding: Finding) => truth.includes(describeCause(finding));
		for (const [at, strength] of strengths.entries())
			for (let seed = 0; seed < 40; seed++) {
				const {findings} = await search(world(strength), 600_000 + 1000 * at + seed);
				const own = findings.filter(isTrue);
				if (!own.some(({logAdjusted}) => logAdjusted <= log3Sigma)) continue;
				visible++;
				const [named, ...others] = findings;
				if (
					named?.verdict === 'unusual' &&
					(isTrue(named) || others.some(each => each.verdict === 'as likely' && isTrue(each)))
				)
					first++;
			}
		expect(visible).toBeGreaterThan(30);
		expect(first / visible).toBeGreaterThanOrEqual(0.9);
	},
);

test('has the counts of a naive script over exported tables of ten seeds', async () => {
	for (let seed = 21; seed < 31; seed++)
		expect(await (await prepareWhy(seed, 1000)).compareWithTables()).toBeGreaterThan(3);
});
