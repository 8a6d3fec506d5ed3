import type {Column, Dataset, Row} from './dataset.ts';

/**
 * Turns rows into text, a block at a time. `head` is called with the first block, so that a run that fails before its first
 * rows writes nothing.
 */
export type Renderer = {
	readonly head: () => string;
	/** May hold rows back, as the table does until it knows its widths. */
	readonly block: (rows: readonly Row[]) => string;
	readonly tail: () => string;
};

export type RenderOptions = {
	readonly header: boolean;
	/** Width of the terminal in columns; undefined where the output is not a terminal, and nothing is cut. */
	readonly width: number | undefined;
	readonly color: boolean;
	readonly delimiter: string;
	readonly bom: boolean;
	/** Guard text that a spreadsheet would take for a formula. */
	readonly safe: boolean;
	/** Write each block when it comes. */
	readonly live: boolean;
	/** Columns that are there and were left out before: people ask for them. */
	readonly leftOut: number;
	/** Receives a note about what is not shown. */
	readonly note: (text: string) => void;
};

/** The options if nobody chose anything: rows are written in full, for a program. */
export const plainOptions: RenderOptions = {
	header: true,
	width: undefined,
	color: false,
	delimiter: ',',
	bom: false,
	safe: false,
	live: false,
	leftOut: 0,
	note: () => {},
};

export type CreateRenderer = (columns: readonly Column[], options: RenderOptions) => Renderer;

/** A block may be a whole report: it is written in pieces. */
const rowsPerPiece = 1000;

async function* inPieces(blocks: Dataset['blocks']): AsyncGenerator<readonly Row[]> {
	for await (const block of blocks)
		for (let from = 0; from < block.length; from += rowsPerPiece) yield block.slice(from, from + rowsPerPiece);
}

/** Writes a dataset and returns how many rows it had. */
export async function writeDataset(
	data: Dataset,
	renderer: Renderer,
	write: (text: string) => Promise<void>,
): Promise<number> {
	let rows = 0;
	let head: string | undefined;
	for await (const piece of inPieces(data.blocks)) {
		const text = renderer.block(piece);
		const before = head === undefined ? renderer.head() : '';
		head ??= before;
		rows += piece.length;
		if (before + text !== '') await write(before + text);
	}
	const rest = (head === undefined ? renderer.head() : '') + renderer.tail();
	if (rest !== '') await write(rest);
	return rows;
}
