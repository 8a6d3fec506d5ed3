/** The header before an entry's data (APPNOTE 4.3.7). What we believe of an entry stands in the directory; this must agree with it. */
export type LocalHeader = {
	readonly flags: number;
	readonly method: number;
	readonly crc: number;
	readonly compressedSize: number;
	readonly size: number;
	readonly name: Buffer;
	/** Bytes from the signature to the data. */
	readonly length: number;
};

export const localSignature = 0x04034b50;
/** Bytes of the header before name and extra fields. */
export const localHeaderSize = 30;
const zip64Id = 0x0001;
const absent = 0xffffffff;

/** The data of one extra field, when it is there and whole. */
function findExtra(extra: Buffer, id: number): Buffer | undefined {
	for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
		if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
	}
	return undefined;
}

/** Length of the whole header, from its first 30 bytes; undefined when no header begins here. */
export const getHeaderLength = (start: Buffer): number | undefined =>
	start.length >= localHeaderSize && start.readUInt32LE(0) === localSignature
		? localHeaderSize + start.readUInt16LE(26) + start.readUInt16LE(28)
		: undefined;

/** Reads a whole header. Sizes are as claimed: zero when a descriptor after the data has them. */
export function parseLocalHeader(bytes: Buffer): LocalHeader {
	const nameEnd = localHeaderSize + bytes.readUInt16LE(26);
	const zip64 = findExtra(bytes.subarray(nameEnd), zip64Id);
	const wide = (at: number) => (zip64 && zip64.length >= at + 8 ? Number(zip64.readBigUInt64LE(at)) : absent);
	const size = bytes.readUInt32LE(22);
	const compressedSize = bytes.readUInt32LE(18);
	return {
		flags: bytes.readUInt16LE(6),
		method: bytes.readUInt16LE(8),
		crc: bytes.readUInt32LE(14),
		// the extra field holds only the sizes that did not fit
		size: size === absent ? wide(0) : size,
		compressedSize: compressedSize === absent ? wide(size === absent ? 8 : 0) : compressedSize,
		name: bytes.subarray(localHeaderSize, nameEnd),
		length: bytes.length,
	};
}
