import Grid from 'cli-table3';
import {displayWidth} from './display-width.ts';
import {gap} from './table-layout.ts';

export type Align = 'left' | 'right';

const noBorders = Object.fromEntries(
	['top', 'bottom', 'left', 'right', 'mid'].flatMap(side => [
		[side, ''],
		[`${side}-mid`, ''],
		[`${side}-left`, ''],
		[`${side}-right`, ''],
		[`left-${side}`, ''],
		[`right-${side}`, ''],
		[`mid-${side}`, ''],
	]),
);

/** One column of a text that the library need not know: of letters beyond ASCII it measures a cell once for each letter it cuts. */
const standIn = '\ue000';
const plain = /^[\x20-\x7e]*$/;

/** These rows in columns of these widths, a line each; no cell is wider than its column. */
export function gridLines(
	rows: readonly (readonly string[])[],
	widths: readonly number[],
	aligns: readonly Align[],
): string {
	const texts: string[] = [];
	const toCell = (text: string) => {
		const width = plain.test(text) ? 0 : displayWidth(text);
		if (width === 0) return text;
		texts.push(text);
		return standIn.repeat(width);
	};
	const grid = new Grid({
		chars: {...noBorders, middle: ' '.repeat(gap)},
		style: {head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true},
		// The library calls 0 "unknown": a column without any text is given one blank.
		colWidths: widths.map(width => Math.max(width, 1)),
		colAligns: [...aligns],
	});
	grid.push(...rows.map(row => row.map(toCell)));
	let next = 0;
	const lines = grid.toString().replace(/\ue000+/g, () => texts[next++] ?? '');
	return `${lines.replace(/(?<! ) +$/gm, '')}\n`;
}
