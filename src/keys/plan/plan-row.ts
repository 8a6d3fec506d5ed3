import type {KeyUpdate} from '../../contract/operations/license-keys.ts';
import type {Fields} from '../rows/upload-columns.ts';

/** The values of a key before the change; null if the registry did not have it, undefined if the registry was not read. */
export type Before = Fields | null | undefined;

export type PlanRow = {
	readonly line: number;
	readonly update: KeyUpdate;
	/** Has only the fields that will change. */
	readonly before?: Before;
};

export type PlanCounts = {
	readonly rows: number;
	readonly insert: number;
	readonly change: number;
	/** Rows that are sent without being compared with the registry. */
	readonly unseen: number;
	readonly same: number;
	/** Left out because the key was edited after the file was exported. */
	readonly edited: number;
	/** Left out because of errors, with `--skip-invalid`. */
	readonly invalid: number;
	/** The number of rows left out because an earlier row is identical. */
	readonly merged: number;
};

export const countPlanned = ({insert, change, unseen}: PlanCounts): number => insert + change + unseen;

type PlannedRows = Record<'insert' | 'change' | 'unseen' | 'same' | 'edited', number>;

/** Counts the rows of a file by what happens to them. */
export const countPlan = (
	kinds: PlannedRows,
	{merged, invalid}: Pick<PlanCounts, 'merged' | 'invalid'>,
): PlanCounts => ({
	...kinds,
	rows: Object.values(kinds).reduce((sum, count) => sum + count, merged + invalid),
	merged,
	invalid,
});
