import {describePeriod} from '../../calendar.ts';
import {nullLabel} from '../../contract/rules/segment-rules.ts';
import {type Column, isFigure, type Pivot, type Row, wholeLevel} from '../../output/dataset.ts';
import {isForPeople} from '../../output/formats.ts';
import {compareRows} from '../../output/rows/compare-rows.ts';
import {addIntervals, intervalKeys} from '../../output/rows/interval-columns.ts';
import {addShares, findTop, keepTop} from '../../output/rows/top-rows.ts';
import {withLossTitle} from '../caveats/loss-marks.ts';
import {createSide} from '../compare/comparison-side.ts';
import {totalsColumn} from '../report-columns.ts';
import type {ReportDescriptor} from '../report-descriptor.ts';
import type {ReportPorts} from '../report-ports.ts';
import {withOwnTitles} from '../request/product-properties.ts';
import type {ReportOptions} from '../request/report-options.ts';
import {hasOverlaps} from '../request/report-request.ts';
import type {Answers} from './fetch-report.ts';
import type {Plan} from './plan-report.ts';

/** The rows as they are shown, before they are sorted and limited. */
export type Table = {
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
	readonly pivot: Pivot | undefined;
};

type Sides = {readonly now: readonly Row[]; readonly before: readonly Row[] | undefined};

const mapSides = (
	{now, before}: Sides,
	map: (rows: readonly Row[], side: 'now' | 'before') => readonly Row[],
): Sides => ({now: map(now, 'now'), before: before && map(before, 'before')});

/**
 * Returns what several rows can count again: `all`, if segments overlap, or `installations`, which are in a row of each value that
 * they had at an event; undefined if nothing.
 */
export function findOverlap({report, options, resolved, now}: Pick<Plan, 'report' | 'options' | 'resolved' | 'now'>) {
	if (resolved.query.properties.length === 0) return undefined;
	if (hasOverlaps(now.first)) return 'all';
	const isPartition = report.isPartition?.(options) ?? report.row.family !== 'advanced';
	return isPartition ? undefined : 'installations';
}

/** Sums what is not among the n largest groups of the range, and adds shares. */
function rankSides(sides: Sides, {layout, wholes}: Answers, plan: Plan, pivot: Pivot | undefined): Sides {
	const {own: columns, size, shareBase} = layout;
	const {top: count, share} = plan.options;
	const overlap = findOverlap(plan);
	const canSum = ({unit}: Column) => overlap === undefined || (overlap === 'installations' && unit !== overlap);
	const grouping = {across: pivot?.across, canSum};
	const top = count === undefined ? undefined : findTop({columns, rows: sides.now}, {...grouping, count, size});
	const ranked = top ? mapSides(sides, rows => keepTop({columns, rows}, top, grouping)) : sides;
	const addTo = (rows: readonly Row[], side: 'now' | 'before') =>
		addShares({columns, rows}, shareBase, wholes[side] ?? {columns, rows: []});
	return share ? mapSides(ranked, addTo) : ranked;
}

function compareSides({report, now, before}: Plan, {layout}: Answers, rows: Sides): readonly Row[] {
	if (!before || !rows.before) return rows.now;
	const sideOf = ({scope}: Plan['now'], own: readonly Row[]) =>
		createSide({columns: layout.shared, rows: own, scope, countsLosses: report.countsLosses});
	return compareRows(sideOf(now, rows.now), sideOf(before, rows.before), layout.compared);
}

/** Returns how `--wide` shows these columns: the figures of the report, each with its interval if there is one. */
function getPivot(
	report: ReportDescriptor,
	options: ReportOptions,
	{properties, columns}: {readonly properties: readonly string[]; readonly columns: readonly Column[]},
): Pivot | undefined {
	if (!options.wide) return undefined;
	const plan = report.pivot?.(options, properties);
	if (!plan?.figures)
		return (
			plan && {...plan, figures: columns.filter(column => isFigure(column) && !column.onlyInData).map(({key}) => key)}
		);
	const shown = columns
		.filter(({key}) => plan.figures?.includes(key))
		.flatMap(column => [column.key, ...Object.values(intervalKeys(column))]);
	return {...plan, figures: shown.filter(key => columns.some(column => column.key === key))};
}

const isTable = ({output, html}: ReportPorts['globals']) => isForPeople(output) && html === undefined;

/** In a table, the reason replaces rows of zeros. Programs and pages get all rows. */
const areLeftOut = ({before, zeroNotes}: Answers, globals: ReportPorts['globals']): boolean =>
	!before && zeroNotes.length > 0 && isTable(globals);

/** Leaves out installations without a value if there are none. */
function withoutEmptyNone(columns: readonly Column[], rows: readonly Row[]): readonly Row[] {
	if (columns.some(({kind}) => kind === 'date' || kind === 'period')) return rows;
	const isNone = (row: Row) => columns.some(({kind}, at) => kind === 'label' && row[at] === nullLabel);
	return rows.filter(row => !isNone(row) || columns.some((column, at) => isFigure(column) && row[at]));
}

/** Names the sides of a comparison by their months or years, if both are whole ones. */
function withPeriodTitles(columns: readonly Column[], {now, before}: Plan): readonly Column[] {
	const titles = before && {value: describePeriod(now.range), baseline: describePeriod(before.range)};
	if (!titles || Object.values(titles).some(title => title.length > 'YYYY-MM'.length)) return columns;
	return columns.map(column =>
		column.key === 'value' || column.key === 'baseline'
			? {...column, title: `${titles[column.key]}${column.kind === 'percent' ? ' %' : ''}`}
			: column,
	);
}

/** In a table, the row of all has a label, and with one level no column names the levels. */
function labelWhole({columns, rows, pivot}: Table): Table {
	const [levelAt, labelAt] = [({key}: Column) => key === totalsColumn.key, ({kind}: Column) => kind === 'label'].map(
		isWanted => columns.findIndex(isWanted),
	) as [number, number];
	const isWhole = (row: Row) => row[levelAt] === wholeLevel;
	if (!rows.some(isWhole)) return {columns, rows, pivot};
	const isSingle = columns.filter(({kind}) => kind === 'label').length === 1;
	return {
		columns: columns.map((column, at) => (at === levelAt && isSingle ? {...column, onlyInData: true} : column)),
		rows: rows.map(row => (isWhole(row) ? row.with(labelAt, wholeLevel) : row)),
		pivot,
	};
}

/** Sums the rest as `other`, adds shares, compares the rows, and adds intervals. */
export function arrangeReport(plan: Plan, answers: Answers, {globals}: ReportPorts): Table {
	const {options, resolved, now} = plan;
	const {layout} = answers;
	const columns = withPeriodTitles(withLossTitle(withOwnTitles(layout.columns, answers.names), now.scope), plan);
	const pivot = getPivot(plan.report, options, {...resolved.query, columns});
	const withoutNone = (shown: readonly Column[], rows: readonly Row[]) =>
		isTable(globals) ? withoutEmptyNone(shown, rows) : rows;
	const sides = answers.before ? answers : {...answers, now: withoutNone(layout.own, answers.now)};
	const ranked = rankSides(sides, answers, plan, pivot);
	const rows = areLeftOut(answers, globals) ? [] : withoutNone(layout.listed, compareSides(plan, answers, ranked));
	const table = {columns, rows: options.interval ? addIntervals(layout.listed, rows) : rows, pivot};
	return isTable(globals) ? labelWhole(table) : table;
}
