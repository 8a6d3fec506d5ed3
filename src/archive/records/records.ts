import type {Cell} from '../../output/dataset.ts';
import type {LogKind} from '../log-kinds.ts';
import type {Dialect} from '../sql/dialects.ts';

/** The type of a result's column. A count is a whole number; every type includes null. */
export type CellType = 'text' | 'count' | 'day';

/** The days that records can be from. A computer dates its records itself, and its clock may be wrong. */
export type PossibleDays = {readonly first: string; readonly last: string};

/** The records to query, in any engine. */
export type Records = {
	readonly kind: LogKind;
	readonly dialect: Dialect;
	readonly possible: PossibleDays;
	readonly rows: (sql: string, types: readonly CellType[]) => Promise<readonly (readonly Cell[])[]>;
	/**
	 * Returns the relation of `selectRecords`. Days before `from` may have fewer records, which still show the versions
	 * of each crash and its first and last day before `from`. Days after `until` may have fewer records, too.
	 */
	readonly relation: (from?: string, until?: string) => string;
	/** The relation of `selectSamples`; crashes only. */
	readonly samples: string;
};
