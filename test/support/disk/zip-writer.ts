import {crc32, deflateRawSync} from 'node:zlib';

/** An archive of our own making, in which every field can lie. Sizes and check sums are right unless they are given. */
export type EntrySpec = {
	readonly name: string | Buffer;
	readonly data?: string | Buffer;
	/** Packed bytes, when they are not those of `data`. */
	readonly packed?: Buffer;
	readonly method?: number;
	readonly flags?: number;
	readonly crc?: number;
	readonly size?: number | bigint;
	readonly compressedSize?: number | bigint;
	readonly attributes?: number;
	/** Upper byte 3 is Unix. */
	readonly madeBy?: number;
	readonly extra?: Buffer;
	readonly comment?: string;
	/** Where the directory says that the local header lies. */
	readonly offset?: number | bigint;
	/** Sizes in extra fields of 8 bytes. */
	readonly zip64?: boolean;
	/** What the local header says otherwise than the directory. */
	readonly local?: Partial<Pick<EntrySpec, 'name' | 'method' | 'flags' | 'crc' | 'size' | 'compressedSize' | 'extra'>>;
	/** Check sum and sizes behind the data; `false` leaves out its signature. */
	readonly descriptor?: {readonly signature?: false; readonly wide?: true; readonly crc?: number};
	/** Listed in the directory, but not written again. */
	readonly shared?: boolean;
};
export type ArchiveSpec = {
	readonly prefix?: Buffer;
	readonly suffix?: Buffer;
	readonly comment?: Buffer;
	readonly count?: number;
	readonly directoryOffset?: number;
	/** Bytes between directory and end record. */
	readonly gap?: Buffer;
	readonly disk?: number;
	readonly zip64?: {
		readonly count?: bigint;
		readonly directoryOffset?: bigint;
		readonly locator?: bigint;
		readonly signature?: number;
	};
};

const u16 = (value: number) => Buffer.from(Uint16Array.of(value).buffer);
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const u64 = (value: bigint) => Buffer.from(BigUint64Array.of(value).buffer);
const absent = 0xffffffff;

const extraField = (id: number, ...parts: readonly Buffer[]) => {
	const data = Buffer.concat(parts);
	return Buffer.concat([u16(id), u16(data.length), data]);
};
/** The Unicode path extra field, which takes the place of the name. */
export const unicodePath = (headerName: string, name: string) =>
	extraField(0x7075, Buffer.from([1]), u32(crc32(headerName)), Buffer.from(name));

const settle = (spec: EntrySpec) => {
	const data = Buffer.from(spec.data ?? '');
	const method = spec.method ?? 8;
	const packed = spec.packed ?? (method === 8 ? deflateRawSync(data) : data);
	const flags = (spec.flags ?? 0x800) | (spec.descriptor ? 8 : 0);
	return {
		...spec,
		name: Buffer.from(spec.name as string),
		method,
		packed,
		flags,
		crc: spec.crc ?? crc32(data),
		size: BigInt(spec.size ?? data.length),
		compressedSize: BigInt(spec.compressedSize ?? packed.length),
	};
};
type Settled = ReturnType<typeof settle>;

const small = (value: bigint, wide: boolean | undefined) => u32(wide ? absent : Number(value & 0xffffffffn));
const wideExtra = (...values: readonly bigint[]) => extraField(1, ...values.map(u64));

const writeLocal = (entry: Settled): Buffer => {
	const hidden = entry.descriptor !== undefined;
	const claim = {
		name: entry.name,
		method: entry.method,
		flags: entry.flags,
		crc: hidden ? 0 : entry.crc,
		size: hidden ? 0n : entry.size,
		compressedSize: hidden ? 0n : entry.compressedSize,
		extra: Buffer.alloc(0),
		...entry.local,
	};
	const name = Buffer.from(claim.name as string);
	const wide = entry.zip64 && !hidden;
	const marker = wide ? wideExtra(BigInt(claim.size), BigInt(claim.compressedSize)) : Buffer.alloc(0);
	const extra = Buffer.concat([marker, claim.extra]);
	return Buffer.concat([
		u32(0x04034b50),
		u16(20),
		u16(claim.flags),
		u16(claim.method),
		u16(0),
		u16(0x21),
		u32(claim.crc),
		small(BigInt(claim.compressedSize), wide),
		small(BigInt(claim.size), wide),
		u16(name.length),
		u16(extra.length),
		name,
		extra,
	]);
};

