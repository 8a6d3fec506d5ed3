import type {Dataset} from '../../output/dataset.ts';
import {loadRenderer} from '../../output/formats.ts';
import {plainOptions} from '../../output/renderer.ts';

/** Returns the path of a file next to an upload, such as `keys.csv.rejected.csv`, or in the current folder for standard input. */
export const companionFile = (file: string, ending: string): string => `${file === '-' ? 'stdin' : file}.${ending}`;

/** Prints rows as CSV that can be imported; formulas in cells are not neutralized. */
export async function* toCsv(names: readonly string[], blocks: Dataset['blocks']): AsyncGenerator<string> {
	const createCsv = await loadRenderer.csv();
	const columns = names.map(key => ({key, title: key, kind: 'text' as const}));
	const renderer = createCsv(columns, plainOptions);
	yield renderer.head();
	for await (const block of blocks) yield renderer.block(block);
	yield renderer.tail();
}
