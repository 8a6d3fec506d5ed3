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
