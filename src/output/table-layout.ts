import type {Column, ColumnKind} from './dataset.ts';

const shrinkable: ReadonlySet<ColumnKind> = new Set(['text', 'label']);

/** Blanks between two columns. */
export const gap = 2;
/** Columns of text do not shrink below this. The first tells which row it is, and keeps more. */
const minWidth = 8;
const minWidthOfFirst = 32;

export type Layout = {
	/** Width of each column that is shown; those at the right end may be hidden. */
	readonly widths: readonly number[];
	/** Keys of the hidden columns. */
	readonly hidden: readonly string[];
	/** Keys of the columns that are narrower than their text. */
	readonly shrunk: readonly string[];
};

const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width + gap, -gap);

/** Takes `excess` in all from the widest columns, evenly, none below its floor. */
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

/**
 * Fits columns of these natural widths into a terminal of `width` columns: first wide texts shrink, then columns at the right
 * end are hidden. Figures and dates are never cut, and the first column stays. Without `width` every column keeps its own.
 */
export function fitColumns(columns: readonly Column[], natural: readonly number[], width: number | undefined): Layout {
	for (let count = columns.length; ; count--) {
		const kept = natural.slice(0, count);
		const floors = kept.map((own, index) => {
			const {kind = 'text', least: floor = minWidth} = columns[index] ?? {};
			if (!shrinkable.has(kind)) return own;
			return index === 0 && count > 1 ? minWidthOfFirst : floor;
		});
		const widths = width === undefined ? kept : shrink(kept, floors, total(kept) - width);
		if (width !== undefined && total(widths) > width && count > 1) continue;
		const names = columns.map(column => column.key);
		return {
			widths: width === undefined ? widths : widths.map(each => Math.min(each, width)),
			hidden: names.slice(count),
			shrunk: names.filter((_, index) => (widths[index] ?? 0) < (kept[index] ?? 0)),
		};
	}
}
