import {crc32} from 'node:zlib';
import {disk} from '../../files/disk.ts';
import type {DiskFile} from '../../files/disk-file.ts';

/** Files with one JSON value per line, for rows that do not fit into memory. */

/** The size and CRC-32 of a file, to detect damage. */
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

	/** Adds a line, which a later `settle` or `close` writes. */
	add(value: object): void {
		this.#buffer += `${JSON.stringify(value)}\n`;
	}

	/** True if the buffer is large enough to be written. */
	get isFull(): boolean {
		return this.#buffer.length >= flushLength;
	}

	/** Writes the buffer if it is large enough. Must be awaited after every few rows. */
	async settle(): Promise<void> {
		if (this.isFull) await this.#write();
	}

	/** Writes the rest, syncs and closes the file, and returns its checksum. */
	async close(): Promise<Checksum> {
		await this.#write();
		await this.#file.sync();
		await this.#file.close();
		return this.#checksum;
	}

	/** Closes the file without writing the buffer. */
	abandon(): Promise<void> {
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

/** Creates a private file. Throws CliError (disk). */
export async function createSpool(path: string): Promise<Spool> {
	return new Spool(await disk.open(path, 'wx', 0o600));
}

/** Yields the complete lines of a file in blocks, none of them empty. Throws CliError (disk). */
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

/** Yields the values of a file of JSON lines in blocks. Throws CliError (disk). */
export async function* readValues<T>(path: string): AsyncGenerator<readonly T[]> {
	for await (const lines of readLines(path)) yield parseLines<T>(lines);
}
