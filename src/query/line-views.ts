import {toColumn} from '../archive/record-columns.ts';
import type {Engine} from '../archive/sql/engine.ts';
import {identifier} from '../archive/sql/sql-literals.ts';
import type {Column, Dataset, Row} from '../output/dataset.ts';
import {getStoredType, toStoredText} from '../output/stored-type.ts';
import type {Progress} from '../ports.ts';
import {counted, printCount} from '../text/wording.ts';
import type {ViewColumn} from './view-table.ts';

/** The rows of a command line for one product. Its notes and caveats are complete after the last row. */
export type OpenLine = {
	readonly product: number | null;
	readonly data: Dataset;
	readonly caveats: () => readonly string[];
	readonly notes: () => readonly string[];
};

/** A command line whose flags are valid, before anything is requested. */
export type ViewLine = {
	/** Undefined if only the rows show them. */
	readonly columns: readonly Column[] | undefined;
	readonly open: () => Promise<readonly OpenLine[]>;
};

export type LinePorts = {
	readonly progress: Progress;
	readonly note: (text: string) => Promise<void>;
	readonly footnote: (text: string) => Promise<void>;
	readonly caveat: (text: string) => Promise<void>;
};

export const createLineTable = (engine: Engine, name: string, columns: readonly ViewColumn[]): Promise<void> =>
	engine.run(
		`CREATE OR REPLACE TABLE ${identifier(name)} (${columns.map(column => `${identifier(column.name)} ${column.type}`).join(', ')})`,
	);

const productColumn: ViewColumn = {name: 'product', type: 'BIGINT'};

export const getOwnColumns = (columns: readonly Column[]): readonly ViewColumn[] => [
	productColumn,
	...columns.map(column => ({name: toColumn(column.key), type: getStoredType(column)})),
];

/** If there are more rows than this, a note says so before they are fetched. */
const manyRows = 5000;

async function announce(name: string, {total}: Dataset, first: readonly Row[], {note}: LinePorts): Promise<void> {
	const rows = total?.() ?? 0;
	if (rows <= manyRows || first.length === 0) return;
	await note(
		`${name}: fetching about ${printCount(rows)} rows in ${counted(Math.ceil(rows / first.length), 'request')}`,
	);
}

type Target = {
	/** The name of the view, for messages. */
	readonly name: string;
	readonly table: string;
	/** Undefined: the table gets the columns of the rows. */
	readonly columns?: readonly ViewColumn[];
};

async function addProduct(
	engine: Engine,
	{product, data}: OpenLine,
	{target, columns}: {readonly target: Target; readonly columns: readonly ViewColumn[] | undefined},
	ports: LinePorts,
): Promise<readonly ViewColumn[]> {
	const {name, table} = target;
	const own = columns ?? getOwnColumns(data.columns);
	if (!columns) await createLineTable(engine, table, own);
	let job: ReturnType<Progress['start']> | undefined;
	const keys = data.columns.map(({key}) => toColumn(key));
	const places = own.slice(1).map(column => keys.indexOf(column.name));
	const toTexts = (row: Row) => [
		product === null ? null : String(product),
		...places.map(place => {
			const column = data.columns[place];
			return column ? toStoredText(row[place] ?? null, column) : null;
		}),
	];
	try {
		for await (const rows of data.blocks) {
			if (!job) {
				await announce(name, data, rows, ports);
				const total = data.total?.();
				job = ports.progress.start({what: `reading ${name}`, unit: 'rows', ...(total === undefined ? {} : {total})});
			}
			await engine.append(table, rows.map(toTexts));
			job.advance(rows.length);
		}
	} finally {
		job?.end();
	}
	return own;
}

/** Appends the rows of a command line to a table, block by block. */
export async function addLineRows(
	engine: Engine,
	lines: readonly OpenLine[],
	target: Target,
	ports: LinePorts,
): Promise<void> {
	let {columns} = target;
	for (const line of lines) {
		columns = await addProduct(engine, line, {target, columns}, ports);
		for (const text of line.notes()) await ports.footnote(`${target.name}: ${text}`);
		for (const text of line.caveats()) await ports.caveat(`${target.name}: ${text}`);
	}
}
