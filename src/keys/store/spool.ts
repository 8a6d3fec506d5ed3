import {crc32} from 'node:zlib';
import {disk} from '../../files/disk.ts';
import type {DiskFile} from '../../files/disk-file.ts';

/** Files with one JSON value a line, for more rows than memory should hold. */

/** The size and CRC-32 of a file, by which a damaged one is found. */
export type Measure = {readonly bytes: number; readonly crc: number};

const enough = 256 * 1024;

/** A new file of JSON lines that is being written. Every method throws CliError `disk`. */
export class Spool {
	readonly #file: DiskFile;
	#waiting = '';
	#measure: Measure = {bytes: 0, crc: 0};

	constructor(file: DiskFile) {
		this.#file = file;
	}

	/** Adds a line; it is written with a later `settle`. */
	add(value: object): void {
		this.#waiting += `${JSON.stringify(value)}\n`;
	}

	/** True if what was added is worth a write. */
	get isFull(): boolean {
		return this.#waiting.length >= enough;
	}

	/** Writes what was added, if that is worth a write. To be awaited after a few rows. */
	async settle(): Promise<void> {
		if (this.isFull) await this.#write();
	}

	/** Writes the rest, waits until the disk has it, and returns what was written. */
	async close(): Promise<Measure> {
		await this.#write();
		await this.#file.sync();
		await this.#file.close();
		return this.#measure;
	}

	/** Closes the file as it is. */
	abandon(): Promise<void> {
		return this.#file.close();
	}

	async #write(): Promise<void> {
		// zlib's CRC-32 of no bytes is 0, whatever came before.
		if (this.#waiting === '') return;
		const bytes = Buffer.from(this.#waiting);
		this.#waiting = '';
		this.#measure = {bytes: this.#measure.bytes + bytes.length, crc: crc32(bytes, this.#measure.crc)};
		await this.#file.write(bytes);
	}
}

/** Makes a new private file. Throws CliError `disk`. */
export async function createSpool(path: string): Promise<Spool> {
	return new Spool(await disk.open(path, 'wx', 0o600));
}

/** The complete lines of a file, a block at a time, no block empty. Throws CliError `disk`. */
export async function* readLines(path: string): AsyncGenerator<readonly string[]> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of disk.readChunks(path)) {
		const lines = (rest + decoder.decode(chunk, {stream: true})).split('\n');
		rest = lines.pop() as string;
		if (lines.length > 0) yield lines;
	}
}

/** Lines as values. One parse for all of them is faster than one each. */
export const parseLines = <T>(lines: readonly string[]): readonly T[] => JSON.parse(`[${lines.join(',')}]`) as T[];

/** The values of such a file, a block at a time. Throws CliError `disk`. */
export async function* readValues<T>(path: string): AsyncGenerator<readonly T[]> {
	for await (const lines of readLines(path)) yield parseLines<T>(lines);
}
