/** Reads a stream of bytes in the pieces that its reader needs. */
export type ByteCursor = {
	/** Offset of the next byte. */
	readonly position: () => number;
	/** The next `length` bytes, which stay where they are; fewer only at the end. */
	readonly peek: (length: number) => Promise<Buffer>;
	/** Passes over bytes that were peeked at. */
	readonly skip: (length: number) => void;
	/** The next bytes as they lie ready, at least one and at most `most`; undefined at the end. */
	readonly take: (most: number) => Promise<Buffer | undefined>;
	/** Puts back the last bytes that were taken. */
	readonly putBack: (bytes: Buffer) => void;
	/** Reads all the rest for nothing. */
	readonly drain: () => Promise<void>;
};

const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const createByteCursor = (source: AsyncIterable<Uint8Array>): ByteCursor => {
	const iterator = source[Symbol.asyncIterator]();
	let ready: Buffer = Buffer.alloc(0);
	let position = 0;
	const advance = (length: number) => {
		const taken = ready.subarray(0, length);
		ready = ready.subarray(length);
		position += taken.length;
		return taken;
	};
	/** False at the end of the stream. */
	const fetch = async () => {
		const {value, done} = await iterator.next();
		if (done) return false;
		ready = ready.length === 0 ? toBuffer(value) : Buffer.concat([ready, value]);
		return true;
	};
	return {
		position: () => position,
		peek: async length => {
			while (ready.length < length && (await fetch()));
			return ready.subarray(0, length);
		},
		skip: length => {
			advance(length);
		},
		take: async most => {
			while (ready.length === 0) if (!(await fetch())) return undefined;
			return advance(most);
		},
		putBack: bytes => {
			ready = Buffer.concat([bytes, ready]);
			position -= bytes.length;
		},
		drain: async () => {
			ready = Buffer.alloc(0);
			while (!(await iterator.next()).done);
		},
	};
};
