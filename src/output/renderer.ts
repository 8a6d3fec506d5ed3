import type {Column, Dataset, Row} from './dataset.ts';

/**
 * Turns rows into text block by block. `head` is called with the first block, so that a run that fails before its first rows
 * writes nothing.
 */
export type Renderer = {
	readonly head: () => string;
	/** May hold rows back: a table does so until it knows its widths. */
	readonly block: (rows: readonly Row[]) => string;
	readonly tail: () => string;
	/** Returns footnotes about what was left out. Call it after `tail`. */
	readonly notes?: () => readonly string[];
};

export type RenderOptions = {
	readonly header: boolean;
	/** Stands above the rows, in formats that people read. */
	readonly title?: string | undefined;
	/** Width of the terminal in columns; undefined for other output, where nothing is cut. */
	readonly width: number | undefined;
	readonly color: boolean;
	readonly delimiter: string;
	readonly bom: boolean;
	readonly safe: boolean;
	/** Writes each block on arrival. */
	readonly live: boolean;
	readonly leftOut: number;
};

/** Defaults for output that a program reads: complete rows. */
export const plainOptions: RenderOptions = {
	header: true,
	width: undefined,
	color: false,
	delimiter: ',',
	bom: false,
	safe: false,
	live: false,
	leftOut: 0,
};

export type CreateRenderer = (columns: readonly Column[], options: RenderOptions) => Renderer;

/** A block may be a whole report, so it is written in pieces. */
const rowsPerPiece = 1000;

async function* inPieces(blocks: Dataset['blocks']): AsyncGenerator<readonly Row[]> {
	for await (const block of blocks)
		for (let from = 0; from < block.length; from += rowsPerPiece) yield block.slice(from, from + rowsPerPiece);
}

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
