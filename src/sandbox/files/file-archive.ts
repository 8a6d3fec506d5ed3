import type {LogKind} from './log-lines.ts';

export type FileKind = LogKind | 'rawEvents';

export type FileSource<Kind = FileKind> = {
	readonly kind: Kind;
	readonly product: number;
	/** The time of the clock, `YYYY-MM-DDThh:mm:ss`. Later rows are not visible. */
	readonly until: string;
};

export type FileArchive<Kind, File> = {
	readonly list: (source: FileSource<Kind>) => Promise<readonly File[]>;
	readonly has: (source: FileSource<Kind>, fileName: string) => Promise<boolean>;
	/** Compresses the file while it is read. Returns undefined for an unknown name. */
	readonly open: (source: FileSource<Kind>, fileName: string) => Promise<AsyncIterable<Uint8Array> | undefined>;
};
