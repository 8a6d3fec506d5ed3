import type yauzl from 'yauzl';

type Content = {readonly crc: number; readonly compressedSize: number; readonly size: number};

export type ZipEntry = Content & {
	readonly path: readonly string[];
	readonly folder: boolean;
	/** An entry that an operating system added for itself, which is checked but not used. */
	readonly isMetadata: boolean;
	readonly stored: boolean;
	/** Offset of the data in the archive. */
	readonly dataStart: number;
};

export const findFiles = (entries: readonly ZipEntry[]): readonly ZipEntry[] =>
	entries.filter(({folder, isMetadata}) => !folder && !isMetadata);

/** The header before the data of an entry. It must agree with the directory, whose values are used. */
type LocalHeader = Content & {
	readonly flags: number;
	readonly method: number;
	readonly name: Buffer;
	readonly dataStart: number;
};

/** An unchecked entry, as the directory and the local header describe it. */
export type ClaimedEntry = Content & {
	readonly name: string;
	readonly rawName: Buffer;
	readonly flags: number;
	readonly method: number;
	/** The meaning depends on the system that wrote the archive; the upper 16 bits hold the Unix mode. */
	readonly attributes: number;
	readonly headerOffset: number;
	readonly local: LocalHeader;
};

export const zipFlags = {encrypted: 1, descriptor: 1 << 3, patch: 1 << 5, strong: 1 << 6, masked: 1 << 13} as const;

const zip64Id = 1;
/** Stands for a size that the zip64 extra field holds. */
const inZip64Field = 0xffffffff;

type Header = Omit<yauzl.LocalFileHeader, 'fileDataStart'> & {readonly fileDataStart: number};

/** Takes the sizes from the zip64 extra field if the header has none (APPNOTE 4.5.3). */
export function toLocalHeader(header: Header, extraFields: readonly yauzl.ExtraField[]): LocalHeader {
	const zip64 = extraFields.find(({id}) => id === zip64Id)?.data;
	const readSize = (at: number) => (zip64 && zip64.length >= at + 8 ? Number(zip64.readBigUInt64LE(at)) : inZip64Field);
	const {uncompressedSize: size, compressedSize} = header;
	return {
		flags: header.generalPurposeBitFlag,
		method: header.compressionMethod,
		crc: header.crc32,
		// the extra field has only the sizes that are absent from the header
		size: size === inZip64Field ? readSize(0) : size,
		compressedSize: compressedSize === inZip64Field ? readSize(size === inZip64Field ? 8 : 0) : compressedSize,
		name: header.fileName,
		dataStart: header.fileDataStart,
	};
}
