import {type Column, type Dataset, gatherRows, isFigure, type Row} from '../dataset.ts';
import {cellMark} from '../footnotes.ts';

/** Returns the places of the cells that a column's `false` marks: its figures, or the date of the row, or all figures. */
function findMarked(columns: readonly Column[], {marksIncomplete}: Column): readonly number[] {
	const placesOf = (isWanted: (column: Column) => boolean) =>
		columns.flatMap((column, place) => (isWanted(column) ? [place] : []));
	if (marksIncomplete !== true) return placesOf(({key}) => marksIncomplete?.includes(key) ?? false);
	const [date] = placesOf(({kind}) => kind === 'date');
	return date === undefined ? placesOf(isFigure) : [date];
}

/** Marks what is incomplete in its cells, in place of the columns that say it. `limit`: the rows that are shown. */
export async function markRows(
	data: Dataset,
	limit = Number.POSITIVE_INFINITY,
): Promise<{readonly data: Dataset; readonly isMarked: boolean}> {
	const {columns} = data;
	const marking = columns.flatMap((column, place) => (column.marksIncomplete ? [{column, place}] : []));
	if (marking.length === 0) return {data, isMarked: false};
	const targets = marking.map(({column, place}) => ({place, marked: findMarked(columns, column)}));
	const kept = columns.flatMap(({marksIncomplete}, place) => (marksIncomplete ? [] : [place]));
	let isMarked = false;
	const mark = (row: Row, at: number): Row => {
		const marked = new Set(targets.flatMap(each => (row[each.place] === false ? each.marked : [])));
		return kept.map(place => {
			const cell = row[place] ?? null;
			if (!marked.has(place) || cell === null) return cell;
			isMarked ||= at < limit;
			return `${cell}${cellMark}`;
		});
	};
	const rows = (await gatherRows(data.blocks)).map(mark);
	return {data: {...data, columns: kept.map(place => columns[place] as Column), blocks: [rows]}, isMarked};
}
