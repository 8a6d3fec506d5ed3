import type {KeyUpdate} from '../../contract/operations/license-keys.ts';
import type {Fields} from '../rows/key-fields.ts';

/** The values of a key before it is changed. Null: the registry did not have it; undefined: the registry was not read. */
export type Before = Fields | null | undefined;

/** A row that will be sent. On disk it is a line of JSON. */
export type PlanRow = {
	readonly line: number;
	readonly update: KeyUpdate;
	/** Only the fields that will change. */
	readonly before?: Before;
};

/** The numbers of rows of a file that are sent, and that are not. */
export type PlanCounts = {
	readonly rows: number;
	readonly insert: number;
	readonly change: number;
	/** Sent without comparing them with the registry. */
	readonly unseen: number;
	/** Not sent: the registry has the key as the row says. */
	readonly same: number;
	/** Left out: somebody edited the key after the file was written. */
	readonly edited: number;
	/** Left out: errors, with `--skip-invalid`. */
	readonly invalid: number;
	/** Left out: equal to an earlier row. */
	readonly merged: number;
};

/** The number of keys that a plan sends. */
export const countPlanned = ({insert, change, unseen}: PlanCounts): number => insert + change + unseen;
