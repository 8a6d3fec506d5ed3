import {open, rm} from 'node:fs/promises';
import {publishFile} from '../../../files/atomic-file.ts';
import {writeAll} from '../../../files/write.ts';
import type {Reject} from './rows.ts';

/** Rows that could not be used, one JSON object a line: `{"file","line","fault","text"}`. The file is made with the first of them. */
export class RejectFile {
	readonly #path: string;
	#count = 0;

	constructor(path: string) {
		this.#path = path;
	}

	get count(): number {
		return this.#count;
	}

	async add(source: string, rejects: readonly Reject[]): Promise<void> {
		const lines = rejects.map(({line, fault, text}) => `${JSON.stringify({file: source, line, fault, text})}\n`);
		const file = await open(this.#path, 'a');
		try {
			await writeAll(file, Buffer.from(lines.join('')));
		} finally {
			await file.close();
		}
		this.#count += rejects.length;
	}

	/** Moves the file to its place; where there are no rejects, none is left there. */
	async place(to: string): Promise<void> {
		if (this.#count > 0) await publishFile(this.#path, to);
		else await rm(to, {force: true});
	}
}
