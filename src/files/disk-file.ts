import type {Stats} from 'node:fs';
import type {FileHandle} from 'node:fs/promises';
import {toDiskError, withDiskErrors} from './disk-error.ts';
import {type Chunk, readChunks, writeAll} from './file-bytes.ts';

/** An open file. The methods throw CliError `disk`: "cannot ACTION PATH: the disk is full". */
export class DiskFile {
	readonly #file: FileHandle;
	readonly #action: string;
	readonly #path: string;

	constructor(file: FileHandle, action: string, path: string) {
		this.#file = file;
		this.#action = action;
		this.#path = path;
	}

	#attempt<T>(work: () => Promise<T>): Promise<T> {
		return withDiskErrors(this.#action, this.#path, work);
	}

	/** Writes all of a chunk at the current position. Returns its size in bytes. */
	write(chunk: Chunk): Promise<number> {
		return this.#attempt(() => writeAll(this.#file, chunk));
	}

	/** Reads the file from its start. It stays open, also when not all of it is read. */
	async *chunks(): AsyncGenerator<Buffer> {
		try {
			yield* readChunks(this.#file);
		} catch (error) {
			throw toDiskError(error, this.#action, this.#path);
		}
	}

	readText(): Promise<string> {
		return this.#attempt(() => this.#file.readFile('utf8'));
	}

	/** Reads what has no positions, such as a pipe, and closes it. */
	stream(): AsyncIterable<Buffer> {
		return this.#file.createReadStream({autoClose: true});
	}

	stat(): Promise<Stats> {
		return this.#attempt(() => this.#file.stat());
	}

	truncate(size: number): Promise<void> {
		return this.#attempt(() => this.#file.truncate(size));
	}

	/** Waits until the disk has what was written. */
	sync(): Promise<void> {
		return this.#attempt(() => this.#file.sync());
	}

	/** Waits as `sync` does, but not for times and rights. */
	datasync(): Promise<void> {
		return this.#attempt(() => this.#file.datasync());
	}

	close(): Promise<void> {
		return this.#attempt(() => this.#file.close());
	}
}
