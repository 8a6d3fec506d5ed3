const firstBytes = 64 * 1024;

/**
 * All bytes of a body. Each chunk goes to its place as it comes, since what is joined at the end is there twice for a
 * while: 60 MB for a report of a million rows. `told` is the length in the header, a hint; NaN where there is none.
 */
export async function readBody(chunks: AsyncIterable<Uint8Array>, told = Number.NaN): Promise<Buffer> {
	let bytes = Buffer.allocUnsafe(told > 0 ? told : firstBytes);
	let length = 0;
	for await (const chunk of chunks) {
		const needed = length + chunk.length;
		if (needed > bytes.length) {
			const larger = Buffer.allocUnsafe(Math.max(needed, bytes.length * 2));
			bytes.copy(larger, 0, 0, length);
			bytes = larger;
		}
		bytes.set(chunk, length);
		length = needed;
	}
	return bytes.subarray(0, length);
}
