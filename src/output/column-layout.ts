/** The treatment of a column in a table that is wider than the terminal. */
export type ColumnLayout = {
	/** A narrow table keeps the columns with the lowest numbers (default: 2), of equal numbers the left ones. */
	readonly priority?: 0 | 1 | 2 | 3;
	/** Of neighbors with this, the right ones stay: the newest of dates. */
	readonly keepsRight?: true;
	/** The title in a table that is too wide. */
	readonly shortTitle?: string;
	/** The least width of a text column (default: 8, or 32 for the first column). */
	readonly minWidth?: number;
	/** The part to cut of a text that is too long: its start (paths, qualified names) or all lines but the first. Default: its end. */
	readonly cut?: 'start' | 'lines';
	/** Continues a long text in the next line instead of cutting it. */
	readonly isWrapped?: true;
};

export const sentenceLayout: ColumnLayout = {isWrapped: true, minWidth: 20};
