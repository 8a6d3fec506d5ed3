import type {ChartRule} from '../../output/chart/chart.ts';
import {type Column, type Dataset, gatherRows, type Pivot, type Row} from '../../output/dataset.ts';
import {getCounts} from '../../output/rows/proportions.ts';
import {isSmallGroup, smallGroup} from '../../output/small-group.ts';
import {printCount} from '../../text/wording.ts';
import type {ReportGlobals} from '../report-ports.ts';
import type {Caveats} from './caveats.ts';

function describe(small: number, all: number): readonly string[] {
	if (small === 0) return [];
	const [verb, pronoun] = small === 1 ? ['is', 'it'] : ['are', 'they'];
	return [
		`${printCount(small)} of ${printCount(all)} percentages ${verb} based on fewer than ${smallGroup} installations: ${pronoun} may be unreliable`,
	];
}

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

/** Counts the percentages of small groups in the shown columns as the rows pass, and adds a caveat after the last row. */
export function withSmallCells(data: Dataset, isShown: (column: Column) => boolean, caveats: Caveats): Dataset {
	const {columns} = data;
	const shown = columns
		.map((column, place) => ({column, place}))
		.filter(({column}) => column.proportion && isShown(column));
	if (shown.length === 0) return data;
	// Their bases are in other rows.
	const needsAll = shown.some(({column}) => column.proportion?.isOfAll);
	async function* watched(): AsyncGenerator<readonly Row[]> {
		let [small, all] = [0, 0];
		for await (const rows of needsAll ? [await gatherRows(data.blocks)] : data.blocks) {
			for (const {column, place} of shown) {
				const counts = getCounts(columns, rows, column).filter((_, at) => typeof rows[at]?.[place] === 'number');
				all += counts.length;
				small += counts.filter(each => isSmallGroup(each?.total)).length;
			}
			yield rows;
		}
		await caveats.addForRows(describe(small, all));
	}
	return {...data, blocks: watched()};
}
