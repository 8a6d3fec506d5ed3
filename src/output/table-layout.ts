import type {Column, ColumnKind} from './dataset.ts';

const shrinkable: ReadonlySet<ColumnKind> = new Set(['text', 'label']);

export const gap = 2;
/** A text does not shrink below this, so that a few letters stay readable; the first column says which row it is, and keeps more. */
const least = 8;
const leastOfFirst = 32;

export type Layout = {
	/** Which columns are shown, in order. */
	readonly shown: readonly number[];
	/** Width of each shown column. */
	readonly widths: readonly number[];
	/** Keys of columns left out, and of columns made narrower than their text. */
	readonly hidden: readonly string[];
	readonly shrunk: readonly string[];
};

const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width + gap, -gap);

/** Takes `excess` columns from the widest texts first, evenly, none below its floor. */
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
 * Fits columns of these natural widths into a terminal: first wide texts shrink, then columns at the right end are
 * hidden; figures and dates are never cut, and the first column stays.
 */
export function fitColumns(columns: readonly Column[], natural: readonly number[], width: number | undefined): Layout {
	for (let count = columns.length; ; count--) {
		const kept = natural.slice(0, count);
		const floors = kept.map((own, index) => {
			const {kind = 'text', least: floor = least} = columns[index] ?? {};
			if (!shrinkable.has(kind)) return own;
			return index === 0 && count > 1 ? leastOfFirst : floor;
		});
		const widths = width === undefined ? kept : shrink(kept, floors, total(kept) - width);
		if (width !== undefined && total(widths) > width && count > 1) continue;
		const names = columns.map(column => column.key);
		return {
			shown: kept.map((_, index) => index),
			widths: width === undefined ? widths : widths.map(each => Math.min(each, width)),
			hidden: names.slice(count),
			shrunk: names.filter((_, index) => (widths[index] ?? 0) < (kept[index] ?? 0)),
		};
	}
}
