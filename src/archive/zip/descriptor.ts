/** Longest form of a descriptor: signature, check sum and two sizes of 8 bytes (APPNOTE 4.3.9). */
export const descriptorSize = 24;
const signature = 0x08074b50;

export type Unpacked = {readonly crc: number; readonly compressedSize: number; readonly size: number};

/** Its four forms, and where they have what. */
const forms = [4, 0].flatMap(start => [4, 8].map(width => ({start, width, length: start + 4 + 2 * width})));

/** Length of the descriptor at the start of `bytes`, when one is there that says just this of the entry before it. */
export const findDescriptor = (bytes: Buffer, {crc, compressedSize, size}: Unpacked): number | undefined =>
	forms.find(({start, width, length}) => {
		if (bytes.length < length || (start > 0 && bytes.readUInt32LE(0) !== signature)) return false;
		const number = (at: number) => (width === 8 ? Number(bytes.readBigUInt64LE(at)) : bytes.readUInt32LE(at));
		return (
			bytes.readUInt32LE(start) === crc && number(start + 4) === compressedSize && number(start + 4 + width) === size
		);
	})?.length;
