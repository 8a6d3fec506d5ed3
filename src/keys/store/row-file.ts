import type {Dataset} from '../../output/dataset.ts';
import {loadRenderer} from '../../output/formats.ts';
import {plainOptions} from '../../output/renderer.ts';

/** Name of a file that belongs to an upload: `keys.csv.rejected.csv`; standard input has its files in the current folder. */
export const nameBeside = (file: string, ending: string): string => `${file === '-' ? 'stdin' : file}.${ending}`;

/** Rows as CSV for an upload: no cell gets protection against formulas. */
export async function* toCsv({columns, blocks}: Dataset): AsyncGenerator<string> {
	const createCsv = await loadRenderer.csv();
	const renderer = createCsv(columns, plainOptions);
	yield renderer.head();
	for await (const block of blocks) yield renderer.block(block);
	yield renderer.tail();
}
