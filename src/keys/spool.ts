import {open} from 'node:fs/promises';
import {crc32} from 'node:zlib';
import {withDiskErrors} from '../files/disk-error.ts';
import {readChunks, writeAll} from '../files/write.ts';
import {GrowingBytes} from './growing-bytes.ts';

/** Files with one JSON value a line, for more rows than memory should hold. */

/** What tells a file from one that the disk spoilt: its bytes and their CRC-32. */
export type Measure = {readonly bytes: number; readonly crc: number};

export type Spool = {
	/** Adds a line; it is written with the next `settle`. */
	readonly add: (value: object) => void;
	/** Adds bytes without a line feed as a line, behind its number and a blank. */
	readonly addLine: GrowingBytes['addLine'];
	/** Writes what has come together, once it is worth a write. To be awaited between blocks of rows. */
	readonly settle: () => Promise<void>;
	/** Writes the rest, waits until the disk has it, and tells what was written. */
	readonly close: () => Promise<Measure>;
	/** Lets go of the file as it is; one that is closed stays so. */
	readonly abandon: () => Promise<void>;
};

const worthWriting = 256 * 1024;

/** Makes a new private file. Throws CliError `disk`. */
export async function createSpool(path: string): Promise<Spool> {
	const attempt = <T>(action: () => Promise<T>) => withDiskErrors('write', path, action);
	const file = await attempt(() => open(path, 'wx', 0o600));
	const kept = new GrowingBytes();
	let measure: Measure = {bytes: 0, crc: 0};
	const write = async () => {
		// The CRC-32 of no bytes at all is 0 to zlib, whatever it was before.
		if (kept.length === 0) return;
		const bytes = kept.take();
		measure = {bytes: measure.bytes + bytes.length, crc: crc32(bytes, measure.crc)};
		await attempt(() => writeAll(file, bytes));
	};
	return {
		add: value => kept.addText(`${JSON.stringify(value)}\n`),
		addLine: (place, bytes) => kept.addLine(place, bytes),
		settle: async () => {
			if (kept.length >= worthWriting) await write();
		},
		close: () =>
			attempt(async () => {
				await write();
				await file.sync();
				await file.close();
				return measure;
			}),
		abandon: () => file.close(),
	};
}

/** The lines of such a file as texts, a block at a time, none of them empty. Throws CliError `disk`. */
export async function* readLines(path: string): AsyncGenerator<readonly string[]> {
	const file = await withDiskErrors('read', path, () => open(path, 'r'));
	const decoder = new TextDecoder();
	let rest = '';
	try {
		for await (const chunk of readChunks(file)) {
			const lines = (rest + decoder.decode(chunk, {stream: true})).split('\n');
			rest = lines.pop() as string;
			if (lines.length > 0) yield lines;
		}
	} finally {
		await file.close();
	}
}

/** Lines as values: one parse for all of them is twice as fast as one each. */
export const parseLines = <T>(lines: readonly string[]): readonly T[] => JSON.parse(`[${lines.join(',')}]`) as T[];
