import {crc32} from 'node:zlib';
import {disk} from '../../files/disk.ts';
import type {DiskFile} from '../../files/disk-file.ts';

export type Checksum = {readonly bytes: number; readonly crc: number};

const flushLength = 256 * 1024;

/** A new file of JSON lines. Every method throws CliError (disk). */
export class Spool {
	readonly #file: DiskFile;
	#buffer = '';
	#checksum: Checksum = {bytes: 0, crc: 0};

	constructor(file: DiskFile) {
		this.#file = file;
	}

	/** Buffers a line, which a later `flushIfFull` or `close` writes. */
	add(value: object): void {
		this.#buffer += `${JSON.stringify(value)}\n`;
	}

	/** Must be awaited after every few rows, or the buffer grows. */
	async flushIfFull(): Promise<void> {
		if (this.#buffer.length >= flushLength) await this.#write();
	}

	/** Writes the rest, syncs and closes the file, and returns its checksum. */
	async close(): Promise<Checksum> {
		await this.#write();
		await this.#file.sync();
		await this.#file.close();
		return this.#checksum;
	}

	/** Closes the file without writing the buffer. */
	closeUnwritten(): Promise<void> {
		return this.#file.close();
	}

	async #write(): Promise<void> {
		// zlib's CRC-32 of no bytes is 0 regardless of the previous value.
		if (this.#buffer === '') return;
		const bytes = Buffer.from(this.#buffer);
		this.#buffer = '';
		this.#checksum = {bytes: this.#checksum.bytes + bytes.length, crc: crc32(bytes, this.#checksum.crc)};
		await this.#file.write(bytes);
	}
}

export async function createSpool(path: string): Promise<Spool> {
	return new Spool(await disk.open(path, 'wx', 0o600));
}

/** Yields the complete lines of a file in non-empty blocks. Throws CliError (disk). */
export async function* readLines(path: string): AsyncGenerator<readonly string[]> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of disk.readChunks(path)) {
		const lines = (rest + decoder.decode(chunk, {stream: true})).split('\n');
		rest = lines.pop() as string;
		if (lines.length > 0) yield lines;
	}
}

/** Parses lines as JSON values. A single call of JSON.parse is faster than one per line. */
export const parseLines = <T>(lines: readonly string[]): readonly T[] => JSON.parse(`[${lines.join(',')}]`) as T[];

export async function* readValues<T>(path: string): AsyncGenerator<readonly T[]> {
	for await (const lines of readLines(path)) yield parseLines<T>(lines);
}
