import type {Dataset} from '../../../src/output/dataset.ts';
import {type Format, loadRenderer} from '../../../src/output/formats.ts';
import {plainOptions, type RenderOptions, writeDataset} from '../../../src/output/renderer.ts';

/** What a renderer makes of a dataset, and what it says was left out. */
export async function render(data: Dataset, format: Format, options: Partial<RenderOptions> = {}) {
	const chunks: string[] = [];
	const renderer = (await loadRenderer[format]())(data.columns, {...plainOptions, ...options});
	const rows = await writeDataset(data, renderer, async text => {
		chunks.push(text);
	});
	return {text: chunks.join(''), chunks, notes: renderer.notes?.() ?? [], rows};
}
