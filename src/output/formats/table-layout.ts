import type {Column, ColumnKind} from '../dataset.ts';

const shrinkable: ReadonlySet<ColumnKind> = new Set(['text', 'label']);

export const gap = 2;
/** Text columns do not shrink below this. The first one identifies the row and keeps more. */
const minWidth = 8;
const minWidthOfFirst = 32;

export type Layout = {
	readonly shown: readonly {readonly index: number; readonly width: number}[];
	/** The number of columns that are not shown. */
	readonly hidden: number;
};

/** The width of a table with these columns. */
export const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width + gap, -gap);

/** Takes `excess` from the widest columns evenly, none below its floor. */
function shrink(widths: readonly number[], floors: readonly number[], excess: number): number[] {
	const result = [...widths];
	for (let left = excess; left > 0; left--) {
		let widest = -1;
		for (const [index, width] of result.entries()) {
			if (width > (floors[index] ?? 0) && width > (result[widest] ?? 0)) widest = index;
		}
		if (widest < 0) break;
		result[widest] = (result[widest] as number) - 1;
	}
	return result;
}

/** Ranks the columns by importance. The first one identifies the row, unless it is one of those whose right ones stay. */
const rank = (columns: readonly Column[]) =>
	columns
		.map(({layout: {priority = 2, keepsRight = false} = {}}, index) => ({
			index,
			keepsRight,
			priority: index === 0 && !keepsRight ? -1 : priority,
		}))
		.sort((a, b) => a.priority - b.priority || (a.keepsRight && b.keepsRight ? b.index - a.index : a.index - b.index))
		.map(({index}) => index);

/**
 * Fits columns into a terminal of `width` columns: first wide texts shrink to the least width of their column, then the least
 * important columns are hidden. Figures and dates are never cut, and one column always stays. Without `width` every column keeps
 * its natural width.
 */
export function fitColumns(columns: readonly Column[], natural: readonly number[], width: number | undefined): Layout {
	const order = rank(columns);
	for (let count = columns.length; ; count--) {
		const shownIndexes = order.slice(0, count).sort((a, b) => a - b);
		const ownWidths = shownIndexes.map(index => natural[index] ?? 0);
		const floors = shownIndexes.map((index, place) => {
			const {kind, layout} = columns[index] as Column;
			if (!shrinkable.has(kind)) return ownWidths[place] as number;
			return layout?.minWidth ?? (place === 0 && count > 1 ? minWidthOfFirst : minWidth);
		});
		const widths = width === undefined ? ownWidths : shrink(ownWidths, floors, total(ownWidths) - width);
		if (width !== undefined && total(widths) > width && count > 1) continue;
		return {
			shown: shownIndexes.map((index, place) => ({index, width: Math.min(widths[place] as number, width ?? Infinity)})),
			hidden: columns.length - count,
		};
	}
}
