import {fileURLToPath} from 'node:url';
import {createCsv} from '../../src/output/csv.ts';
import type {Column, Row} from '../../src/output/dataset.ts';
import {type CreateRenderer, writeDataset} from '../../src/output/renderer.ts';
import {createTable} from '../../src/output/table.ts';

/**
 * Rows as a table for people against the same as CSV, in this process once it is warm.
 *
 *     npx tsx test/bench/report-table.ts [rounds]
 *
 * Goals (R1): a table of 5,000 rows in <= 3 times its CSV; 10 times the rows in <= 12 times the time.
 */

const columns: readonly Column[] = [
	{key: 'prodEdition', title: 'Product Edition', kind: 'label'},
	{key: 'os.version', title: 'OS Version', kind: 'label'},
	{key: 'new', title: 'New', kind: 'count'},
	{key: 'active', title: 'Active', kind: 'count'},
	{key: 'lost', title: 'Lost', kind: 'count'},
];
const rowsOf = (count: number): Row[] =>
	Array.from({length: count}, (_, at) => [
		['Home', 'Professional', 'Größe XL', '<NULL>'][at % 4] as string,
		`Microsoft Windows ${at % 977}`,
		at % 101,
		at,
		at % 7 === 0 ? null : at * 3,
	]);
const options = {
	header: true,
	width: undefined,
	color: false,
	delimiter: ',',
	bom: false,
	safe: false,
	live: false,
	note: () => {},
};

async function milliseconds(create: CreateRenderer, rows: readonly Row[]): Promise<number> {
	let bytes = 0;
	const start = performance.now();
	await writeDataset({columns, blocks: [rows]}, create(columns, options), async text => {
		bytes += Buffer.byteLength(text);
	});
	if (bytes === 0) throw new Error('nothing was written');
	return performance.now() - start;
}

const quartile = (values: readonly number[], part: number) =>
	values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] as number;
const toRow = (id: string, what: string, values: readonly number[], goal: number) => ({
	id,
	what,
	unit: '×',
	median: quartile(values, 0.5),
	low: quartile(values, 0.25),
	high: quartile(values, 0.75),
	goal,
});

/** Median and quartiles of both ratios. */
export async function measure({rounds}: {readonly rounds: number}) {
	const [few, many] = [rowsOf(5000), rowsOf(50_000)];
	const toCsv: number[] = [];
	const toMore: number[] = [];
	for (let round = 0; round < rounds + 3; round++) {
		const csv = await milliseconds(createCsv, few);
		const table = await milliseconds(createTable, few);
		const larger = await milliseconds(createTable, many);
		if (round < 3) continue;
		toCsv.push(table / csv);
		toMore.push(larger / table);
	}
	return [
		toRow('R1', 'table of 5,000 rows / the same as CSV', toCsv, 3),
		toRow('R1', 'table of 50,000 rows / of 5,000', toMore, 12),
	];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	for (const {id, what, median, low, high, goal} of await measure({rounds: Number(process.argv[2] ?? 9)}))
		process.stdout.write(
			`${id} ${what}: ${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)}; goal <= ${goal.toFixed(2)})\n`,
		);
}
