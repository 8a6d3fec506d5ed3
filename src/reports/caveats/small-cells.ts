import type {ChartRule} from '../../output/chart/chart.ts';
import type {Column, Pivot, Row} from '../../output/dataset.ts';
import {getCounts} from '../../output/rows/proportions.ts';
import {isSmallGroup, smallGroup} from '../../output/small-group.ts';
import {printCount} from '../../text/wording.ts';
import type {ReportGlobals} from '../report-ports.ts';

/** Returns a test for the columns that the output shows: those of the chart, of `--fields`, in the cells of `--wide`, or all. */
export function createIsShown(
	{chart, html, fields}: Pick<ReportGlobals, 'chart' | 'html' | 'fields'>,
	{pivot, rule}: {readonly pivot: Pivot | undefined; readonly rule: ChartRule},
): (column: Column) => boolean {
	if (html !== undefined) return () => true;
	if (chart) return ({key}) => ['value', 'baseline', ...(rule.figures ?? [])].includes(key);
	// The fields of a wide table are its periods.
	if (pivot) return ({key}) => pivot.figures.includes(key);
	const names = fields?.map(name => name.toLowerCase());
	return ({key, title}) =>
		names === undefined || names.includes(key.toLowerCase()) || names.includes(title.toLowerCase());
}

/** Counts the percentages of small groups in the shown columns. */
export function getSmallCellCaveats(
	{columns, rows}: {readonly columns: readonly Column[]; readonly rows: readonly Row[]},
	isShown: (column: Column) => boolean,
): readonly string[] {
	const counts = columns.flatMap((column, place) =>
		column.proportion && isShown(column)
			? getCounts(columns, rows, column).filter((_, at) => typeof rows[at]?.[place] === 'number')
			: [],
	);
	const small = counts.filter(each => isSmallGroup(each?.total)).length;
	if (small === 0) return [];
	return [
		`${printCount(small)} of ${printCount(counts.length)} percentages ${small === 1 ? 'is' : 'are'} of fewer than ${smallGroup} installations: may be unreliable`,
	];
}
