import {nullLabel} from '../../contract/rules/segment-rules.ts';
import {type Column, isFigure, numberOf, type Row} from '../../output/dataset.ts';
import type {RowTable} from '../../output/rows/top-rows.ts';

const readFigure = ({columns}: Pick<RowTable, 'columns'>, row: Row | undefined, {key}: Column): number =>
	numberOf(row?.[columns.findIndex(column => column.key === key)]) ?? 0;

/**
 * Returns the rows of one property in which the row without a value, by date if there are dates, is what the others leave of all
 * installations. The service counts some of them in no segment (docs/service.md#null).
 */
export function completeNone({columns, rows}: RowTable, whole: RowTable): readonly Row[] {
	const labelAt = columns.findIndex(({key}) => key === 'date') + 1;
	const isNone = (row: Row) => row[labelAt] === nullLabel;
	const complete = (all: Row, own: Row | undefined): Row => {
		const others = rows.filter(row => !isNone(row) && (labelAt === 0 || row[0] === all[0]));
		return columns.map((column, at) => {
			if (at < labelAt) return all[at] ?? null;
			if (at === labelAt) return nullLabel;
			if (!isFigure(column)) return others[0]?.[at] ?? null;
			const sum = others.reduce((total, row) => total + readFigure({columns}, row, column), 0);
			return Math.max(readFigure(whole, all, column) - sum, readFigure({columns}, own, column));
		});
	};
	const nones = whole.rows.map(all => {
		const own = rows.find(row => isNone(row) && (labelAt === 0 || row[0] === all[0]));
		return {own, row: complete(all, own)};
	});
	const added = nones.filter(({own, row}) => !own && row.some(cell => typeof cell === 'number' && cell > 0));
	return [...added.map(({row}) => row), ...rows.map(row => nones.find(({own}) => own === row)?.row ?? row)];
}
