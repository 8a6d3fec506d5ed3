import type {Draft} from './columns.ts';
import type {Naming} from './header.ts';
import type {Intake} from './intake.ts';
import type {Problem} from './problem.ts';
import type {Problems} from './problems.ts';

/** How the rows of a file are judged. */
export type CheckRules = {
	/** `--exact-keys`: a key that looks like spreadsheet damage is one. */
	readonly exactKeys: boolean;
	/** `--empty-clears notes`: an empty cell is sent as an empty text. */
	readonly emptyClearsNotes: boolean;
	/** Of rows that name a product, only this one's are meant; undefined: any. */
	readonly product: number | undefined;
};

export type CheckOptions = {
	readonly naming: Naming;
	readonly rules: CheckRules;
	/** Between cells; undefined: found by the header. */
	readonly delimiter: string | undefined;
};

/** Where checked rows and mistakes go. */
export type Targets = {readonly intake: Intake; readonly problems: Problems};

/** What the file was found to be: its kind, and of a CSV the columns it can change, by our names. */
export type FileShape = {
	readonly format: 'csv' | 'json';
	readonly columns: readonly string[];
	/** How rows that were kept as the file's own lines are read again. */
	readonly reading?: LineReading;
	/** The header cannot be used, so no row was read. */
	readonly unusable?: true;
};

export type LineReading = {
	readonly delimiter: string;
	/** Names of the cells, ours where we have one. */
	readonly header: readonly string[];
	readonly emptyClearsNotes: boolean;
};

/** A row as it was read: good, good unless the registry does not know its strange key, or with mistakes. */
export type ReadRow =
	| {readonly update: Draft; readonly suspicion: Problem | undefined}
	| {readonly problems: readonly Problem[]};

/** Why a row was left, in one cell. */
export const reasonOf = (problems: readonly Problem[]): string =>
	problems.map(({field, message}) => (field === null ? message : `${field}: ${message}`)).join('; ');
