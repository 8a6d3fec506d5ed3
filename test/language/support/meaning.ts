import {dayOf, type Installation, type Values} from '../../support/oracle/model.ts';
import type {Random} from './random.ts';

/**
 * What clauses mean, clause by clause and straight from the words of the language: values are compared as written, null
 * equals nothing, and, or, not are those of logic. Few values, so that clauses meet on the same installation.
 * A yes or no that is not known is neither yes nor no, nor is its opposite: `undefined`, which no filter lets through.
 */

export type Truth = boolean | undefined;

export type Tree =
	| {readonly type: 'clause'; readonly text: string; readonly holds: (installation: Installation) => Truth}
	| {readonly type: 'not'; readonly item: Tree}
	| {readonly type: 'and' | 'or'; readonly items: readonly Tree[]};

type Clause = Extract<Tree, {type: 'clause'}>;
const clause = (text: string, holds: Clause['holds']): Clause => ({type: 'clause', text, holds});
const of = (name: string) => (installation: Installation) => installation.current[name] ?? null;

const versions = ['4.1', '4.2', '4.21', '5.0', 'x'];
const texts = (name: string) => (random: Random) => {
	const get = of(name);
	const value = random.pick(versions);
	const other = random.pick(versions);
	return random.pick([
		() => clause(`${name}=${value}`, item => get(item) === value),
		() => clause(`${name} in (${value}, ${other})`, item => get(item) === value || get(item) === other),
		() => clause(`${name}=${value},null`, item => get(item) === value || get(item) === null),
		() => clause(`${name}=4.*`, item => String(get(item)).startsWith('4.')),
		() =>
			clause(
				`${name}=*1,${value}`,
				item => get(item) !== null && (String(get(item)).endsWith('1') || get(item) === value),
			),
		() => clause(`${name}~'2'`, item => get(item) !== null && String(get(item)).includes('2')),
		() => clause(`${name}~^4,null`, item => get(item) === null || String(get(item)).startsWith('4')),
		() => clause(`${name} is null`, item => get(item) === null),
		() => clause(`${name} is not null`, item => get(item) !== null),
		() => clause(`${name}=*`, item => get(item) !== null),
	])();
};

/** `factor` is the number of base units in the unit of the text. */
const numbers = (name: string, unit: string, factor: number) => (random: Random) => {
	const get = of(name);
	const [low, high] = [1 + random.below(4), 4 + random.below(4)];
	const within = (test: (value: number) => boolean) => (item: Installation) => {
		const value = get(item);
		return value !== null && test(Number(value));
	};
	return random.pick([
		() =>
			clause(
				`${name}=${low}${unit}`,
				within(value => value === low * factor),
			),
		() =>
			clause(
				`${name}>=${low}${unit}`,
				within(value => value >= low * factor),
			),
		() =>
			clause(
				`${name}>${low}${unit}`,
				within(value => value > low * factor),
			),
		() =>
			clause(
				`${name}<=${high}${unit}`,
				within(value => value <= high * factor),
			),
		() =>
			clause(
				`${name}<${high}${unit}`,
				within(value => value < high * factor),
			),
		() =>
			clause(
				`${name}=${low}..${high}${unit}`,
				within(value => value >= low * factor && value <= high * factor),
			),
		() =>
			clause(
				`${name}=${low}${unit}..<${high}${unit}`,
				within(value => value >= low * factor && value < high * factor),
			),
		() => clause(`${name}<=${high}${unit},null`, item => get(item) === null || Number(get(item)) <= high * factor),
		() => clause(`${name} is null`, item => get(item) === null),
		() => clause(`${name} is not null`, item => get(item) !== null),
	])();
};

const january = dayOf('2024-01-01');
const dates = (random: Random) => {
	const month = 1 + random.below(4);
	const text = `2024-0${month}`;
	const [first, next] = [dayOf(`${text}-01`), dayOf(`2024-0${month + 1}-01`)];
	return random.pick([
		() => clause(`dateInstalled=${text}`, ({installed}) => installed >= first && installed < next),
		() => clause(`dateInstalled>=${text}`, ({installed}) => installed >= first),
		() => clause(`dateInstalled>${text}`, ({installed}) => installed >= next),
		() => clause(`dateInstalled<${text}`, ({installed}) => installed < first),
		() => clause(`dateInstalled<=${text}`, ({installed}) => installed < next),
		() =>
			clause(
				`dateInstalled=2024-01-10..<${text}-20`,
				({installed}) => installed >= january + 9 && installed < first + 19,
			),
	])();
};

