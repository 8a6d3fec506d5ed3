import {type Row, type WholeDataset, wholeLevel} from '../dataset.ts';
import {type Chart, type ChartRule, hasSeries} from './chart.ts';
import {chooseCharts, chooseComparison} from './choose-charts.ts';
import {withMarks} from './date-marks.ts';

/** Omits the rows of outer levels and of all (`--totals`). Those of outer levels have no label in the column before `level`. */
export function getInnerRows({columns, blocks: [rows]}: WholeDataset): readonly Row[] {
	const levelAt = columns.findIndex(({key}) => key === 'level');
	return levelAt < 0 ? rows : rows.filter(row => row[levelAt - 1] !== null && row[levelAt] !== wholeLevel);
}

function chooseAny(data: WholeDataset, rule: ChartRule): readonly Chart[] {
	const {columns, about, drawn} = data;
	if (drawn) return chooseCharts(drawn.columns, drawn.rows, rule);
	const choose = about.isCompared ? chooseComparison : chooseCharts;
	const rows = getInnerRows(data);
	const levelAt = columns.findIndex(({key}) => key === 'level');
	if (levelAt < 0) return choose(columns, rows, rule);
	return choose(
		columns.toSpliced(levelAt, 1),
		rows.map(row => row.toSpliced(levelAt, 1)),
		rule,
	);
}

export const createCharts = (
	data: WholeDataset,
	rule: ChartRule,
	{isOwnScale = false}: {readonly isOwnScale?: boolean | undefined} = {},
): readonly Chart[] =>
	chooseAny(data, rule)
		.map(chart => withMarks(chart, data.about.marks ?? [], data.columns))
		.map(chart => (isOwnScale && hasSeries(chart) ? {...chart, isOwnScale} : chart));
