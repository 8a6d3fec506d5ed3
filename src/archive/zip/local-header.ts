import type yauzl from 'yauzl';

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