const touch = (random: Random) => {
	const get = of('touchScreen');
	const is = (wanted: boolean) => (item: Installation) => (get(item) === null ? undefined : get(item) === wanted);
	return random.pick([
		clause('touchScreen', is(true)),
		clause('touchScreen=no', is(false)),
		clause('touchScreen=true', is(true)),
	]);
};

const flagNames = ['activated', 'blacklisted', 'expired', 'whitelisted'];
const flags = (random: Random) => {
	const [a, b] = [random.pick(flagNames), random.pick(flagNames)];
	const [hasA, hasB] = [of(`licenseStatus.${a}`), of(`licenseStatus.${b}`)];
	return random.pick([
		clause(`licenseStatus.${a}`, item => hasA(item) === true),
		clause(`licenseStatus.${a}=false`, item => hasA(item) === false),
		clause(`licenseStatus(${a} and not ${b})`, item => hasA(item) === true && hasB(item) === false),
		clause(`licenseStatus(${a}, not ${b})`, item => hasA(item) === true || hasB(item) === false),
		clause(`licenseStatus(not (${a} or ${b}))`, item => hasA(item) === false && hasB(item) === false),
		clause(`licenseStatus=${a},not ${b}`, item => hasA(item) === true || hasB(item) === false),
	]);
};
const optOut = (random: Random) => {
	const which = random.pick(['historical', 'current']);
	const get = of(`optOut.${which}`);
	return random.pick([
		clause(`optOut.${which}`, item => get(item) === true),
		clause(`optOut(not ${which})`, item => get(item) === false),
	]);
};

const os = (random: Random) => {
	const part = random.pick(['platform', 'version', 'edition']);
	const get = of(`os.${part}`);
	const value = random.pick(['Windows', 'Windows 10', 'Linux']);
	return random.pick([
		clause(`os.${part}='${value}'`, item => get(item) === value),
		clause(`os.${part}=Linux,${value}`, item => get(item) === 'Linux' || get(item) === value),
		clause(`os.${part} is null`, item => get(item) === null),
		clause(`os.${part} is not null`, item => get(item) !== null),
		clause(`os.${part}='${value}',null`, item => get(item) === null || get(item) === value),
	]);
};
/** A null country has a known continent, a null state is in the US, and a null continent means that nothing is known. */
const geography = (random: Random) => {
	const [continent, country, state] = [of('geography.continent'), of('geography.country'), of('geography.usState')];
	return random.pick([
		clause('continent=EU', item => continent(item) === 'EU'),
		clause('continent is null', item => continent(item) === null),
		clause('country=US,de', item => country(item) === 'US' || country(item) === 'DE'),
		clause('country is not null', item => country(item) !== null),
		clause('country is null', item => continent(item) !== null && country(item) === null),
		clause('usState=CA', item => state(item) === 'US-CA'),
		clause('usState=US-TX,null', item => state(item) === 'US-TX' || (country(item) === 'US' && state(item) === null)),
	]);
};

const usage = (random: Random) => {
	const count = 1 + random.below(4);
	const uses = (test: (category: string | null, name: string) => boolean) => (item: Installation) =>
		item.lifetime.filter(({category, name}) => test(category, name)).reduce((sum, event) => sum + event.count, 0);
	const pdf = uses((category, name) => category === 'Export' && name === 'PDF');
	const exports = uses(category => category === 'Export');
	const two = uses(
		(category, name) => (category === 'Export' && name === 'PDF') || (category === null && name === 'Start'),
	);
	return random.pick([
		clause(`events(Export/PDF)>=${count}`, item => pdf(item) >= count),
		clause('events(Export/PDF)=0', item => pdf(item) === 0),
		clause(`events(Export/*)<${count}`, item => exports(item) < count),
		clause(`events(Export/PDF + null/Start) in 1..${count}`, item => two(item) >= 1 && two(item) <= count),
	]);
};
const outreach = (random: Random) => {
	const [a, b] = [random.pick(['auto/C1', 'auto/C2', 'manual/M1']), random.pick(['auto/C1', 'auto/C2', 'manual/M1'])];
	const got = (key: string) => (item: Installation) => item.delivered.has(key);
	const [hasA, hasB] = [got(a), got(b)];
	return random.pick([
		clause(`outreach(${a})`, hasA),
		clause(`outreach(${a} and not ${b})`, item => hasA(item) && !hasB(item)),
		clause(`outreach(not ${a}, ${b})`, item => !hasA(item) || hasB(item)),
	]);
};

