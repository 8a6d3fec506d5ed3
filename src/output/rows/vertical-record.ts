import {type Cell, type Column, type Dataset, dataset, displayCell, gatherRows} from '../dataset.ts';

const columns: readonly Column[] = [
	{key: 'name', title: 'Name', kind: 'text', layout: {priority: 1, minWidth: 25}},
	{key: 'value', title: 'Value', kind: 'text'},
];

const toCell = (value: unknown): Cell =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? value
		: value === null || value === undefined
			? null
			: JSON.stringify(value);

export const objectToRows = (object: object): Dataset =>
	dataset(
		columns,
		Object.entries(object).map(([name, value]) => [name, toCell(value)]),
	);

export async function toVertical(data: Dataset): Promise<Dataset> {
	const rows = await gatherRows(data.blocks);
	return dataset(
		columns,
		rows.flatMap(row => data.columns.map((column, place) => [column.title, displayCell(column, row[place])])),
	);
}
