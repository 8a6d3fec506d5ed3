import type yauzl from 'yauzl';

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

/** The header before an entry's data. The values of the directory are used, and the header must agree with them. */
export type LocalHeader = {
	readonly flags: number;
	readonly method: number;
	readonly crc: number;
	/** Sizes are 0 when a descriptor after the data has them. */
	readonly compressedSize: number;
	readonly size: number;
	readonly name: Buffer;
	/** Offset of the data in the archive. */
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

const zip64Id = 1;
/** In place of a size that is in the extra field of zip64. */
const absent = 0xffffffff;

type Header = Omit<yauzl.LocalFileHeader, 'fileDataStart'> & {readonly fileDataStart: number};

/** Turns a header as yauzl reads it into ours, with the sizes of zip64 where it has them (APPNOTE 4.5.3). */
export function toLocalHeader(header: Header, extraFields: readonly yauzl.ExtraField[]): LocalHeader {
	const zip64 = extraFields.find(({id}) => id === zip64Id)?.data;
	const readSize = (at: number) => (zip64 && zip64.length >= at + 8 ? Number(zip64.readBigUInt64LE(at)) : absent);
	const {uncompressedSize: size, compressedSize} = header;
	return {
		flags: header.generalPurposeBitFlag,
		method: header.compressionMethod,
		crc: header.crc32,
		// the extra field has only the sizes that are absent from the header
		size: size === absent ? readSize(0) : size,
		compressedSize: compressedSize === absent ? readSize(size === absent ? 8 : 0) : compressedSize,
		name: header.fileName,
		dataStart: header.fileDataStart,
	};
}
