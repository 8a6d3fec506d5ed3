import type {LocalHeader} from './local-header.ts';

/** An entry that passed every rule. */
export type Entry = {
	/** Folders and file name, each of them safe. */
	readonly path: readonly string[];
	readonly folder: boolean;
	readonly stored: boolean;
	readonly crc: number;
	readonly compressedSize: number;
	readonly size: number;
	/** Offset of its data in the archive. */
	readonly dataStart: number;
};

/** An entry as the directory and the header before its data describe it; nothing of it is checked. */
export type ClaimedEntry = {
	readonly name: string;
	readonly rawName: Buffer;
	readonly flags: number;
	readonly method: number;
	readonly crc: number;
	readonly compressedSize: number;
	readonly size: number;
	/** File attributes of the system that wrote the archive; Unix modes are in the upper half. */
	readonly attributes: number;
	/** Offset of its local header. */
	readonly offset: number;
	readonly local: LocalHeader;
};

export const flag = {encrypted: 1, descriptor: 1 << 3, patch: 1 << 5, strong: 1 << 6, masked: 1 << 13} as const;
