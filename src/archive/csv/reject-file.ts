import {rm} from 'node:fs/promises';
import {publishFile} from '../../files/atomic-file.ts';
import {openRegular, writeAll} from '../../files/file-bytes.ts';
import type {Reject} from './file-tally.ts';

/** Rejected rows, one JSON object per line: `{"file","line","fault","text"}`. The first row creates the file. */
export class RejectFile {
	readonly #path: string;
	#count = 0;

	constructor(path: string) {
		this.#path = path;
	}

	get count(): number {
		return this.#count;
	}

	async add(file: string, rejects: readonly Reject[]): Promise<void> {
		const lines = rejects.map(({line, reason, text}) => `${JSON.stringify({file, line, fault: reason, text})}\n`);
		const handle = await openRegular(this.#path, 'a');
		try {
			await writeAll(handle, lines.join(''));
		} finally {
			await handle.close();
		}
		this.#count += rejects.length;
	}

	/** Moves the file to its final path, or removes the file there if nothing was rejected. */
	async publish(path: string): Promise<void> {
		if (this.#count > 0) await publishFile(this.#path, path);
		else await rm(path, {force: true});
	}
}
