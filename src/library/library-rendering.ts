import {type Cell, type Column, type ColumnKind, type Dataset, dataset} from '../output/dataset.ts';
import {type Format, loadRenderer} from '../output/formats.ts';
import {plainOptions, type RenderOptions, writeDataset} from '../output/renderer.ts';

function kindOf(value: Cell | undefined): ColumnKind {
	if (typeof value === 'number') return 'number';
	return typeof value === 'boolean' ? 'boolean' : 'text';
}

/** Columns are ordered by the first appearance of their names; missing values become null. */
export function datasetOf(objects: readonly Readonly<Record<string, Cell | undefined>>[]): Dataset {
	const names = [...new Set(objects.flatMap(object => Object.keys(object)))];
	const columns = names.map((name): Column => {
		const value = objects.find(object => object[name] !== undefined && object[name] !== null)?.[name];
		return {key: name, title: name, kind: kindOf(value)};
	});
	const rows = objects.map(object => names.map(name => object[name] ?? null));
	return dataset(columns, rows);
}

/** Writes in pieces and returns the number of rows. */
export async function render(
	data: Dataset,
	format: Format,
	{write, ...options}: Partial<RenderOptions> & {readonly write: (text: string) => Promise<void> | void},
): Promise<number> {
	const createRenderer = await loadRenderer[format]();
	return writeDataset(data, createRenderer(data.columns, {...plainOptions, ...options}), async text => write(text));
}

export async function renderText(data: Dataset, format: Format, options: Partial<RenderOptions> = {}): Promise<string> {
	const pieces: string[] = [];
	await render(data, format, {...options, write: text => void pieces.push(text)});
	return pieces.join('');
}
