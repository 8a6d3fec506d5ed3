import type {Column, Dataset, Row} from './dataset.ts';

/**
 * Rows → text, a block at a time: no promise and no step per row. `head` is asked for with the first block, so a run
 * that fails before its first rows leaves stdout empty.
 */
export type Renderer = {
	readonly head: () => string;
	/** May keep rows back until it knows enough, as the table does for its widths. */
	readonly block: (rows: readonly Row[]) => string;
	readonly tail: () => string;
};

export type RenderOptions = {
	readonly header: boolean;
	/** Columns of the terminal; undefined off a terminal, where nothing is cut. */
	readonly width: number | undefined;
	readonly color: boolean;
	readonly delimiter: string;
	readonly bom: boolean;
	/** Defuse formulas. */
	readonly safe: boolean;
	/** Each block is wanted at once. */
	readonly live: boolean;
	/** Says what was left out to fit the width. */
	readonly note: (text: string) => void;
};
export type CreateRenderer = (columns: readonly Column[], options: RenderOptions) => Renderer;

/** A block may be a whole report; its text is made and written in pieces. */
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
