import type {FootnoteKind} from '../../output/footnotes.ts';
import type {Clock, Progress} from '../../ports.ts';
import type {RecordFilter} from '../sql/record-relations.ts';
import type {SyncCommand} from './input-paths.ts';

export type RecordPorts = SyncCommand & {
	readonly clock: Clock;
	readonly today: string;
	readonly stateDir: string;
	readonly signal: AbortSignal;
	readonly progress: Progress;
	readonly note: (text: string) => Promise<void>;
	readonly detail: (text: string) => Promise<void>;
	readonly footnote: (text: string, kind?: FootnoteKind) => Promise<void>;
	/** Says that records are missing. */
	readonly incomplete: (text: string) => Promise<void>;
	/** Reads archive folders without updating their tables. */
	readonly isReadOnly?: boolean;
};

export type RecordRequest = {
	/** Archive folders, other folders with log files, and zip or CSV files. */
	readonly paths: readonly string[];
	readonly filter: RecordFilter;
	/** File for the rejected rows; undefined: they are only counted. */
	readonly rejects: string | undefined;
	readonly maxRatio?: number | undefined;
	/** Reads only the records of these products; undefined or empty: all. */
	readonly products?: readonly number[];
	/** The last day that is asked for; undefined: all. */
	readonly until?: string | undefined;
};
