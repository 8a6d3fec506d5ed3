import {describePeriod} from '../../calendar.ts';
import {nullLabel} from '../../contract/rules/segment-rules.ts';
import {type Column, isFigure, type Pivot, type Row} from '../../output/dataset.ts';
import {compareRows} from '../../output/rows/compare-rows.ts';
import {addIntervals, intervalKeys} from '../../output/rows/interval-columns.ts';
import {addShares, keepTop} from '../../output/rows/top-rows.ts';
import {groupBy} from '../../text/group-by.ts';
import {withLossTitle} from '../caveats/loss-marks.ts';
import {createSide} from '../compare/comparison-side.ts';
import type {ReportDescriptor} from '../report-descriptor.ts';
import type {ReportPorts} from '../report-ports.ts';
import {withOwnTitles} from '../request/product-properties.ts';
import type {ReportOptions} from '../request/report-options.ts';
import type {Answers} from './fetch-report.ts';
import type {Plan} from './plan-report.ts';
import type {Layout} from './report-layout.ts';

/** The rows as they are shown, before they are sorted and limited. */
export type Table = {
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
	readonly pivot: Pivot | undefined;
};

function compareSides({report, now, before}: Plan, {layout, ...rows}: Answers): readonly Row[] {
	if (!before || !rows.before) return rows.now;
	const sideOf = ({scope}: Plan['now'], own: readonly Row[]) =>
		createSide({columns: layout.own, rows: own, scope, countsLosses: report.countsLosses});
	return compareRows(sideOf(now, rows.now), sideOf(before, rows.before), layout.compared);
}

function rankRows(
	rows: readonly Row[],
	{listed, size, shareBase}: Layout,
	{share, top}: ReportOptions,
): readonly Row[] {
	if (!share && top === undefined) return rows;
	const figureAt = listed.findIndex(({key}) => key === 'figure');
	// Figures of a comparison are ranked separately.
	return [...groupBy(rows, row => row[figureAt] ?? null).values()].flatMap(own => {
		const kept = top === undefined ? own : keepTop(listed, own, {count: top, size});
		return share ? addShares(listed, kept, shareBase) : kept;
	});
}

/** Returns how `--wide` shows these columns: the figures of the report, each with its interval if there is one. */
function getPivot(
	report: ReportDescriptor,
	options: ReportOptions,
	{properties, columns}: {readonly properties: readonly string[]; readonly columns: readonly Column[]},
): Pivot | undefined {
	if (!options.wide) return undefined;
	const plan = report.pivot?.(options, properties);
	if (!plan?.figures) return plan && {...plan, figures: columns.filter(isFigure).map(({key}) => key)};
	const shown = columns
		.filter(({key}) => plan.figures?.includes(key))
		.flatMap(column => [column.key, ...Object.values(intervalKeys(column))]);
	return {...plan, figures: shown.filter(key => columns.some(column => column.key === key))};
}

const isTable = ({output, html}: ReportPorts['globals']) =>
	(output === 'table' || output === 'md') && html === undefined;

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
		column.key === 'value' || column.key === 'baseline' ? {...column, title: titles[column.key]} : column,
	);
}

/** Compares the rows, adds shares and intervals, and sums the rest as `other`. */
export function arrangeReport(plan: Plan, answers: Answers, {globals}: ReportPorts): Table {
	const {report, options, resolved, now} = plan;
	const {layout} = answers;
	const columns = withPeriodTitles(withLossTitle(withOwnTitles(layout.columns, answers.names), now.scope), plan);
	const compared = areLeftOut(answers, globals) ? [] : compareSides(plan, answers);
	const whole = isTable(globals) ? withoutEmptyNone(layout.listed, compared) : compared;
	const ranked = rankRows(whole, layout, options);
	return {
		columns,
		rows: options.interval ? addIntervals(layout.shared, ranked) : ranked,
		pivot: getPivot(report, options, {...resolved.query, columns}),
	};
}
