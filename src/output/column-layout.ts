/** The treatment of a column in a table that is wider than the terminal. */
export type ColumnLayout = {
	/** A narrow table keeps the columns with the lowest numbers (default: 2), of equal numbers the left ones. */
	readonly priority?: 0 | 1 | 2 | 3;
	/** The least width of a text column (default: 8, or 32 for the first column). */
	readonly minWidth?: number;
	/** Cuts off the start, as of a path or a qualified name, or all lines but the first (default: the end). */
	readonly cut?: 'start' | 'lines';
	/** Continues a long text in the next line instead of cutting it. */
	readonly isWrapped?: true;
};

export const sentenceLayout: ColumnLayout = {isWrapped: true, minWidth: 20};
