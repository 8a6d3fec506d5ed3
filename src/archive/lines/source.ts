import type {Cell} from '../../output/dataset.ts';
import type {LogKind} from '../kinds.ts';
import type {Dialect} from './engine/dialects.ts';

/** Lines that questions can be asked about, in whichever engine they are. */
export type Lines = {
	readonly kind: LogKind;
	readonly dialect: Dialect;
	/** Answers SQL. */
	readonly rows: (sql: string) => Promise<readonly (readonly Cell[])[]>;
	/** The relation of `selectLines`. */
	readonly lines: string;
	/** For crashes: the relation of `selectSamples`. */
	readonly samples: string;
};
