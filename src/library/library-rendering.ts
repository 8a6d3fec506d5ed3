import {CliError} from '../errors.ts';
import {
	type Cell,
	type Column,
	type ColumnKind,
	type Dataset,
	dataset,
	mapBlocks,
	type Row,
} from '../output/dataset.ts';
import {type Format, formats, loadRenderer} from '../output/formats.ts';
import {plainOptions, type RenderOptions, writeDataset} from '../output/renderer.ts';
import {nearNames, suggestion} from '../text/near-names.ts';
import {guard} from './guard.ts';

/** A Date becomes its text in UTC, and a bigint a number, or a text if a number cannot hold it. */
type Value = Cell | Date | bigint | undefined;

function toCell(value: unknown, place: string): Cell {
	if (value === undefined || value === null) return null;
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
	if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
	if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
	throw new CliError('usage', `${place} is not a text, number, boolean, bigint, valid Date or null`, {
		hint: 'convert the value to text: JSON.stringify(value)',
	});
}

const toCells = (columns: readonly Column[]) => (row: Row) =>
	columns.map(({key}, place) => toCell(row[place], `a value of ${key}`));

function kindOf(value: Cell | undefined): ColumnKind {
	if (typeof value === 'number') return 'number';
	return typeof value === 'boolean' ? 'boolean' : 'text';
}

/** Columns are ordered by the first appearance of their names; missing values become null. */
export const datasetOf = guard('datasetOf', (objects: readonly Readonly<Record<string, Value>>[]): Dataset => {
	const names = [...new Set(objects.flatMap(object => Object.keys(object)))];
	const rows = objects.map(object => names.map(name => toCell(object[name], `a value of ${name}`)));
	const columns = names.map((name, place): Column => {
		const value = rows.find(row => row[place] !== null)?.[place];
		return {key: name, title: name, kind: kindOf(value)};
	});
	return dataset(columns, rows);
});

function getLoader(format: Format) {
	if (Object.hasOwn(loadRenderer, format)) return loadRenderer[format];
	throw new CliError(
		'usage',
		`there is no format '${format}'`,
		suggestion(nearNames(String(format), formats), `the formats are ${formats.join(', ')}`),
	);
}

type Write = (text: string) => Promise<void> | void;

/** Writes in pieces and returns the number of rows. */
export const render = guard(
	'render',
	async (
		data: Dataset,
		format: Format,
		{write, ...options}: Partial<RenderOptions> & {readonly write: Write},
	): Promise<number> => {
		const createRenderer = await getLoader(format)();
		const {columns} = data;
		return writeDataset(
			{...data, blocks: mapBlocks(data.blocks, toCells(columns))},
			createRenderer(columns, {...plainOptions, ...options}),
			async text => write(text),
		);
	},
);

export async function renderText(data: Dataset, format: Format, options: Partial<RenderOptions> = {}): Promise<string> {
	const pieces: string[] = [];
	await render(data, format, {...options, write: text => void pieces.push(text)});
	return pieces.join('');
}
