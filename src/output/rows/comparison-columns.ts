import {sentenceLayout} from '../column-layout.ts';
import {type Column, isFigure} from '../dataset.ts';
import {intervalColumns} from './interval-columns.ts';

/**
 * `isNamed`: people see a column that names the figure of each row. Data always have it. `hasIntervals`: percentages and their
 * difference have intervals.
 */
export type Compared = {
	readonly keys: readonly string[];
	readonly isNamed: boolean;
	readonly hasIntervals?: boolean;
};

/** Names the figure of a row; people see its title, and enough of it to tell the ends of an interval apart. */
export const createFigureColumn = (figures: readonly Column[]): Column => ({
	key: 'figure',
	title: 'Figure',
	kind: 'text',
	namesUnit: true,
	words: Object.fromEntries(figures.map(({key, title}) => [key, title])),
	layout: {priority: 1, minWidth: 22},
});
const reasonColumn: Column = {
	key: 'reason',
	title: 'Not comparable',
	kind: 'text',
	hiddenWhenEmpty: true,
	noteWhenConstant: 'no row is comparable',
	layout: {...sentenceLayout, priority: 1, minWidth: 28},
};
/** The bases of two percentages, which are not in other columns. */
const baseColumns: readonly Column[] = [
	{key: 'valueBase', title: 'n', kind: 'number', hiddenWhenEmpty: true},
	{key: 'baselineBase', title: 'n before', kind: 'number', hiddenWhenEmpty: true},
];
const differenceColumn: Column = {key: 'difference', title: 'Difference', kind: 'text', hiddenWhenEmpty: true};
const intervalOfChange: readonly Column[] = [
	{key: 'deltaLow', title: 'Change low', kind: 'number', isChange: true, hiddenWhenEmpty: true},
	{key: 'deltaHigh', title: 'Change high', kind: 'number', isChange: true, hiddenWhenEmpty: true},
];
/** In a comparison, one column says whether the dates, cohorts and losses of both sides are complete. */
const completeColumn: Column = {key: 'complete', title: 'Data', kind: 'boolean', marksIncomplete: true};

/** Shares have one base in all rows. */
const listBaseColumns = (figures: readonly Column[]): readonly Column[] =>
	figures.every(({key}) => key === 'share')
		? baseColumns.map(column => ({...column, onlyInData: true as const}))
		: baseColumns;

const hasBase = ({proportion}: Column) => proportion !== undefined;
export const marksIncomplete = (column: Column) => column.marksIncomplete !== undefined;
export const isAbout = (column: Column) => !isFigure(column) && !marksIncomplete(column);

function outcomeColumns(figures: readonly Column[]): readonly Column[] {
	const base = figures.every(hasBase)
		? 'baselineBase'
		: figures.every(({unit}) => unit === 'installations')
			? 'baseline'
			: undefined;
	const arePercent = figures.every(({kind}) => kind === 'percent');
	return [
		{key: 'delta', title: arePercent ? 'Points' : 'Change', kind: 'number', isChange: true, hiddenWhenEmpty: true},
		{
			key: 'deltaPercent',
			title: 'Change %',
			kind: 'percent',
			isChange: true,
			unit: '%',
			hiddenWhenEmpty: true,
			...(arePercent ? {onlyInData: true} : {}),
			...(base === undefined ? {} : {proportion: {of: [base]}}),
		},
		reasonColumn,
	];
}

/** Returns what the columns of values have in common with the figures. */
function describeFigure(
	[first, ...others]: readonly Column[],
	isNamed: boolean,
): Partial<Column> & Pick<Column, 'kind'> {
	if (!first) return {kind: 'number'};
	const {kind, unit, noun, title} = first;
	const isMixed = others.some(other => other.kind !== kind || other.unit !== unit);
	const unitOf = isMixed || unit === undefined ? {} : {unit};
	if (isNamed) return {kind: isMixed ? 'number' : kind, noun: 'the figure', ...unitOf};
	return {kind, noun: noun ?? title, ...unitOf};
}

/**
 * Columns: the labels of a row, its date in the baseline if rows have dates, the figure in the baseline and in the range, the
 * outcome, the bases of percentages, and whether the data is complete. Intervals follow their figure.
 */
export function comparisonColumns(
	columns: readonly Column[],
	{keys, isNamed, hasIntervals = false}: Compared,
): readonly Column[] {
	const about = columns.filter(isAbout);
	const dated = about.some(({kind}) => kind === 'date');
	const figures = columns.filter(({key}) => keys.includes(key));
	const hasBases = figures.some(hasBase);
	const figure = describeFigure(figures, isNamed);
	const side = (title: string, base: string) => ({
		title: figure.kind === 'percent' ? `${title} %` : title,
		...figure,
		...(hasBases ? {proportion: {of: [base]}} : {}),
	});
	const withEnds = (column: Column) => [column, ...(hasBases && hasIntervals ? intervalColumns(column) : [])];
	return [
		...about,
		...(dated ? [{key: 'baselineDate', title: 'Date before', kind: 'date'} as const] : []),
		{...createFigureColumn(figures), ...(isNamed ? {} : {onlyInData: true})},
		...withEnds({key: 'baseline', ...side('Before', 'baselineBase')}),
		...withEnds({key: 'value', ...side('Now', 'valueBase')}),
		...outcomeColumns(figures),
		...(hasBases ? [...listBaseColumns(figures), differenceColumn, ...(hasIntervals ? intervalOfChange : [])] : []),
		...(columns.some(marksIncomplete) ? [completeColumn] : []),
	];
}
