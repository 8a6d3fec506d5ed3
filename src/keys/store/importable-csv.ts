import type {Dataset} from '../../output/dataset.ts';
import {loadRenderer} from '../../output/formats.ts';
import {plainOptions, type RenderOptions} from '../../output/renderer.ts';

/** The delimiter and the mark at the start of a file, which a file beside it has too, so that the same programs open it. */
export type CsvForm = Pick<RenderOptions, 'delimiter' | 'bom'>;

/** Prints rows as CSV that can be imported; formulas in cells are not neutralized. */
export async function* toCsv(
	names: readonly string[],
	blocks: Dataset['blocks'],
	form: CsvForm = plainOptions,
): AsyncGenerator<string> {
	const createCsv = await loadRenderer.csv();
	const columns = names.map(key => ({key, title: key, kind: 'text' as const}));
	const renderer = createCsv(columns, {...plainOptions, ...form});
	yield renderer.head();
	for await (const block of blocks) yield renderer.block(block);
	yield renderer.tail();
}
