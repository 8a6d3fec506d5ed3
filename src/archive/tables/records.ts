import type {Cell} from '../../output/dataset.ts';
import type {LogKind} from '../files/log-kinds.ts';
import type {Dialect} from './engine/dialects.ts';

/** Lines that questions can be asked about, in whichever engine they are. */
export type Records = {
	readonly kind: LogKind;
	readonly dialect: Dialect;
	/** Answers SQL. */
	readonly rows: (sql: string) => Promise<readonly (readonly Cell[])[]>;
	/**
	 * Returns the relation of `selectRecords`. Of days before `from`, fewer lines may stand for all: these say which versions each crash
	 * had, and on which first and last days before `from`.
	 */
	readonly relation: (from?: string) => string;
	/** For crashes: the relation of `selectSamples`. */
	readonly samples: string;
};

/** A Parquet file with lines. */
export type Part = {
	readonly path: string;
	/** No line is of a later day; undefined: not known. */
	readonly lastDay: string | undefined;
	/** What the lines come to for each crash, a Parquet file; undefined: none. */
	readonly summary: string | undefined;
};

/** Lines of a folder of `sync` at one moment: changes that come later do not show. */
export type RecordTable = {
	readonly parts: readonly Part[];
	/** The lines of some of the parts as a relation in SQL; `timestamp` is in UTC, without time zone. */
	readonly select: (parts: readonly Part[]) => string;
};
