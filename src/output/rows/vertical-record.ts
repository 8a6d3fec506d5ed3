import {type Cell, type Column, type Dataset, dataset, displayCell, gatherRows} from '../dataset.ts';

/** A record for people: its names and values below each other. */

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

/** An object as rows of name and value; nested values are JSON. */
export const objectToRows = (object: object): Dataset =>
	dataset(
		columns,
		Object.entries(object).map(([name, value]) => [name, toCell(value)]),
	);

/** Each cell of the rows as a row of title and value. */
export async function toVertical(data: Dataset): Promise<Dataset> {
	const rows = await gatherRows(data.blocks);
	return dataset(
		columns,
		rows.flatMap(row => data.columns.map((column, place) => [column.title, displayCell(column, row[place])])),
	);
}
