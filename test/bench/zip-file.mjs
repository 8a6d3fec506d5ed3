// Writes a zip with one CSV of about N bytes of crash lines: `node zip-file.mjs 1e9 7_exc_2026-10-01_to_2026-10-31 folder`. A block of 32 MB is packed once and repeated, so gigabytes take a second.
import {closeSync, openSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {constants, crc32, deflateRawSync} from 'node:zlib';

const classes = ['System.NullReferenceException', 'System.IO.IOException', 'java.lang.IllegalStateException'];
let state = 12345;
const random = end => {
	state = (Math.imul(state, 1103515245) + 12345) >>> 0;
	return (state >>> 8) % end;
};
const hex = length => Array.from({length}, () => random(16).toString(16)).join('');
const frame = () =>
	`   at Acme.Part${random(40)}.Method${random(60)}(Object sender) in C:\\build\\File${random(40)}.cs:line ${random(900)} [0x${hex(8)}]`;
const line = () =>
	`2026-10-${10 + random(20)}T12:00:00,${hex(16)},Pro,5.${random(9)}.${random(20)},${classes[random(3)]},Method${random(60)},"Could not load ""x${random(99)}""","${Array.from({length: 4 + random(10)}, frame).join('\r\n')}"\r\n`;

/** The zip's path, the CSV's name and its size. */
export const writeZipFile = (bytes, stem, folder) => {
	let text = '';
	while (text.length < 32e6) text += line();
	const block = Buffer.from(text);
	const count = Math.max(1, Math.round(bytes / block.length));
	const packed = deflateRawSync(block, {level: 6, finishFlush: constants.Z_FULL_FLUSH});
	const end = Buffer.from([3, 0]);
	const size = BigInt(block.length) * BigInt(count);
	const compressed = BigInt(packed.length) * BigInt(count) + BigInt(end.length);
	let crc = 0;
	for (let at = 0; at < count; at++) crc = crc32(block, crc);
	const name = Buffer.from(`${stem}.csv`);
	const u16 = value => Buffer.from(Uint16Array.of(value).buffer);
	const u32 = value => Buffer.from(Uint32Array.of(value).buffer);
	const u64 = value => Buffer.from(BigUint64Array.of(value).buffer);
	const full = 0xffffffff;
	const extra = (...sizes) => Buffer.concat([u16(1), u16(8 * sizes.length), ...sizes.map(u64)]);
	const local = Buffer.concat([
		u32(0x04034b50),
		u16(45),
		u16(0x800),
		u16(8),
		u32(0x210000),
		u32(crc),
		u32(full),
		u32(full),
		u16(name.length),
		u16(20),
		name,
		extra(size, compressed),
	]);
	const central = Buffer.concat([
		u32(0x02014b50),
		u16(0x032d),
		u16(45),
		u16(0x800),
		u16(8),
		u32(0x210000),
		u32(crc),
		u32(full),
		u32(full),
		u16(name.length),
		u16(28),
		u16(0),
		u16(0),
		u16(0),
		u32((0o100644 << 16) >>> 0),
		u32(full),
		name,
		extra(size, compressed, 0n),
	]);
	const start = BigInt(local.length) + compressed;
	const wide = Buffer.concat([
		u32(0x06064b50),
		u64(44n),
		u16(45),
		u16(45),
		u32(0),
		u32(0),
		u64(1n),
		u64(1n),
		u64(BigInt(central.length)),
		u64(start),
	]);
	const locator = Buffer.concat([u32(0x07064b50), u32(0), u64(start + BigInt(central.length)), u32(1)]);
	const tail = Buffer.concat([u32(0x06054b50), u16(0), u16(0), u16(0xffff), u16(0xffff), u32(full), u32(full), u16(0)]);
	const path = join(folder, `${stem}.zip`);
	const file = openSync(path, 'w');
	writeSync(file, local);
	for (let at = 0; at < count; at++) for (let from = 0; from < packed.length; ) from += writeSync(file, packed, from);
	writeSync(file, Buffer.concat([end, central, wide, locator, tail]));
	closeSync(file);
	return {path, name: `${stem}.zip`, csv: `${stem}.csv`, size: Number(size), packedSize: Number(compressed)};
};

if (process.argv[1]?.endsWith('zip-file.mjs'))
	console.log(writeZipFile(Number(process.argv[2]), process.argv[3], process.argv[4]));
