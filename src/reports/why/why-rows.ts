import type {ChartRule} from '../../output/chart/chart.ts';
import {type Column, type Row, rounded} from '../../output/dataset.ts';
import type {Breakdown, Group, Sides} from '../../why/breakdown.ts';
import {type FigureKind, getContribution, getRate} from '../../why/contribution.ts';
import type {Finding, PropertyGroup} from '../../why/judge-groups.ts';
import type {SearchResult} from '../../why/search-causes.ts';
import type {WhyFigure} from './why-figures.ts';
import {describeGroup, isNoise} from './why-text.ts';

/** The change of a ratio has parts, which the change of a group is not. */
export const getWhyColumns = (kind: FigureKind): readonly Column[] => [
	{key: 'property', title: 'Property', kind: 'label', layout: {priority: 0}},
	{key: 'value', title: 'Value', kind: 'label', layout: {priority: 0}},
	{key: 'before', title: 'Before', kind: 'number', hasMixedUnits: true},
	{key: 'now', title: 'Now', kind: 'number', hasMixedUnits: true},
	{key: 'ownChange', title: 'Change', kind: 'number', isChange: true, hiddenWhenEmpty: true, layout: {priority: 1}},
	{
		key: 'change',
		title: kind === 'ratio' ? 'Contribution' : 'Change',
		kind: 'number',
		isChange: true,
		layout: {priority: 0},
	},
	{key: 'share', title: 'Of change %', kind: 'number', hiddenWhenEmpty: true, layout: {priority: 2}},
	{key: 'expected', title: 'Expected', kind: 'number', layout: {priority: 3}},
	{key: 'mix', title: 'By mix', kind: 'number', isChange: true, hiddenWhenEmpty: true, layout: {priority: 3}},
	{key: 'rate', title: 'By rate', kind: 'number', isChange: true, hiddenWhenEmpty: true, layout: {priority: 3}},
	{key: 'verdict', title: 'Verdict', kind: 'text', layout: {priority: 0, minWidth: 12}},
	{key: 'beforeBase', title: 'Before, of', kind: 'number', onlyInData: true},
	{key: 'nowBase', title: 'Now, of', kind: 'number', onlyInData: true},
	{key: 'pValue', title: 'p', kind: 'number', onlyInData: true},
	{key: 'line', title: 'Line', kind: 'text', onlyInData: true},
	{key: 'lineBefore', title: 'Line before', kind: 'text', onlyInData: true},
];

const pairSeparator = ' + ';

/** The groups of a property divide the installations; pairs do not. */
export const whyChart: ChartRule = {
	title: 'Change',
	waterfall: {
		change: 'change',
		name: 'value',
		division: 'property',
		isOutside: property => property.includes(pairSeparator),
	},
};

/** The command lines that show the figures of a row in both ranges. */
type GetLines = (property: string, within?: PropertyGroup) => readonly [now: string, before: string];

const percentOf = (share: number) => rounded(Math.round(1e4 * share) / 100);

function toRow(
	{
		property,
		group,
		within,
	}: {readonly property: string; readonly group: Group; readonly within?: PropertyGroup | undefined},
	finding: Finding | undefined,
	{total, figure, getLines}: RowContext,
): Row {
	const {kind} = figure;
	const {change, share, expected, mix, rate} = getContribution(group, total, kind);
	const scaled = (value: number | null) =>
		value === null ? null : kind === 'ratio' ? percentOf(value) : rounded(Math.round(100 * value) / 100);
	const shown = (counts: Group['now']) => (kind === 'ratio' ? scaled(getRate(counts) ?? null) : counts.count);
	const [first, second] = [getRate(group.before), getRate(group.now)];
	const isOwn = kind === 'ratio' && first !== undefined && second !== undefined;
	const places = [...(within ? [within] : []), {property, group}];
	return [
		places.map(place => place.property).join(pairSeparator),
		places.map(place => describeGroup(place.group)).join(pairSeparator),
		shown(group.before),
		shown(group.now),
		isOwn ? scaled(second - first) : null,
		scaled(change),
		// The parts of a change within noise are not meaningful.
		share === null || isNoise(total) ? null : percentOf(share),
		scaled(expected),
		scaled(mix),
		scaled(rate),
		finding?.verdict ?? null,
		group.before.base,
		group.now.base,
		finding ? Number(Math.exp(finding.logAdjusted).toPrecision(3)) : null,
		...getLines(property, within),
	];
}

export type RowContext = {readonly total: Sides; readonly figure: WhyFigure; readonly getLines: GetLines};

const contains = ({property, groups}: Breakdown, finding: Finding) =>
	finding.within === undefined &&
	finding.property === property &&
	groups.some(({kind, value}) => kind === finding.group.kind && value === finding.group.value);

/**
 * Returns a row for each finding, the causes first, and one for each other group, so that the rows of a property add up to the
 * change.
 */
export function toWhyRows({findings, breakdowns}: SearchResult, context: RowContext): readonly Row[] {
	const found = findings.map(finding => toRow(finding, finding, context));
	const others = breakdowns.flatMap(breakdown =>
		breakdown.groups
			.filter(group => !findings.some(each => contains({...breakdown, groups: [group]}, each)))
			.map(group => toRow({property: breakdown.property, group}, undefined, context)),
	);
	return [...found, ...others];
}