const writeDescriptor = ({descriptor, crc, size, compressedSize}: Settled): Buffer => {
	if (!descriptor) return Buffer.alloc(0);
	const number = descriptor.wide ? u64 : (value: bigint) => u32(Number(value & 0xffffffffn));
	return Buffer.concat([
		descriptor.signature === false ? Buffer.alloc(0) : u32(0x08074b50),
		u32(descriptor.crc ?? crc),
		number(compressedSize),
		number(size),
	]);
};

const writeCentral = (entry: Settled, offset: bigint): Buffer => {
	const wide = entry.zip64;
	const extra = Buffer.concat([
		wide ? wideExtra(entry.size, entry.compressedSize, offset) : Buffer.alloc(0),
		entry.extra ?? Buffer.alloc(0),
	]);
	const comment = Buffer.from(entry.comment ?? '');
	return Buffer.concat([
		u32(0x02014b50),
		u16(entry.madeBy ?? 0x0314),
		u16(20),
		u16(entry.flags),
		u16(entry.method),
		u16(0),
		u16(0x21),
		u32(entry.crc),
		small(entry.compressedSize, wide),
		small(entry.size, wide),
		u16(entry.name.length),
		u16(extra.length),
		u16(comment.length),
		u16(0),
		u16(0),
		u32((entry.attributes ?? 0o100644 * 65536) >>> 0),
		small(offset, wide),
		entry.name,
		extra,
		comment,
	]);
};

const writeEnd = (spec: ArchiveSpec, count: number, size: number, offset: number): Buffer => {
	const {zip64, comment = Buffer.alloc(0)} = spec;
	const wide = zip64
		? Buffer.concat([
				u32(zip64.signature ?? 0x06064b50),
				u64(44n),
				u16(45),
				u16(45),
				u32(0),
				u32(0),
				u64(zip64.count ?? BigInt(count)),
				u64(zip64.count ?? BigInt(count)),
				u64(BigInt(size)),
				u64(zip64.directoryOffset ?? BigInt(offset)),
				u32(0x07064b50),
				u32(0),
				u64(zip64.locator ?? BigInt(offset + size)),
				u32(1),
			])
		: Buffer.alloc(0);
	return Buffer.concat([
		wide,
		u32(0x06054b50),
		u16(spec.disk ?? 0),
		u16(spec.disk ?? 0),
		u16(zip64 ? 0xffff : (spec.count ?? count)),
		u16(zip64 ? 0xffff : (spec.count ?? count)),
		u32(zip64 ? absent : size),
		u32(zip64 ? absent : (spec.directoryOffset ?? offset)),
		u16(comment.length),
		comment,
	]);
};

/** The archive as bytes. */
export const writeZip = (entries: readonly EntrySpec[], spec: ArchiveSpec = {}): Buffer => {
	const body: Buffer[] = [spec.prefix ?? Buffer.alloc(0)];
	const directory: Buffer[] = [];
	let at = body[0]?.length ?? 0;
	let last = 0;
	for (const each of entries) {
		const entry = settle(each);
		const offset = each.shared ? last : at;
		directory.push(writeCentral(entry, BigInt(each.offset ?? offset)));
		if (each.shared) continue;
		const bytes = Buffer.concat([writeLocal(entry), entry.packed, writeDescriptor(entry)]);
		last = at;
		at += bytes.length;
		body.push(bytes);
	}
	const central = Buffer.concat(directory);
	return Buffer.concat([
		...body,
		central,
		spec.gap ?? Buffer.alloc(0),
		writeEnd(spec, entries.length, central.length, at),
		spec.suffix ?? Buffer.alloc(0),
	]);
};
