import type {Dataset} from '../../output/dataset.ts';
import {loadRenderer} from '../../output/formats.ts';
import {plainOptions} from '../../output/renderer.ts';

/** Prints rows as CSV that can be imported; formulas in cells are not neutralized. */
export async function* toCsv(names: readonly string[], blocks: Dataset['blocks']): AsyncGenerator<string> {
	const createCsv = await loadRenderer.csv();
	const columns = names.map(key => ({key, title: key, kind: 'text' as const}));
	const renderer = createCsv(columns, plainOptions);
	yield renderer.head();
	for await (const block of blocks) yield renderer.block(block);
	yield renderer.tail();
}
