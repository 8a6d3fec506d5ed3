import type {Stats} from 'node:fs';
import type {FileHandle} from 'node:fs/promises';
import {toDiskError, withDiskErrors} from './disk-error.ts';
import {type Chunk, readChunks, writeAll} from './file-bytes.ts';

/** An open file. Methods throw CliError (disk): "cannot ACTION PATH: the disk is full". */
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

	write(chunk: Chunk): Promise<number> {
		return this.#attempt(() => writeAll(this.#file, chunk));
	}

	/** Reads from the start of the file, and leaves it open even if the reader stops early. */
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

	stat(): Promise<Stats> {
		return this.#attempt(() => this.#file.stat());
	}

	truncate(size: number): Promise<void> {
		return this.#attempt(() => this.#file.truncate(size));
	}

	sync(): Promise<void> {
		return this.#attempt(() => this.#file.sync());
	}

	/** Flushes the content, but not times and permissions. */
	datasync(): Promise<void> {
		return this.#attempt(() => this.#file.datasync());
	}

	close(): Promise<void> {
		return this.#attempt(() => this.#file.close());
	}
}
