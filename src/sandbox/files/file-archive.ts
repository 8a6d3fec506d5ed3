import type {LogKind} from './log-lines.ts';

/** Files that are made from the rows when they are requested, and fetched by one-time addresses. */

export type FileKind = LogKind | 'rawEvents';

/** The files of a product as they are at a time. */
export type FileSource<Kind = FileKind> = {
	readonly kind: Kind;
	readonly product: number;
	/** Nothing later has happened yet, `YYYY-MM-DDThh:mm:ss`. */
	readonly until: string;
};

export type FileArchive<Kind, File> = {
	readonly list: (source: FileSource<Kind>) => Promise<readonly File[]>;
	readonly has: (source: FileSource<Kind>, fileName: string) => Promise<boolean>;
	/** The bytes of a file, compressed while they are read; undefined for an unknown name. */
	readonly open: (source: FileSource<Kind>, fileName: string) => Promise<AsyncIterable<Uint8Array> | undefined>;
};
