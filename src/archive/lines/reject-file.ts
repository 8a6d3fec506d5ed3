import {type FileHandle, open, rm} from 'node:fs/promises';
import {writeAll} from '../write-file.ts';
import type {Reject} from './line-scan.ts';
import {placeFile} from './place.ts';

/** Collects rows that could not be used, one JSON object a line: `{"file","line","fault","text"}`. The file begins with the first of them. */
export const createRejectFile = (path: string) => {
	let file: FileHandle | undefined;
	let count = 0;
	return {
		count: () => count,
		/** Takes rejects of one source. */
		adder:
			(source: string) =>
			async (rejects: readonly Reject[]): Promise<void> => {
				file ??= await open(path, 'w');
				count += rejects.length;
				const lines = rejects.map(({line, fault, text}) => `${JSON.stringify({file: source, line, fault, text})}\n`);
				await writeAll(file, Buffer.from(lines.join('')));
			},
		/** Ends it and gives it its name; where there were none, nothing has that name afterwards. */
		place: async (to: string): Promise<void> => {
			await file?.close();
			if (file) await placeFile(path, to);
			else await rm(to, {force: true});
			file = undefined;
		},
		/** Ends it and throws it away. */
		drop: async (): Promise<void> => {
			await file?.close();
			await rm(path, {force: true});
			file = undefined;
		},
	};
};
