import Grid from 'cli-table3';
import {displayWidth, padEnd, padStart} from '../display-width.ts';
import {gap} from './table-layout.ts';

type Align = 'left' | 'right';

export type GridColumn = {readonly width: number; readonly align: Align; readonly isWrapped?: boolean};

/** The time of cli-table3 grows with the square of the rows. */
const rowsPerGrid = 100;

const chars = {
	top: '',
	'top-mid': '',
	'top-left': '',
	'top-right': '',
	bottom: '',
	'bottom-mid': '',
	'bottom-left': '',
	'bottom-right': '',
	left: '',
	'left-mid': '',
	mid: '',
	'mid-mid': '',
	right: '',
	'right-mid': '',
	middle: ' '.repeat(gap),
};

function gridText(rows: readonly (readonly string[])[], columns: readonly GridColumn[]): string {
	const grid = new Grid({
		chars,
		style: {head: [], border: [], 'padding-left': 0, 'padding-right': 0},
		// The library takes a width of 0 for an unknown one.
		colWidths: columns.map(({width}) => Math.max(width, 1)),
		colAligns: columns.map(({align}) => align),
	});
	grid.push(...rows.map(row => row.map((content, at) => ({content, wordWrap: columns[at]?.isWrapped === true}))));
	return grid.toString();
}

const pad = (cell: string, {width, align}: GridColumn) =>
	align === 'right' ? padStart(cell, width) : padEnd(cell, width);

const isWide = (row: readonly string[], columns: readonly GridColumn[]) =>
	row.some((cell, index) => !columns[index]?.isWrapped && displayWidth(cell) > (columns[index]?.width ?? 0));

/**
 * Writes a row with an overlong cell without cli-table3, which would cut the cell or take time proportional to the square of its
 * length.
 */
export function gridLines(rows: readonly (readonly string[])[], columns: readonly GridColumn[]): string {
	const parts: string[] = [];
	let block: (readonly string[])[] = [];
	const flush = () => {
		if (block.length > 0) parts.push(gridText(block, columns));
		block = [];
	};
	for (const row of rows) {
		if (isWide(row, columns)) {
			flush();
			parts.push(row.map((cell, index) => pad(cell, columns[index] as GridColumn)).join(' '.repeat(gap)));
		} else if (block.push(row) === rowsPerGrid) flush();
	}
	flush();
	return parts.map(part => `${part.replace(/(?<! ) +$/gm, '')}\n`).join('');
}
