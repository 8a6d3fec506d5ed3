import {pipeline} from 'node:stream/promises';
import {constants, crc32, createDeflateRaw, deflateRawSync} from 'node:zlib';

/**
 * Zip archives of one member, written as they are made: sizes stand behind the data (flag bit 3), as zip64 for members
 * that may pass 4 GB (APPNOTE 4.3, 4.4, 4.5.3).
 */
export type ZipMember = {
	readonly name: string;
	/** Day the member is dated to, `YYYY-MM-DD`, so that the same content gives the same bytes. */
	readonly day: string;
	/** May pass 4 GB. */
	readonly large?: boolean;
};

/** What is known of a member when its data has been written. */
type Sizes = {readonly checksum: number; readonly compressed: number; readonly plain: number};

const deflated = 8;
const sizesBehindAndUtf8 = 0x0808;
const max32 = 0xffff_ffff;

type Field = readonly [bytes: 2 | 4 | 8, value: number];

/** Little-endian numbers one after another. */
function pack(...fields: readonly Field[]): Buffer {
	const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
	let at = 0;
	for (const [bytes, value] of fields) {
		if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
		else buffer.writeUIntLE(value, at, bytes);
		at += bytes;
	}
	return buffer;
}

/** The day in the form of DOS; midnight. */
function dosDate(day: string): number {
	const [year = 1980, month = 1, date = 1] = day.split('-').map(Number);
	return ((year - 1980) << 9) | (month << 5) | date;
}

/** Version, flags, method, time and date: the same in both headers. */
const headStart = ({day, large}: ZipMember): Field[] => [
	[2, large ? 45 : 20],
	[2, sizesBehindAndUtf8],
	[2, deflated],
	[2, 0],
	[2, dosDate(day)],
];

function localHeader(member: ZipMember): Buffer {
	const name = Buffer.from(member.name);
	const extra = member.large ? pack([2, 1], [2, 16], [8, 0], [8, 0]) : Buffer.alloc(0);
	const size = member.large ? max32 : 0;
	const head = pack(
		[4, 0x04034b50],
		...headStart(member),
		[4, 0],
		[4, size],
		[4, size],
		[2, name.length],
		[2, extra.length],
	);
	return Buffer.concat([head, name, extra]);
}

const descriptor = ({large}: ZipMember, {checksum, compressed, plain}: Sizes): Buffer => {
	const bytes = large ? 8 : 4;
	return pack([4, 0x08074b50], [4, checksum], [bytes, compressed], [bytes, plain]);
};

function centralHeader(member: ZipMember, {checksum, compressed, plain}: Sizes): Buffer {
	const name = Buffer.from(member.name);
	const extra = member.large ? pack([2, 1], [2, 16], [8, plain], [8, compressed]) : Buffer.alloc(0);
	const head = pack(
		[4, 0x02014b50],
		[2, member.large ? 45 : 20],
		...headStart(member),
		[4, checksum],
		[4, member.large ? max32 : compressed],
		[4, member.large ? max32 : plain],
		[2, name.length],
		[2, extra.length],
		[2, 0],
		[2, 0],
		[2, 0],
		[4, 0],
		[4, 0],
	);
	return Buffer.concat([head, name, extra]);
}

function endOfDirectory({large}: ZipMember, start: number, size: number): Buffer {
	const end = (offset: number) => pack([4, 0x06054b50], [2, 0], [2, 0], [2, 1], [2, 1], [4, size], [4, offset], [2, 0]);
	if (!large) return end(start);
	const end64 = pack([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, 1], [8, 1], [8, size], [8, start]);
	const locator = pack([4, 0x07064b50], [4, 0], [8, start + size], [4, 1]);
	return Buffer.concat([end64, locator, end(max32)]);
}

/** What comes behind the compressed data. */
function tail(member: ZipMember, sizes: Sizes): Buffer {
	const behind = descriptor(member, sizes);
	const start = localHeader(member).length + sizes.compressed + behind.length;
	const central = centralHeader(member, sizes);
	return Buffer.concat([behind, central, endOfDirectory(member, start, central.length)]);
}

/** The archive, as its member's text comes. */
export async function* zipStream(member: ZipMember, texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
	yield localHeader(member);
	let checksum = 0;
	let plain = 0;
	let compressed = 0;
	async function* counted() {
		for await (const text of texts) {
			const bytes = Buffer.from(text);
			checksum = crc32(bytes, checksum);
			plain += bytes.length;
			yield bytes;
		}
	}
	for await (const piece of deflate(counted())) {
		compressed += piece.length;
		yield piece;
	}
	yield tail(member, {checksum, compressed, plain});
}

/** So much is deflated in one go: a stream of its own costs more than the work. */
const atOnceBytes = 1 << 18;

/** Deflates pieces as they come; few of them at once. */
async function* deflate(pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
	const first: Buffer[] = [];
	let bytes = 0;
	while (bytes <= atOnceBytes) {
		const next = await pieces.next();
		if (next.done) {
			yield deflateRawSync(Buffer.concat(first));
			return;
		}
		first.push(next.value);
		bytes += next.value.length;
	}
	yield* deflateStream(first, pieces);
}

/** Deflates with back-pressure: the first pieces, then the others, until nobody reads on. */
async function* deflateStream(first: readonly Buffer[], others: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	const deflater = createDeflateRaw({chunkSize: 1 << 16});
	async function* all() {
		yield* first;
		yield* others;
	}
	const feeding = pipeline(all, deflater);
	// Told by the reading below; whoever stops reading does not want to hear of it.
	feeding.catch(() => undefined);
	yield* deflater as AsyncIterable<Buffer>;
	await feeding;
}

/**
 * An archive whose member is a head and then one block again and again: each compressed once, so that gigabytes cost
 * little time and no memory. Blocks that end on a full flush may follow one another in one stream of deflate.
 */
export function repeatingZip(member: ZipMember, parts: {head: Buffer; block: Buffer; times: number}) {
	const {head, block, times} = parts;
	const flushed = (bytes: Buffer) => deflateRawSync(bytes, {finishFlush: constants.Z_FULL_FLUSH});
	const [zippedHead, zippedBlock, last] = [flushed(head), flushed(block), deflateRawSync(Buffer.alloc(0))];
	const large = {...member, large: true};
	const compressed = zippedHead.length + times * zippedBlock.length + last.length;
	const plain = head.length + times * block.length;
	const start = localHeader(large);
	async function* pieces(): AsyncGenerator<Buffer> {
		yield start;
		yield zippedHead;
		let checksum = crc32(head);
		for (let count = 0; count < times; count++) {
			checksum = crc32(block, checksum);
			yield zippedBlock;
		}
		yield Buffer.concat([last, tail(large, {checksum, compressed, plain})]);
	}
	const length = start.length + compressed + tail(large, {checksum: 0, compressed, plain}).length;
	return {pieces, length, plain};
}