const kinds = [
	texts('prodVersion'),
	texts('C07'),
	numbers('ram', 'GB', 1024),
	numbers('cpuCores', '', 1),
	dates,
	touch,
	flags,
	optOut,
	os,
	geography,
	usage,
	outreach,
];

/** Groups of clauses for one tree. With several properties an `or` cannot be expressed, with one it often can. */
export function randomTree(random: Random): Tree {
	const count = random.pick([1, 1, 2, 2, 3]);
	const chosen = Array.from({length: count}, () => random.pick(kinds));
	return grow(random, 1 + random.below(3), () => random.pick(chosen)(random));
}

function grow(random: Random, depth: number, leaf: () => Clause): Tree {
	if (depth === 0 || random.chance(0.25)) return leaf();
	if (random.chance(0.15)) return {type: 'not', item: grow(random, depth - 1, leaf)};
	const items = Array.from({length: 2 + random.below(2)}, () => grow(random, depth - 1, leaf));
	return {type: random.pick(['and', 'or']), items};
}

/** Prints a tree with parentheses around every and, or and not. */
export function textOf(tree: Tree): string {
	if (tree.type === 'clause') return tree.text;
	if (tree.type === 'not') return `not ${bracketed(tree.item)}`;
	return tree.items
		.map(item => (item.type === 'not' || item.type === 'clause' ? textOf(item) : bracketed(item)))
		.join(` ${tree.type} `);
}
const bracketed = (tree: Tree) => (tree.type === 'clause' ? tree.text : `(${textOf(tree)})`);

export function holds(tree: Tree, installation: Installation): Truth {
	if (tree.type === 'clause') return tree.holds(installation);
	if (tree.type === 'not') {
		const truth = holds(tree.item, installation);
		return truth === undefined ? undefined : !truth;
	}
	const truths = tree.items.map(item => holds(item, installation));
	const decisive = tree.type === 'or';
	if (truths.includes(decisive)) return decisive;
	return truths.includes(undefined) ? undefined : !decisive;
}

export function randomInstallation(random: Random): Installation {
	const maybe = <T>(value: T) => (random.chance(0.25) ? null : value);
	const continent = maybe(random.pick(['EU', 'NA']));
	const country = continent === null ? null : maybe(random.pick(['US', 'DE', 'FR']));
	const current: Values = {
		prodVersion: maybe(random.pick(versions)),
		C07: maybe(random.pick(versions)),
		ram: maybe(random.pick([1, 2, 3, 4, 5, 6, 7]) * 1024 + random.pick([-1, 0, 0, 1])),
		cpuCores: maybe(1 + random.below(8)),
		touchScreen: maybe(random.chance(0.5)),
		...Object.fromEntries(flagNames.map(flag => [`licenseStatus.${flag}`, random.chance(0.5)])),
		'optOut.historical': random.chance(0.5),
		'optOut.current': random.chance(0.5),
		'os.platform': maybe(random.pick(['Windows', 'Linux'])),
		'os.version': maybe(random.pick(['Windows 10', 'Linux'])),
		'os.edition': maybe(random.pick(['Windows 10', 'Windows'])),
		'geography.continent': continent,
		'geography.country': country,
		'geography.usState': country === 'US' ? maybe(random.pick(['US-CA', 'US-TX'])) : null,
	};
	const events = [
		{category: 'Export', name: 'PDF'},
		{category: 'Export', name: 'XPS'},
		{category: null, name: 'Start'},
	];
	return {
		...nothing,
		installed: january + random.below(150),
		current,
		lifetime: events.filter(() => random.chance(0.6)).map(event => ({...event, count: 1 + random.below(3)})),
		delivered: new Set(['auto/C1', 'auto/C2', 'manual/M1'].filter(() => random.chance(0.5))),
	};
}

const nothing = {
	id: '',
	lastSeen: 0,
	install: {},
	activity: new Map(),
	events: [],
	activeDays: 0,
	lifetimeSessions: 0,
	lifetimeMinutes: 0,
};
