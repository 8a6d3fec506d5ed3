import {enumeration, printCount} from '../../text/wording.ts';
import {addCounts, type Counts, type Group, type Sides, subtractSides} from '../../why/breakdown.ts';
import {getContribution, getRate} from '../../why/contribution.ts';
import type {Finding, PropertyGroup} from '../../why/judge-groups.ts';
import type {SearchResult} from '../../why/search-causes.ts';
import {testTotal} from '../../why/test-group.ts';
import type {WhyFigure} from './why-figures.ts';

/** The sentences of `report why`. They say where a change is, never what caused it. */

const logNoise = Math.log(0.05);
export const isNoise = (sides: Sides): boolean => testTotal(sides) > logNoise;

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;
const signed = (text: string, value: number) => `${value < 0 ? '-' : '+'}${text}`;
const signedCount = (value: number) => signed(printCount(Math.abs(Math.round(value))), value);
const signedPoints = (share: number) => signed(`${Math.abs(round(100 * share, 1))} points`, share);
const percent = (share: number) => `${round(100 * share, 1)} %`;

const changePercent = (before: number, now: number): string =>
	before === 0 ? 'none before' : signed(`${Math.abs(round((100 * (now - before)) / before, 0))} %`, now - before);

export const describeGroup = ({kind, value}: Pick<Group, 'kind' | 'value'>): string =>
	({value, none: '(none)', small: `${value} small groups`, rest: '(other)'})[kind];

const describePlace = ({property, group, within}: PropertyGroup & Pick<Finding, 'within'>): string =>
	[...(within ? [within] : []), {property, group}]
		.map(place => `${place.property} ${describeGroup(place.group)}`)
		.join(' and ');

const maxAlternatives = 2;

function rateOf(counts: Counts): string {
	const rate = getRate(counts);
	return rate === undefined ? 'none' : percent(rate);
}

/** Returns the amount of a change, and from what to what: `90`, `1,784 to 1,874, +5 %`. */
function describeMove({before, now}: Sides, {kind}: WhyFigure) {
	if (kind === 'ratio') {
		const change = (getRate(now) ?? 0) - (getRate(before) ?? 0);
		return {change, amount: signedPoints(change), span: `${rateOf(before)} to ${rateOf(now)}`};
	}
	const change = now.count - before.count;
	const span = `${printCount(before.count)} to ${printCount(now.count)}, ${changePercent(before.count, now.count)}`;
	return {change, amount: signedCount(change), span};
}

/** Returns the amount of the change with its sign: `+90`, `-1.2 points`. */
export const describeAmount = (total: Sides, figure: WhyFigure): string => describeMove(total, figure).amount;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function describeTotal(total: Sides, figure: WhyFigure, days: string): string {
	const {change, amount, span} = describeMove(total, figure);
	const verb = change === 0 ? 'did not change' : `${change > 0 ? 'rose' : 'fell'} by ${amount.slice(1)}`;
	return `${capital(figure.title)} ${verb} (${span})${days}`;
}

/** Says how the group changed, in the terms of the test that found it. */
function describeChange({cause, group}: Finding, total: Sides, {kind, baseTitle}: WhyFigure): string {
	const {before, now} = group;
	if (cause === 'share')
		return `${printCount(before.count)} to ${printCount(now.count)}, ${changePercent(before.count, now.count)}`;
	const rates = `${rateOf(before)} to ${rateOf(now)}`;
	if (cause === 'rate')
		return kind === 'ratio'
			? rates
			: `${printCount(before.count)} to ${printCount(now.count)}; ${rates} of its ${baseTitle}`;
	const shareOf = (own: Counts, all: Counts) => percent((own.base ?? 0) / Math.max(1, all.base ?? 0));
	const all = addCounts(total.before, total.now);
	return `${shareOf(before, total.before)} to ${shareOf(now, total.now)} of the ${baseTitle}, and its rate is ${rateOf(addCounts(before, now))} against ${rateOf(all)}`;
}

/** Tests for a group that moved less than the others, or against them: the change is elsewhere. */
function isLess({cause, group}: Finding, total: Sides, {kind}: WhyFigure): boolean {
	const {change, expected} = getContribution(group, total, kind);
	const sizeOf = (counts: Counts) => (kind === 'ratio' ? (getRate(counts) ?? 0) : counts.count);
	return cause !== 'mix' && (change - expected) * (sizeOf(total.now) - sizeOf(total.before)) < 0;
}

function describeCause(finding: Finding, total: Sides, figure: WhyFigure): string {
	const {change, mix} = getContribution(finding.group, total, figure.kind);
	const amount = finding.cause === 'mix' ? (mix ?? change) : change;
	const part = figure.kind === 'ratio' ? signedPoints(amount) : signedCount(amount);
	const how = finding.cause === 'mix' ? 'a different mix: ' : '';
	const names = (finding.alternatives ?? []).slice(0, maxAlternatives).map(describePlace);
	const also = names.length === 0 ? '' : `, or as likely in ${enumeration(names)}, with nearly the same installations`;
	return `${part} of it is in ${how}${describePlace(finding)} (${describeChange(finding, total, figure)})${also}`;
}

function describeRest(causes: readonly Finding[], total: Sides, figure: WhyFigure): string {
	// Causes may overlap, so only the rest without the first one is certain.
	const [first] = causes;
	if (!first || first.cause === 'mix') return '';
	const rest = subtractSides(total, first.group);
	if (isNoise(rest)) return '; without it the change is within noise';
	const {amount, span} = describeMove(rest, figure);
	return `; without it: ${amount} (${span})`;
}

type Answered = {readonly total: Sides; readonly figure: WhyFigure; readonly days: string};

/** The answer in one sentence, or in two lines if no group accounts for the change. The findings begin with the causes. */
export function describeAnswer({findings, breakdowns}: SearchResult, {total, figure, days}: Answered): string {
	const unusual = findings.filter(({verdict}) => verdict === 'unusual');
	const [causes = [], less = []] = [false, true].map(isWanted =>
		unusual.filter(finding => isLess(finding, total, figure) === isWanted),
	);
	const change = describeTotal(total, figure, days);
	const places = [
		...causes.map(cause => describeCause(cause, total, figure)),
		...less.map(
			finding => `${describePlace(finding)} moved less than the others (${describeChange(finding, total, figure)})`,
		),
	];
	if (places.length > 0) return `${change}: ${enumeration(places)}${describeRest(causes, total, figure)}`;
	const {size} = new Set(breakdowns.map(({property}) => property));
	const none = size === 1 ? 'No group of the property' : `None of ${size} properties, alone or in pairs,`;
	return `${change}${isNoise(total) ? ': within noise' : ''}.\n${none} changed differently from the rest.`;
}
